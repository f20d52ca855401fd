import { eq, sql } from "drizzle-orm";
import { questions } from "#app/features/courses/courses.table.ts";
import { neighbourOf, studyFiles, studyForReader } from "#app/features/studies/studies.service.ts";
import { studyPositions } from "#app/features/studies/studies.table.ts";
import { once } from "#app/lib/once.ts";
import { SORT, type StudySort } from "#app/lib/study-sorts.ts";
import { studyBody } from "../authoring.schema.ts";
import { picturesOf } from "../pictures/pictures.service.ts";
import { bodyOfStudy } from "../study-bodies.policy.ts";
import { type FileText, kindOfFiles } from "./files.service.ts";
import { placesIn } from "./lessons.service.ts";

/** From here on a study counts as read to its end. */
const END = 0.95;

/** An essay, a piece to be read aloud, or a life. */
export const studyKind = kindOfFiles({
  name: "study",
  body: studyBody,
  files: once((): FileText<"study">[] =>
    studyFiles().map((study) => ({ id: study.id, degree: study.degree, body: bodyOfStudy(study) })),
  ),
  parent: ({ sort }) => ({ id: sort, title: SORT[sort].many }),
  parentTitle: (sort) => SORT[sort as StudySort].many,
  toCompose: async ({ db, catalogue }, { ref: { id }, degree }, body) => ({
    ...{ kind: "study", id, degree, body, places: placesIn(catalogue()) },
    pictures: await picturesOf(db, body.markdown),
    neighbour: neighbourOf(catalogue(), { id, sort: body.sort, order: body.order }),
  }),
  htmlNow: ({ catalogue }, id, degree) => studyForReader(catalogue(), id, degree)?.html ?? undefined,
  places: (id) => ({ table: studyPositions, text: studyPositions.studyId, id }),
  annotated: (id) => ({ notes: { kind: "study", textId: id }, asked: eq(questions.studyId, id) }),
  readers: async (db, id) => {
    const [counted] = await db
      .select({
        finished: sql<number>`count(*) filter (where ${studyPositions.position} >= ${END})::int`,
        inside: sql<number>`count(*) filter (where ${studyPositions.position} < ${END})::int`,
      })
      .from(studyPositions)
      .where(eq(studyPositions.studyId, id));
    return counted!;
  },
});
