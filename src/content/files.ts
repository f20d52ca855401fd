import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load, YAMLException } from "js-yaml";
import { z } from "zod";
import { projectFile } from "#app/project-files.ts";

/** Folder of the academy's texts. Readers take another one, so that tests can run on an altered copy. */
export const CONTENT_FOLDER = projectFile("content");

/** The form of every permanent id of the content: small letters and digits, in parts joined by hyphens. */
export const contentId = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "um id tem letras minúsculas sem acento, algarismos e hifens");

/** A file of `content/` that cannot be used as it is. Its message names the file, the line where it is known, and what is wrong. */
export class ContentError extends Error {}

/** The text of a file of `content/`, or undefined when there is none. */
export function readText(file: string, folder: string): string | undefined {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** What a YAML file of `content/` holds. @throws ContentError */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema, folder: string): z.output<Schema> {
  const text = readText(file, folder);
  if (text === undefined) throw new ContentError(`content/${file} não existe`);
  return parseYaml(file, text, schema);
}

/** Parses the text of a YAML file. @throws ContentError */
export function parseYaml<Schema extends z.ZodType>(file: string, text: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(loadYaml(file, text));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const line = lineOfEntry(text, path[0]);
  throw new ContentError(`content/${file}${line ? `, linha ${line}` : ""}: ${path.join(".")}: ${message}`);
}

function loadYaml(file: string, text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new ContentError(`content/${file}, linha ${(error.mark?.line ?? 0) + 1}: ${error.reason}`);
  }
}

/** The line at which an entry begins, from 1, in a file that is a list. */
function lineOfEntry(text: string, index: PropertyKey | undefined): number | undefined {
  if (typeof index !== "number") return undefined;
  const entries = text.split("\n").flatMap((line, number) => (line.startsWith("- ") ? [number + 1] : []));
  return entries[index];
}

/** A file's front matter between its two lines of hyphens, and nothing else before its text. */
const FRONT_MATTER = /^---\r?\n(?<yaml>[\s\S]*?)\r?\n---(?:\r?\n|$)/;

/** Parts a Markdown file into its checked front matter and its text. @throws ContentError */
export function parseFrontMatter<Schema extends z.ZodType>(file: string, text: string, schema: Schema) {
  const [front = "", yaml = ""] = FRONT_MATTER.exec(text) ?? [];
  return { head: parseYaml(file, yaml, schema), markdown: text.slice(front.length) };
}
