import { and, asc, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { nameInLetter } from "#app/lib/text.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { isAvailable, occupiedPlaces } from "../mentors/mentors.service.ts";
import { mentors } from "../mentors/mentors.table.ts";
import { mentorshipSessions, type Side } from "./mentorship-sessions.table.ts";

/** After how many days without an answer the mentor is reminded, twice, and then the member gets a letter. */
const REMINDER_DAYS = [2, 5, 7] as const;
/** How long a message waits before its reader gets a letter: who is reading just now needs none. */
const UNREAD_MINUTES = 15;
const BATCH = 200;

/** Reminds of requests that nobody answered and of messages that nobody read, and writes about sessions that a removal ended. Safe to repeat: what was sent is recorded. */
export const remindMentoring: Job<"remind-mentoring"> = {
  retries: 3,
  cron: "*/10 * * * *",
  run: async (services) => {
    while ((await remindOfRequests(services)) === BATCH);
    while ((await tellOfRemovals(services)) === BATCH);
    for (const side of ["mentor", "mentee"] as const) while ((await tellOfMessages(services, side)) === BATCH);
  },
};

/** @returns how many requests were seen to, at most a batch */
async function remindOfRequests(services: Services): Promise<number> {
  const { id, mentorId, menteeId } = mentorshipSessions;
  const age = sql<number>`floor(extract(epoch from now() - ${mentorshipSessions.createdAt}) / 86400)::int`;
  const due = sql`(case ${sql.join(
    REMINDER_DAYS.toReversed().map((days, index) => sql`when ${age} >= ${days} then ${REMINDER_DAYS.length - index}`),
    sql` `,
  )} else 0 end)::int`;
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id, mentorId, menteeId, days: age, due: sql<number>`${due}` })
      .from(mentorshipSessions)
      .where(
        and(
          eq(mentorshipSessions.status, "pending"),
          lt(mentorshipSessions.createdAt, sql`now() - make_interval(days => ${REMINDER_DAYS[0]})`),
          lt(mentorshipSessions.remindersSent, due),
        ),
      )
      .orderBy(asc(mentorshipSessions.createdAt))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const { id, mentorId, menteeId, days, due } of rows) {
      if (due < REMINDER_DAYS.length) {
        if (mentorId) await services.notify(tx, "mentoring-reminder", { memberId: mentorId }, { mentorshipSessionId: id, days });
      } else if (menteeId) {
        const otherMentors = await freeMentors(tx, mentorId);
        await services.notify(tx, "mentoring-unanswered", { memberId: menteeId }, { otherMentors });
      }
      await tx.update(mentorshipSessions).set({ remindersSent: due }).where(eq(mentorshipSessions.id, id));
    }
    return rows.length;
  });
}

/** Three mentors with places left, by first name, without the one who did not answer. */
async function freeMentors(tx: Db, exceptId: string | null): Promise<string[]> {
  const rows = await tx
    .select({ name: profiles.name })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(and(isAvailable, exceptId ? ne(mentors.userId, exceptId) : undefined, sql`${occupiedPlaces} < ${mentors.maxMentees}`))
    .orderBy(desc(mentors.rating))
    .limit(3);
  return rows.map(({ name }) => nameInLetter(name)).filter(Boolean);
}

/** The other party of a session that ended because an account was removed. */
async function tellOfRemovals(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(mentorshipSessions)
      .where(eq(mentorshipSessions.tellRemoval, true))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const { id, mentorId, menteeId, scheduledDate, answeredAt } of rows) {
      const memberId = mentorId ?? menteeId;
      const facts = {
        mentorshipSessionId: id,
        scheduledDate: scheduledDate?.toISOString() ?? null,
        wasAccepted: answeredAt !== null,
      };
      if (memberId) await services.notify(tx, "mentoring-removal", { memberId }, facts);
      await tx.update(mentorshipSessions).set({ tellRemoval: false }).where(eq(mentorshipSessions.id, id));
    }
    return rows.length;
  });
}

/** One letter for all that waits; the next only after the reader came and something new was written. */
async function tellOfMessages(services: Services, side: Side): Promise<number> {
  const { mentorId, menteeId, mentorRead, menteeRead, mentorTold, menteeTold, messageCount, lastMessageAt } = mentorshipSessions;
  const own =
    side === "mentor"
      ? { id: mentorId, read: mentorRead, notified: mentorTold }
      : { id: menteeId, read: menteeRead, notified: menteeTold };
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: mentorshipSessions.id, readerId: own.id, count: messageCount })
      .from(mentorshipSessions)
      .where(
        and(
          lt(lastMessageAt, sql`now() - make_interval(mins => ${UNREAD_MINUTES})`),
          sql`(${mentorRead} < ${messageCount} or ${menteeRead} < ${messageCount})`,
          lt(own.read, messageCount),
          sql`${own.notified} <= ${own.read}`,
          sql`${own.id} is not null`,
        ),
      )
      .orderBy(asc(lastMessageAt))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const { id, readerId, count } of rows) {
      await services.notify(tx, "mentoring-unread", { memberId: readerId! }, { mentorshipSessionId: id });
      await tx
        .update(mentorshipSessions)
        .set(side === "mentor" ? { mentorTold: count } : { menteeTold: count })
        .where(eq(mentorshipSessions.id, id));
    }
    return rows.length;
  });
}
