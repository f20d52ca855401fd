import { sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { takesPart } from "#app/server/gate.ts";
import { mentors } from "./mentors.table.ts";

/** The answers that the reply time is measured by: the latest ones tell how a mentor answers today. */
const MEASURED_ANSWERS = 50;

/** SQL: distinct members with a pending or accepted session of the mentor in the query's `mentors` row. */
export const occupiedPlaces = sql<number>`(
  select count(distinct open.mentee_id)::int from mentorship_sessions open
  where open.mentor_id = ${mentors.userId} and open.status in ('pending', 'accepted'))`;

/** SQL: median minutes from request to answer, over the mentor's last answers; null before the first. */
export const medianReplyMinutes = sql<number | null>`(
  select round(extract(epoch from percentile_cont(0.5) within group (order by answered.reply)) / 60)::int
  from (
    select past.answered_at - past.created_at as reply from mentorship_sessions past
    where past.mentor_id = ${mentors.userId} and past.answered_at is not null
    order by past.created_at desc limit ${sql.raw(String(MEASURED_ANSWERS))}
  ) answered)`;

/** SQL: whether a mentor is on a pause, by the day of their own zone. */
export const isPaused = sql<boolean>`coalesce(${mentors.pausedUntil} > (now() at time zone ${mentors.timeZone})::date, false)`;

/** SQL: whether a mentor may be asked at all; a suspended member is as good as gone. Joined with their profile. */
export const isAvailable = sql<boolean>`(${mentors.isActive} and not ${isPaused} and ${takesPart(profiles)})`;

/** SQL: how many requests wait for the answer of the mentor in the query's `mentors` row. */
export const waitingRequests = sql<number>`(
  select count(*)::int from mentorship_sessions waiting where waiting.mentor_id = ${mentors.userId} and waiting.status = 'pending')`;
