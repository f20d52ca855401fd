import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import { projectFile } from "#app/project-files.ts";

/** Folder of the academy's texts. Readers take another one, so that tests can run on an altered copy. */
export const CONTENT_FOLDER = projectFile("content");

/** The form of every permanent id of the content: small letters and digits, in parts joined by hyphens. */
export const contentId = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "um id tem letras minúsculas sem acento, algarismos e hifens");

/** The text of a file of `content/`, or undefined when there is none. */
export function readText(file: string, folder: string): string | undefined {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** What a YAML file of `content/` holds. @throws Error naming the file and what is wrong in it */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema, folder: string): z.output<Schema> {
  const text = readText(file, folder);
  if (text === undefined) throw new Error(`content/${file} não existe`);
  return parseYaml(file, text, schema);
}

/** Parses the text of a YAML file. @throws Error naming the file and what is wrong in it */
export function parseYaml<Schema extends z.ZodType>(file: string, text: string, schema: Schema): z.output<Schema> {
  return checked(file, load(text), schema);
}

/** A file's front matter between its two lines of hyphens, and nothing else before its text. */
const FRONT_MATTER = /^---\r?\n(?<yaml>[\s\S]*?)\r?\n---(?:\r?\n|$)/;

/** Parts a Markdown file into its checked front matter and its text. @throws Error naming the file and what is wrong in it */
export function parseFrontMatter<Schema extends z.ZodType>(file: string, text: string, schema: Schema) {
  const [front = "", yaml = ""] = FRONT_MATTER.exec(text) ?? [];
  return { head: parseYaml(file, yaml, schema), markdown: text.slice(front.length) };
}

function checked<Schema extends z.ZodType>(file: string, value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`content/${file}: ${issue?.path.join(".")}: ${issue?.message}`);
}
