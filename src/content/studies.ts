import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { SORT, STUDY_SORTS, type StudySort, studyPath } from "#app/lib/study-sorts.ts";
import { CONTENT_FOLDER, ContentError, contentId, parseFrontMatter, readText } from "./files.ts";
import { placesOf } from "./places.ts";

/** What every study has, of whichever sort. */
const head = {
  id: contentId,
  /** Place among those of its sort. */
  order: z.int().min(1).max(60),
  title: z.string().min(5).max(60),
  standfirst: z.string().min(20),
  /** The lowest degree that may read it. */
  degree: z.enum(DEGREES),
  /** The degree of the York Rite it is about; none for one of the Craft or of history. */
  york: z.int().min(4).max(13).optional(),
};

const essayHead = z.strictObject(head);

/** Ten minutes to be read aloud in a Lodge. */
const pieceHead = z.strictObject({
  ...head,
  /** The lesson it stands on, and the document it reads from. */
  lesson: z.string(),
  document: contentId,
  /** For the conversation afterwards. */
  questions: z.array(z.string().min(20).max(220)).length(3),
});

const lifeHead = z.strictObject({
  ...head,
  /** Of birth and death, as “1742–1818”. */
  years: z.string().max(40),
  /** The line of their years and places. */
  steps: z
    .array(
      z.strictObject({
        /** “1742”, “c. 1679”, “1775 ou 1778”: the first year sorts it. */
        year: z.string().max(20).regex(/\d{4}/, "falta o ano, de quatro algarismos"),
        place: z.string().min(2).max(60),
        /** The same on the map. */
        at: placesOf,
        what: z.string().min(5).max(120),
      }),
    )
    .min(4)
    .max(9),
});

/** The head of a file of each sort. */
const HEADS = { study: essayHead, piece: pieceHead, life: lifeHead } as const satisfies Record<StudySort, z.ZodType>;

/** What the head of a file of this sort is made of. */
export const studyHead = (sort: StudySort): z.ZodType => HEADS[sort];

/** An essay about the York Rite, a piece to be read aloud, or a life. All are read, noted, found and kept alike; `sort` says which it is. */
export type StudySource =
  | ({ sort: "study"; markdown: string } & z.output<typeof essayHead>)
  | ({ sort: "piece"; markdown: string } & z.output<typeof pieceHead>)
  | ({ sort: "life"; markdown: string } & z.output<typeof lifeHead>);
export type PieceSource = Extract<StudySource, { sort: "piece" }>;
export type LifeSource = Extract<StudySource, { sort: "life" }>;

/** All studies, sort by sort, each in its order. @throws ContentError */
export function readStudies(folder = CONTENT_FOLDER): StudySource[] {
  return STUDY_SORTS.flatMap((sort) => {
    const files = join(folder, SORT[sort].folder);
    const names = existsSync(files) ? readdirSync(files) : [];
    return names
      .map((name) => `${SORT[sort].folder}/${name}`)
      .map((file) => parseStudy(sort, file, readText(file, folder) ?? ""))
      .sort((a, b) => a.order - b.order);
  });
}

/** One study from the text of its file. @throws ContentError naming what is wrong in it */
export function parseStudy(sort: StudySort, file: string, text: string): StudySource {
  const { head: found, markdown } = parseFrontMatter(
    file,
    text,
    HEADS[sort] as z.ZodType<Omit<StudySource, "sort" | "markdown">>,
  );
  const study = { ...found, sort, markdown } as StudySource;
  if (file !== studyPath(study)) throw new ContentError(`content/${file}: id: o arquivo deve chamar-se ${study.id}.md`);
  return study;
}
