import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CONTENT_FOLDER, contentId, readYaml } from "./files.ts";

/** What a text says of a statement, in the order in which the three are offered. */
export const CLASSES = ["documento", "tradicao", "interpretacao"] as const;

/** What a question asks of its reader: use of what was learned, what a source proves, what something means, or how things went. */
export const QUESTION_KINDS = ["uso", "fontes", "sentido", "fatos"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

const text = z.string().min(1);

/** `check` closes a lesson; `pool` feeds the degree's exam and the daily review. */
const common = {
  id: contentId,
  use: z.enum(["check", "pool"]),
  lesson: contentId.optional(),
  document: contentId.optional(),
  study: contentId.optional(),
  kind: z.enum(QUESTION_KINDS).optional(),
  /** Words of the text on which the answer rests, as they stand there: where the result and the explanation lead. */
  passage: z.string().min(15).max(220).optional(),
  /** What questions that answer one another have in common: no exam asks two of one cluster. */
  cluster: contentId.optional(),
};

const choice = z.strictObject({
  ...common,
  form: z.literal("choice"),
  /** What happened, in two to five lines, where the question is a case. */
  scene: z.string().min(80).max(520).optional(),
  prompt: z.string().min(5),
  options: z
    .array(z.strictObject({ text, right: z.boolean().default(false), why: text }))
    .length(4)
    .refine((options) => options.filter((option) => option.right).length === 1, "exatamente uma alternativa certa"),
});

const multiple = z.strictObject({
  ...common,
  form: z.literal("multiple"),
  prompt: z.string().min(5),
  options: z
    .array(z.strictObject({ text, right: z.boolean().default(false), why: text }))
    .length(5)
    .refine((options) => options.filter((option) => option.right).length === 2, "exatamente duas alternativas certas"),
});

const order = z.strictObject({
  ...common,
  form: z.literal("order"),
  prompt: z.string().min(5),
  /** In their right order. */
  items: z
    .array(text)
    .min(3)
    .max(6)
    .refine((items) => new Set(items).size === items.length, "dois itens iguais"),
  why: text,
});

const match = z.strictObject({
  ...common,
  form: z.literal("match"),
  prompt: z.string().min(5),
  pairs: z
    .array(z.strictObject({ left: text, right: text }))
    .min(3)
    .max(5)
    .refine(
      (pairs) =>
        [pairs.map(({ left }) => left), pairs.map(({ right }) => right)].every((side) => new Set(side).size === side.length),
      "dois lados iguais",
    ),
  why: text,
});

const classify = z.strictObject({
  ...common,
  form: z.literal("classify"),
  sentence: z.string().min(5),
  answer: z.enum(CLASSES),
  why: z.strictObject({ documento: text, tradicao: text, interpretacao: text }),
});

const withForm = (value: unknown) =>
  typeof value === "object" && value !== null && !("form" in value) ? { form: "choice", ...value } : value;

/** One question of the files. */
export const questionSource = z
  .preprocess(withForm, z.discriminatedUnion("form", [choice, multiple, order, match, classify]))
  .refine(
    ({ lesson, document, study }) => [lesson, document, study].filter((id) => id !== undefined).length === 1,
    "uma questão pertence a uma lição (lesson), a um documento (document) ou a um estudo (study)",
  );

export type QuestionSource = z.output<typeof questionSource>;
export type ChoiceSource = Extract<QuestionSource, { form: "choice" }>;
export type MultipleSource = Extract<QuestionSource, { form: "multiple" }>;

/** The form as its reader meets it: one of four with a scene is a case. */
export const formAsMet = (question: QuestionSource) => (question.form === "choice" && question.scene ? "case" : question.form);

/** The question files of `content/questions`, in the order of their names. */
export const questionFiles = (folder = CONTENT_FOLDER): string[] =>
  readdirSync(join(folder, "questions"))
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => `questions/${name}`);

/** The questions of one file of `content/`. @throws ContentError */
export const readQuestionFile = (file: string, folder = CONTENT_FOLDER): QuestionSource[] =>
  readYaml(file, z.array(questionSource), folder);

/** Every question. @throws Error naming the file that is wrong */
export const readQuestions = (folder = CONTENT_FOLDER): QuestionSource[] =>
  questionFiles(folder).flatMap((file) => readQuestionFile(file, folder));
