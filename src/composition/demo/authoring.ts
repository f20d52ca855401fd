import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { LessonBody } from "#app/features/authoring/authoring.schema.ts";
import { authors, drafts } from "#app/features/authoring/authoring.table.ts";
import { trimLines } from "#app/features/authoring/trim-lines.policy.ts";
import { lessonRevisions, lessons } from "#app/features/courses/courses.table.ts";
import { DEGREES } from "#app/lib/degrees.ts";

const LESSON = "m03-l01";
const BEFORE = "O que endireita a linha e o que governa a conduta nasceram com um só nome.";
const AFTER = "O que endireita a linha e o que governa a conduta têm, em latim, um só nome.";

/**
 * The Mestre Instrutor writes, the administrator reviews, and one correction waits for them.
 * @param ids the demo members by e-mail
 */
export async function seedAuthoring(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const [author, reviewer] = [ids.get("mentor@academia.example")!, ids.get("admin@academia.example")!];
  await tx.insert(authors).values(
    DEGREES.flatMap((degree) => [
      { memberId: author, degree, part: "author" as const },
      { memberId: reviewer, degree, part: "reviewer" as const },
    ]),
  );
  const [lesson] = await tx
    .select({
      title: lessons.title,
      moduleId: lessons.moduleId,
      standfirst: lessonRevisions.standfirst,
      source: lessonRevisions.source,
    })
    .from(lessons)
    .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(eq(lessons.id, LESSON));
  if (!lesson?.source.includes(BEFORE)) return; // the lesson says it otherwise now
  const { title, standfirst, source, moduleId } = lesson;
  await tx.insert(drafts).values({
    ...{ kind: "lesson", subjectId: LESSON, degree: "aprendiz", parentId: String(moduleId), version: 3, state: "review" },
    body: { title, standfirst, markdown: trimLines(source).replace(BEFORE, AFTER) } satisfies LessonBody,
    reason: "As duas palavras portuguesas não nasceram juntas; a latina é que é uma só.",
    ...{ authorId: author, savedBy: author, writers: [author], submittedAt: new Date(Date.now() - 2 * 86_400_000) },
  });
}
