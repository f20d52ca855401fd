import { readDrawings } from "#app/content/courses.ts";
import { readTerms } from "#app/content/dictionary.ts";
import { readDocuments } from "#app/content/documents.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import type { WithEdits } from "#app/features/authoring/edited-texts.policy.ts";
import { termsForTexts } from "#app/features/dictionary/dictionary.service.ts";
import { documentsForTexts } from "#app/features/documents/document-sources.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { once } from "#app/lib/once.ts";
import type { LessonTargets } from "./render-lesson.ts";

/** The modules with their lessons, in their places, the lessons that were retired, and what was edited of other texts. */
export type Places = WithEdits & { modules: { id: number; lessons: { id: string }[] }[]; retired: readonly string[] };

/** Where texts may link, from the content folder: a text of a degree shows the documents that everybody of that degree may read. */
export function textTargetsOf(folder: string): (places: Places) => (degree: Degree) => LessonTargets {
  const terms = readTerms(folder);
  const drawings = readDrawings(folder);
  const documents = readDocuments(folder);
  return ({ modules, retired, edited }) => {
    const shown = documentsForTexts(edited, documents);
    const called = termsForTexts(edited, terms);
    const paths = new Map<string, string | null>([
      ...retired.map((id) => [id, null] as const),
      ...modules.flatMap((module) =>
        module.lessons.map(({ id }, index) => [id, `/modulo/${module.id}/licao/${index + 1}`] as const),
      ),
    ]);
    return (degree) => ({
      lessonPath: (id) => paths.get(id),
      hasTerm: (slug) => called.has(slug),
      drawing: (slug) => drawings.get(slug),
      document: (id) => {
        const document = shown.get(id);
        return document && coversDegree(degree, document.degree) ? document : undefined;
      },
    });
  };
}

/** The same on the academy's own content folder, which is read once. */
export const lessonTargets = (places: Places) => ownTargets()(places);
const ownTargets = once(() => textTargetsOf(CONTENT_FOLDER));
