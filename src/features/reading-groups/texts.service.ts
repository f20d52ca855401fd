import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import { listStudies, piecesOpenTo } from "#app/features/studies/studies.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { SORT, STUDY_SORTS, studyAddress } from "#app/lib/study-sorts.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Text } from "./reading-groups.answers.ts";

/** The texts that a group of this degree can read: every one of them fits it. */
export function textsFor(ctx: Ctx, degree: Degree): Text[] {
  const lessons = ctx.catalogue().modules.flatMap((module) =>
    module.lessons.flatMap(({ id, number, title, text }): Text[] => {
      if (!text || !coversDegree(degree, module.degree)) return [];
      const shelf = `${module.title}, lição ${number}`;
      const path = `/modulo/${module.id}/licao/${number}`;
      return [{ kind: "lesson", id, title, path, shelf, degree: module.degree, minutes: text.minutes }];
    }),
  );
  const studies = STUDY_SORTS.flatMap((sort) => listStudies(ctx, sort).studies).flatMap((study): Text[] => {
    if (!coversDegree(degree, study.degree)) return [];
    const { id, sort, title, minutes } = study;
    return [{ kind: "study", id, title, path: studyAddress(study), shelf: SORT[sort].one, degree: study.degree, minutes }];
  });
  return [...lessons, ...studies];
}

/** Finds a text of a group of this degree; undefined where it was retired, or moved to a higher degree. */
export function textFinder(ctx: Ctx, degree: Degree): (kind: Text["kind"], id: string) => Text | undefined {
  const texts = new Map(textsFor(ctx, degree).map((text) => [`${text.kind}:${text.id}`, text]));
  return (kind, id) => texts.get(`${kind}:${id}`);
}

/** The questions with which a text closes. */
export function questionsOf(catalogue: Catalogue, { kind, id, degree }: Text): string[] {
  if (kind === "study") return piecesOpenTo(catalogue, degree).find((piece) => piece.id === id)?.questions ?? [];
  const html = catalogue.lessonById.get(id)?.text?.html ?? "";
  const [, box = ""] = /<section class="ponder"[^>]*>([\s\S]*?)<\/section>/.exec(html) ?? [];
  return [...box.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, question]) => textOfHtml(question!).trim());
}
