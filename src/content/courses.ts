import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { PLATE_SUBJECTS, type PlateSubject } from "#app/lib/plate-subjects.ts";
import { CONTENT_FOLDER, ContentError, contentId, parseFrontMatter, readText, readYaml } from "./files.ts";

const moduleSource = z.strictObject({
  id: z.int().min(1).max(99),
  degree: z.enum(DEGREES),
  title: z.string().min(3),
  description: z.string().min(10),
  requires: z.array(z.int()),
  /** In their order. The id is permanent and says nothing of the place. */
  lessons: z.array(z.strictObject({ id: contentId, title: z.string().min(3) })),
});

const modulesSource = z.array(moduleSource).superRefine((modules, context) => {
  const ids = modules.flatMap(({ lessons }) => lessons.map(({ id }) => id));
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    context.addIssue({ code: "custom", message: `a lição "${id}" aparece duas vezes` });
});

const drawingSource = z.strictObject({
  slug: z.string(),
  plate: z.string().regex(/^[IVXLC]+$/),
  subject: z.enum(PLATE_SUBJECTS),
});

/** Each plate has its own number; the site's own plates have letters (src/lib/plates.ts). */
const drawingsSource = z.array(drawingSource).superRefine((drawings, context) => {
  for (const name of ["slug", "plate"] as const) {
    const values = drawings.map((drawing) => drawing[name]);
    for (const value of new Set(values.filter((each, index) => values.indexOf(each) !== index)))
      context.addIssue({ code: "custom", message: `"${value}" aparece duas vezes` });
  }
});

export type ModuleSource = z.output<typeof moduleSource>;
export type LessonSource = { id: string; standfirst: string; markdown: string };

/** The modules with their lessons, in order. @throws Error naming what is wrong in content/modules.yaml */
export const readModules = (folder = CONTENT_FOLDER): ModuleSource[] => readYaml("modules.yaml", modulesSource, folder);

/** The text of a lesson, or undefined while it is still being written. @throws Error naming what is wrong in the file */
export function readLesson(id: string, folder = CONTENT_FOLDER): LessonSource | undefined {
  const file = `lessons/${id}.md`;
  const text = readText(file, folder);
  if (text === undefined) return undefined;
  const { head, markdown } = parseFrontMatter(file, text, z.strictObject({ standfirst: z.string().min(20) }));
  return { id, standfirst: head.standfirst, markdown };
}

export type DrawingSource = { svg: string; plate: string; subject: PlateSubject };

/** The drawings in their order, by slug. @throws Error for a drawing without its file */
export function readDrawings(folder = CONTENT_FOLDER): Map<string, DrawingSource> {
  return new Map(
    readYaml("drawings.yaml", drawingsSource, folder).map(({ slug, plate, subject }) => {
      const svg = readText(`drawings/${slug}.svg`, folder);
      if (svg === undefined) throw new ContentError(`content/drawings/${slug}.svg não existe`);
      return [slug, { svg: svg.trim(), plate, subject }];
    }),
  );
}
