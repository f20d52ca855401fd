import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { DOCUMENT_KINDS, DOCUMENT_REGIONS } from "#app/lib/document-kinds.ts";
import { CONTENT_FOLDER, ContentError, contentId, parseFrontMatter, readText } from "./files.ts";
import { placesOf } from "./places.ts";

const text = z.string().min(1);

export const documentHead = z
  .strictObject({
    id: contentId,
    /** By which readers refer to it, "Doc. 29": given once, in the order of adding, and never used again. */
    number: z.int().min(1),
    title: z.string().min(5).max(90),
    original: z.strictObject({ title: text, lang: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z]+)?$/) }),
    author: text,
    /** For sorting and the timeline, negative before Christ; what is shown is `date`. */
    year: z.int().min(-1000).max(2015),
    date: text,
    /** The year is a choice among several that scholars give. */
    disputed: z.boolean().default(false),
    edition: text,
    page: text,
    /** The lowest degree that may read it. */
    degree: z.enum(DEGREES),
    kind: z.enum(DOCUMENT_KINDS),
    place: text,
    /** The same on the map. */
    at: placesOf,
    region: z.enum(DOCUMENT_REGIONS),
    /** One line for the timeline. */
    subject: z.string().min(10).max(90),
    /** Two sentences before the excerpt: who wrote it, when, and why it matters to who never heard of it. */
    intro: z.string().min(90).max(480),
    /** What the timeline calls it, where it is named there. */
    mark: z.string().min(3).max(22).optional(),
    /** Bears on the York Rite's own history and degrees. */
    york: z.boolean().default(false),
    link: z.url().optional(),
    linkLabel: text.optional(),
    lessons: z.array(contentId).min(1),
    sources: text,
  })
  .refine(({ link, linkLabel }) => (link === undefined) === (linkLabel === undefined), "link e linkLabel vêm juntos");

export type DocumentSource = z.output<typeof documentHead> & { markdown: string };

/** The documents in the order of their years. @throws ContentError */
export function readDocuments(folder = CONTENT_FOLDER): DocumentSource[] {
  return readdirSync(join(folder, "documents"))
    .map((name) => readDocument(`documents/${name}`, folder))
    .sort((a, b) => a.year - b.year || a.id.localeCompare(b.id));
}

function readDocument(file: string, folder: string): DocumentSource {
  const { head, markdown } = parseFrontMatter(file, readText(file, folder) ?? "", documentHead);
  if (file !== `documents/${head.id}.md`) throw new ContentError(`content/${file}: id: o arquivo deve chamar-se ${head.id}.md`);
  return { ...head, markdown };
}
