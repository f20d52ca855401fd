import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { CONTENT_FOLDER, ContentError, contentId, parseFrontMatter, readText } from "./files.ts";

const studyHead = z.strictObject({
  id: contentId,
  /** Place among the studies. */
  order: z.int().min(1).max(40),
  title: z.string().min(5).max(60),
  standfirst: z.string().min(20),
  /** The lowest degree that may read it. */
  degree: z.enum(DEGREES),
  /** The degree of the York Rite it is about; none for a study of the rite's history. */
  york: z.int().min(4).max(13).optional(),
});

export type StudySource = z.output<typeof studyHead> & { markdown: string };

/** The studies of the York Rite, in their order. @throws ContentError */
export function readStudies(folder = CONTENT_FOLDER): StudySource[] {
  return readdirSync(join(folder, "studies"))
    .map((name) => readStudy(`studies/${name}`, folder))
    .sort((a, b) => a.order - b.order);
}

const readStudy = (file: string, folder: string): StudySource => parseStudy(file, readText(file, folder) ?? "");

/** One study from the text of its file. @throws Error naming what is wrong in it */
export function parseStudy(file: string, text: string): StudySource {
  const { head, markdown } = parseFrontMatter(file, text, studyHead);
  if (file !== `studies/${head.id}.md`) throw new ContentError(`content/${file}: id: o arquivo deve chamar-se ${head.id}.md`);
  return { ...head, markdown };
}
