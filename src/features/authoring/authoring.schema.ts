import { z } from "zod";
import { QUESTION_FORMS, type QuestionForm } from "#app/features/courses/question-forms.policy.ts";
import { GRADES } from "#app/features/dictionary/dictionary.schema.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { DOCUMENT_KINDS, DOCUMENT_REGIONS } from "#app/lib/document-kinds.ts";
import { PICTURE_ID } from "#app/lib/pictures.ts";
import { STUDY_SORTS } from "#app/lib/study-sorts.ts";
import { ASKED_KINDS } from "./question-texts.policy.ts";

/** What is written in the browser. A new kind is a word here, its body, what it has of its own in `kinds/`, and its editor. */
export const TEXT_KINDS = ["lesson", "question", "study", "document", "term", "article"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** What an administrator lets a member do with the texts of a degree. Nobody reviews what they wrote themselves. */
export const PARTS = ["author", "reviewer"] as const;
export type Part = (typeof PARTS)[number];
export const PART_LABEL: Record<Part, string> = { author: "Autor", reviewer: "Revisor" };

/** A draft is being written, waits for a reviewer, or waits for its hour. */
export const DRAFT_STATES = ["draft", "review", "scheduled"] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

export const LESSON_LENGTH = 60_000;

/** A draft may be unfinished: what is missing is told by the checks, and publishing refuses it. */
export const lessonBody = z.strictObject({
  title: z.string().max(120, "O título pode ter até 120 letras"),
  standfirst: z.string().max(600, "A linha de abertura pode ter até 600 letras"),
  markdown: z.string().max(LESSON_LENGTH, "O texto pode ter até 60.000 letras: divida a lição em duas"),
});
export type LessonBody = z.output<typeof lessonBody>;

const line = z.string().max(600, "Use no máximo 600 letras");

/** A question as its editor shows it, whatever its form: those parts that a form does not use stay empty. */
export const questionBody = z.strictObject({
  form: z.enum(QUESTION_FORMS),
  use: z.enum(["check", "pool"]),
  kind: z.enum(["uso", "fontes", "sentido", "fatos"]),
  cluster: z.string().max(60),
  passage: line,
  scene: line,
  /** What is asked; of `classify`, the sentence to be judged. */
  prompt: line,
  /** Of `order` and `match`: what is said after the answer. */
  why: line,
  /** Alternatives, items in their right order, or the left sides of pairs, whose right sides are `pair`. */
  options: z.array(z.strictObject({ text: line, pair: line, right: z.boolean(), why: line })).max(6, "Até seis alternativas"),
});
export type QuestionBody = z.output<typeof questionBody>;

/** How many options a question of each form has: at least, and at most. */
export const FORM_SIZES: Record<QuestionForm, readonly [fewest: number, most: number]> = {
  choice: [4, 4],
  multiple: [5, 5],
  order: [3, 6],
  match: [3, 5],
  classify: [3, 3],
};
/** What a sentence is judged to be, in the order in which the three are offered. */
export const CLASS_LABEL = { documento: "Documento", tradicao: "Tradição", interpretacao: "Interpretação" };

/** Places of the map, by their names in content/places.yaml. */
const onMap = z.array(z.string().max(60)).max(3, "Até três lugares no mapa");

/** An essay, a piece or a life, whichever its sort: those fields that a sort has not stay empty. Its degree is given when it is begun. */
export const studyBody = z.strictObject({
  sort: z.enum(STUDY_SORTS),
  order: z.int("Escreva um número").min(1).max(60, "São até 60 lugares"),
  ...lessonBody.shape,
  /** The degree of the York Rite that it is about. */
  york: z.int().min(4).max(13).nullable(),
  /** Of a piece: the lesson it stands on, the document it reads from, the questions for the conversation. */
  lesson: z.string().max(60),
  document: z.string().max(60),
  questions: z.array(line).max(3, "Três perguntas"),
  /** Of a life: its years, and the line of its years and places. */
  years: z.string().max(40, "Use no máximo 40 letras"),
  steps: z
    .array(z.strictObject({ year: z.string().max(20), place: z.string().max(60), at: onMap, what: z.string().max(120) }))
    .max(9),
});
export type StudyBody = z.output<typeof studyBody>;

/** A document: the head of its file, then the excerpt and its commentary. Fields that it has not are empty. */
export const documentBody = z.strictObject({
  /** By which readers refer to it, given once. */
  number: z.int().min(1).max(9_999),
  title: lessonBody.shape.title,
  original: z.strictObject({ title: line, lang: z.string().max(12) }),
  author: line,
  year: z.int().min(-1000).max(2015),
  date: z.string().max(60),
  disputed: z.boolean(),
  edition: line,
  page: line,
  kind: z.enum(DOCUMENT_KINDS),
  place: z.string().max(120),
  at: onMap,
  region: z.enum(DOCUMENT_REGIONS),
  subject: z.string().max(120),
  intro: line,
  mark: z.string().max(22),
  york: z.boolean(),
  link: line,
  linkLabel: z.string().max(120),
  lessons: z.array(z.string().max(60)).max(20, "Até vinte lições"),
  sources: z.string().max(2_000),
  markdown: lessonBody.shape.markdown,
});
export type DocumentBody = z.output<typeof documentBody>;

/** An entry of the dictionary. */
export const termBody = z.strictObject({
  /** The word itself. */
  title: z.string().max(60, "O verbete pode ter até 60 letras"),
  grade: z.enum(GRADES),
  definition: line,
  aliases: z.array(z.string().max(60, "Cada nome pode ter até 60 letras")).max(12, "Até doze nomes"),
  /** The entries that it sends to, by their addresses. */
  see: z.array(z.string().max(60)).max(8, "Até oito verbetes"),
});
export type TermBody = z.output<typeof termBody>;

/** An article of the library: its record, then its text. */
export const articleBody = z.strictObject({
  title: lessonBody.shape.title,
  /** What its card says of it. */
  description: z.string().max(400, "A descrição pode ter até 400 letras"),
  about: z.string().max(3_000, "Use no máximo 3.000 letras"),
  author: z.string().max(150),
  year: z.string().max(40),
  category: z.string().max(60),
  markdown: lessonBody.shape.markdown,
});
export type ArticleBody = z.output<typeof articleBody>;

/** The body of each kind. */
type Bodies = {
  lesson: LessonBody;
  question: QuestionBody;
  study: StudyBody;
  document: DocumentBody;
  term: TermBody;
  article: ArticleBody;
};
export type BodyOf<Kind extends TextKind> = Bodies[Kind];
export type TextBody = Bodies[TextKind];
export const titleOfBody = (body: TextBody): string => ("title" in body ? body.title : body.prompt);

export const subjectId = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
export const textParams = z.strictObject({ kind: z.enum(TEXT_KINDS), id: subjectId });
export type TextRef = z.output<typeof textParams>;

export const outlineInput = z.strictObject({ degree: z.enum(DEGREES) });

const version = z.int().min(0);
/** The body of a text of any kind. */
export const anyBody = z.union([lessonBody, questionBody, studyBody, documentBody, termBody, articleBody]);

/** `version` is the one that was shown, 0 where there was no draft: a save over a newer one is refused. */
export const saveInput = z.strictObject({ version, body: anyBody });
export type SaveInput = z.output<typeof saveInput>;
export const previewInput = z.strictObject({ body: anyBody });

const words = (max: number, missing: string) =>
  z.string({ error: missing }).trim().min(3, missing).max(max, `Use no máximo ${max} letras`);

export const submitInput = z.strictObject({ version, reason: words(300, "Diga em poucas palavras o que mudou e por quê") });
export type SubmitInput = z.output<typeof submitInput>;
export const returnInput = z.strictObject({ version, words: words(1_000, "Diga ao autor o que falta") });
export type ReturnInput = z.output<typeof returnInput>;
export const publishInput = z.strictObject({
  version,
  /** Null for now. */
  at: z.iso
    .datetime({ offset: true, error: "A data está incompleta ou não existe. Confira o dia, o mês, o ano e a hora." })
    .refine((value) => Date.parse(value) > Date.now() - 60_000, "Escolha uma hora que ainda não passou, ou publique agora")
    .refine((value) => Date.parse(value) < Date.now() + 366 * 86_400_000, "Escolha uma data dentro de um ano")
    .nullable(),
});
export type PublishInput = z.output<typeof publishInput>;
export const versionInput = z.strictObject({ version });
export const restoreInput = z.strictObject({ number: z.int().min(1) });
export const retireInput = z.strictObject({ retired: z.boolean() });
export const moveInput = z.strictObject({ number: z.int().min(1).max(99, "Escolha um lugar entre os que há") });
export const settleInput = z.strictObject({ take: z.enum(["ours", "theirs"]) });
export type SettleInput = z.output<typeof settleInput>;

/** What a module says of itself, and the modules of its degree that are finished before it opens. */
export const moduleInput = z.strictObject({
  title: words(80, "Escreva o título"),
  description: z.string().trim().min(10, "Diga em uma ou duas frases de que trata o módulo").max(300, "Use no máximo 300 letras"),
  requires: z.array(z.int().min(1)).max(20, "Até vinte módulos"),
});
export type ModuleInput = z.output<typeof moduleInput>;
export const newModuleInput = moduleInput.extend({ degree: z.enum(DEGREES) });
export type NewModuleInput = z.output<typeof newModuleInput>;
export const moduleParams = z.strictObject({ id: z.coerce.number().int().min(1).max(99) });

export const newLessonInput = z.strictObject({ moduleId: z.int().min(1), title: words(120, "Escreva o título") });
export type NewLessonInput = z.output<typeof newLessonInput>;
/** Where texts stand that are in no module. */
export const SHELVES = [...STUDY_SORTS, "document", "article", "term"] as const;
/** What everybody reads is written by the authors of this degree. */
export const DEGREE_OF_ALL: Degree = "aprendiz";
export const SHELVES_OF_ALL: readonly string[] = ["article", "term"] satisfies (typeof SHELVES)[number][];
export type Shelf = (typeof SHELVES)[number];
export const newTextInput = z.strictObject({
  shelf: z.enum(SHELVES),
  degree: z.enum(DEGREES),
  title: words(90, "Escreva o título"),
});
export type NewTextInput = z.output<typeof newTextInput>;
/** The text whose questions are read, or of which one is begun. */
export const askedTextInput = z.strictObject({ kind: z.enum(ASKED_KINDS), id: subjectId });

export const remarkInput = z.strictObject({
  /** The words of the text that it is about; empty for the whole. */
  passage: z.string().max(300),
  words: words(1_000, "Escreva o reparo"),
});
export type RemarkInput = z.output<typeof remarkInput>;
export const remarkParams = textParams.extend({ remarkId: z.uuid() });

export const authorInput = z.strictObject({
  memberId: z.uuid("Escolha um membro da lista"),
  degree: z.enum(DEGREES, "Escolha o grau"),
  part: z.enum(PARTS, "Escolha autor ou revisor"),
  given: z.boolean(),
});
export type AuthorInput = z.output<typeof authorInput>;

/** Largest picture for a text, and what is said of a larger one. */
export const PICTURE_LIMIT = {
  bytes: 5 * 1024 * 1024,
  message: "A imagem pode ter até 5 MB. Reduza-a no seu aparelho, ou escolha outra.",
};
export const pictureDegree = z.strictObject({ degree: z.enum(DEGREES) });
export const pictureParams = z.strictObject({ id: z.string().regex(PICTURE_ID) });
