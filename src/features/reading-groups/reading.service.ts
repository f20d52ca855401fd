import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { studyPositions, studyReadings } from "#app/features/studies/studies.table.ts";
import type { readingGroupWeeks } from "./reading-groups.table.ts";

/**
 * SQL: a member has read the text of a week, by what the academy knows anyhow: a lesson is finished; of a study they came near the end, or keep a day on
 * which their Lodge heard it. Nobody marks anything for the group.
 */
export const hasRead = (
  userId: SQLWrapper | string,
  { textKind, textId }: Pick<typeof readingGroupWeeks, "textKind" | "textId">,
): SQL<boolean> => sql<boolean>`(case ${textKind}
  when 'lesson' then exists (select from ${lessonProgress} l where l.user_id = ${userId} and l.lesson_id = ${textId} and l.completed_at is not null)
  else exists (select from ${studyPositions} s where s.user_id = ${userId} and s.study_id = ${textId} and s.read_at is not null)
    or exists (select from ${studyReadings} s where s.user_id = ${userId} and s.study_id = ${textId}) end)`;
