import { studyFiles } from "#app/features/studies/studies.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { SORT, STUDY_SORTS } from "#app/lib/study-sorts.ts";
import { type StudyBody, type TextBody, type TextKind, titleOfBody } from "./authoring.schema.ts";
import type { EditedText } from "./edited-texts.policy.ts";

type Known = { id: string; degree: Degree; sort: string; title: string; number: number };
type Drafted = { kind: TextKind; subjectId: string; degree: Degree; body: TextBody };

/** The texts of a degree that are in no module, shelf by shelf: those that members have, those that are retired, and those that are only drafted. */
export function shelvesOf(degree: Degree, edited: readonly EditedText[], drafted: readonly Drafted[]) {
  const known = new Map<string, Known>(studyFiles().map((study) => [study.id, { ...study, number: study.order }]));
  const retiredAt = new Map(edited.filter(({ kind }) => kind === "study").map((text) => [text.id, text.retiredAt]));
  const published = new Set(known.keys());
  const put = (id: string, of: Degree, body: StudyBody) =>
    known.set(id, {
      ...{ id, sort: body.sort, number: body.order, title: titleOfBody(body) },
      degree: known.get(id)?.degree ?? of,
    });
  for (const { kind, id, degree: of, body } of edited)
    if (kind === "study" && body) {
      put(id, of, body as StudyBody);
      published.add(id);
    }
  for (const { kind, subjectId, degree: of, body } of drafted)
    if (kind === "study" && !published.has(subjectId)) put(subjectId, of, body as StudyBody);
  const texts = [...known.values()].filter((text) => text.degree === degree);
  return STUDY_SORTS.map((sort) => ({
    id: sort,
    title: SORT[sort].shelf,
    texts: texts
      .filter((text) => text.sort === sort)
      .toSorted((a, b) => a.number - b.number)
      .map(({ id, title, number }) => {
        const retired = retiredAt.get(id) ?? null;
        const isPublished = published.has(id);
        return {
          ...{ kind: "study" as const, id, title, isPublished },
          number: retired || !isPublished ? null : number,
          retiredAt: retired?.toISOString() ?? null,
        };
      }),
  }));
}
