import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";

/** Folder of the academy's texts. */
export const CONTENT_FOLDER = join(import.meta.dirname, "../../../../content");

const moduleSource = z.strictObject({
  id: z.int().min(1).max(99),
  degree: z.enum(DEGREES),
  title: z.string().min(3),
  description: z.string().min(10),
  requires: z.array(z.int()),
  lessons: z.array(z.string().min(3)).min(1),
});

const optionSource = z.strictObject({ text: z.string().min(1), right: z.boolean().default(false), why: z.string().min(1) });

const questionSource = z.strictObject({
  id: z.string().regex(/^m\d\d-l\d\d-q\d+$/),
  use: z.enum(["check", "pool"]),
  prompt: z.string().min(5),
  options: z
    .array(optionSource)
    .length(4)
    .refine((options) => options.filter((option) => option.right).length === 1, "exatamente uma alternativa certa"),
});

const termSource = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  term: z.string(),
  grade: z.enum(["Aprendiz", "Companheiro", "Mestre", "Todos os Graus", "Escocês", "York", "Templário"]),
  definition: z.string(),
  aliases: z.array(z.string()),
  see: z.array(z.string()),
});

const drawingSource = z.strictObject({ slug: z.string(), plate: z.string() });

export type ModuleSource = z.output<typeof moduleSource>;
export type QuestionSource = z.output<typeof questionSource>;
export type TermSource = z.output<typeof termSource>;
export type LessonSource = { id: string; standfirst: string; markdown: string };

function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const path = join(CONTENT_FOLDER, file);
  const parsed = schema.safeParse(parseYaml(readFileSync(path, "utf8")));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`content/${file}: ${issue?.path.join(".")}: ${issue?.message}`);
}

export const readModules = (): ModuleSource[] => readYaml("modules.yaml", z.array(moduleSource));

export const readTerms = (): TermSource[] => readYaml("dictionary.yaml", z.array(termSource));

export const lessonId = (moduleId: number, number: number) =>
  `m${String(moduleId).padStart(2, "0")}-l${String(number).padStart(2, "0")}`;

/** The text of a lesson, or undefined while it is still being written. */
export function readLesson(id: string): LessonSource | undefined {
  const path = join(CONTENT_FOLDER, "lessons", `${id}.md`);
  if (!existsSync(path)) return undefined;
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path, "utf8"));
  if (!match) throw new Error(`content/lessons/${id}.md: falta o cabeçalho entre linhas "---"`);
  const head = z.strictObject({ standfirst: z.string().min(20) }).parse(parseYaml(match[1]!));
  return { id, standfirst: head.standfirst, markdown: match[2]! };
}

/** The questions of a module, or none while they are still being written. */
export function readQuestions(moduleId: number): QuestionSource[] {
  const file = `questions/m${String(moduleId).padStart(2, "0")}.yaml`;
  return existsSync(join(CONTENT_FOLDER, file)) ? readYaml(file, z.array(questionSource)) : [];
}

/** SVG and plate number of each drawing, by slug. */
export function readDrawings(): Map<string, { svg: string; plate: string }> {
  const files = new Set(readdirSync(join(CONTENT_FOLDER, "drawings")));
  return new Map(
    readYaml("drawings.yaml", z.array(drawingSource)).map(({ slug, plate }) => {
      if (!files.has(`${slug}.svg`)) throw new Error(`content/drawings/${slug}.svg não existe`);
      return [slug, { svg: readFileSync(join(CONTENT_FOLDER, "drawings", `${slug}.svg`), "utf8").trim(), plate }];
    }),
  );
}
