import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lessonProgress, lessonRevisions, lessons, questions } from "#app/features/courses/courses.table.ts";
import { reviewCards } from "./review.table.ts";

/**
 * Makes cards of what a member has met. What has one keeps it, so that all of this may be said twice. It knows tables only: the verbs
 * that call it, in lessons, documents and exams, are what the review itself is made of.
 */

/** The dictionary's terms and the documents of the lessons that a member has completed: of one, or of all. */
export async function meetLessons(tx: Db, userId: string, lessonId?: string): Promise<void> {
  await tx.execute(sql`
    insert into ${reviewCards} (user_id, kind, subject, source, met_at, due)
    select distinct on (met.kind, met.subject) ${userId}::uuid, met.kind, met.subject, 'lesson:' || p.lesson_id, p.completed_at, p.completed_at
    from ${lessonProgress} p
    join ${lessons} l on l.id = p.lesson_id and l.retired_at is null
    join ${lessonRevisions} r on r.id = l.published_revision_id
    cross join lateral (
      select 'term' as kind, slug as subject from jsonb_array_elements_text(r.terms) slug
      union all
      select 'document', plate[1] from regexp_matches(r.html, '<figure class="plate document" id="doc-([a-z0-9-]+)"', 'g') plate
    ) met
    where p.user_id = ${userId} and p.completed_at is not null ${lessonId ? sql`and p.lesson_id = ${lessonId}` : sql``}
    order by met.kind, met.subject, p.completed_at
    on conflict do nothing`);
}

/** A document that a member has answered a question about. */
export async function meetDocument(tx: Db, userId: string, documentId: string): Promise<void> {
  await tx
    .insert(reviewCards)
    .values({ userId, kind: "document", subject: documentId, source: `document:${documentId}` })
    .onConflictDoNothing();
}

/** Questions that a member has missed. One that is a card already is asked again at once. */
export async function meetQuestions(tx: Db, userId: string, questionIds: string[]): Promise<void> {
  if (questionIds.length === 0) return;
  await tx.execute(sql`
    insert into ${reviewCards} (user_id, kind, subject, source)
    select ${userId}::uuid, 'question', q.id,
      coalesce('lesson:' || q.lesson_id, 'document:' || q.document_id, 'study:' || q.study_id)
    from ${questions} q where q.id = any(${sql.param(questionIds)}::text[])
    on conflict (user_id, kind, subject) do update set due = least(review_cards.due, now())`);
}
