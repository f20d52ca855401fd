import type { StudySource } from "#app/content/studies.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { StudyBody } from "./authoring.schema.ts";
import { trimLines } from "./trim-lines.policy.ts";

/** A study of the files as its editor shows it: those fields that its sort has not stay empty. */
export function bodyOfStudy(study: StudySource): StudyBody {
  const { sort, order, title, standfirst, york = null, markdown } = study;
  return {
    ...{ sort, order, title, standfirst, york, lesson: "", document: "", questions: [], years: "", steps: [] },
    ...(sort === "piece" && { lesson: study.lesson, document: study.document, questions: study.questions }),
    ...(sort === "life" && { years: study.years, steps: study.steps }),
    markdown: trimLines(markdown),
  };
}

/** The head of its file, still unchecked: `studyHead` (src/content/studies.ts) judges it. */
export function headOfStudy({ id, degree }: { id: string; degree: Degree }, body: StudyBody): Record<string, unknown> {
  const { sort, order, title, standfirst, york, lesson, document, questions, years, steps } = body;
  return {
    ...{ id, order, title: title.trim(), standfirst: standfirst.trim(), degree },
    ...(york !== null && { york }),
    ...(sort === "piece" && { lesson, document, questions: questions.map((question) => question.trim()) }),
    ...(sort === "life" && { years: years.trim(), steps: steps.map(headOfStep) }),
  };
}

const headOfStep = ({ year, place, at, what }: StudyBody["steps"][number]) => ({
  ...{ year, place },
  ...(at.length > 0 && { at }),
  what,
});

/** A study as it is read from its file. Its body was checked when it was published. */
export const studyOfBody = (head: { id: string; degree: Degree }, body: StudyBody): StudySource =>
  ({
    ...headOfStudy(head, body),
    ...(body.sort === "life" && { steps: body.steps }),
    sort: body.sort,
    markdown: body.markdown,
  }) as StudySource;
