import { and, asc, desc, eq, gt, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { activeAdministrators } from "#app/features/account/administrators.service.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { nameInLetter } from "#app/lib/text.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { heldHours } from "../mentors/hours.table.ts";
import { isAvailable, occupiedPlaces } from "../mentors/mentor-facts.service.ts";
import { mentors } from "../mentors/mentors.table.ts";
import { judgeMove, UNANSWERED_DAYS, UNCONFIRMED_DAYS } from "./mentorship-sessions.policy.ts";
import { endsAt, factsOf, holdParties } from "./mentorship-sessions.service.ts";
import { mentorshipSessions, type Side } from "./mentorship-sessions.table.ts";
import { applyMove } from "./moves.service.ts";

/** After how many days without an answer the mentor is reminded, twice, and then the member gets a letter. */
const REMINDER_DAYS = [2, 5, 7] as const;
/** How long a message waits before its reader gets a letter: who is reading just now needs none. */
const UNREAD_MINUTES = 15;
const BATCH = 200;
/** Days after which a mentor who has not said whether a session happened is asked again. */
const OUTCOME_AGAIN_DAYS = 2;
/** How many requests in a row a mentor leaves unanswered before a pause, and its days. */
const UNANSWERED_IN_ROW = 3;
const PAUSE_DAYS = 30;
/** What the history says about the program's moves. */
const ENDED = { expire: "Sem resposta do mentor", close: "Encerrada sem confirmação" };

const parties = { mentorId: mentorshipSessions.mentorId, menteeId: mentorshipSessions.menteeId };
/**
 * Reminds of requests that nobody answered, of sessions to come and to close, and of messages that nobody read; ends what nobody ends; writes
 * about sessions that a removal ended. Safe to repeat: what was sent is recorded.
 */
export const remindMentoring: Job<"remind-mentoring"> = {
  retries: 3,
  cron: "*/10 * * * *",
  run: async (services) => {
    while ((await remindOfRequests(services)) === BATCH);
    while ((await remindOfDates(services)) === BATCH);
    while ((await askForOutcomes(services)) === BATCH);
    while ((await endForgotten(services)) === BATCH);
    await services.db.delete(heldHours).where(lt(heldHours.expiresAt, sql`now()`));
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

/** Both sides, a day and an hour before: once each, and not for what was agreed within that time. @returns how many were seen to, at most a batch */
async function remindOfDates(services: Services): Promise<number> {
  const { id, scheduledDate, durationMinutes, dateReminders, status } = mentorshipSessions;
  const due = sql<number>`(case when ${scheduledDate} <= now() + interval '1 hour' then 2 else 1 end)`;
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select({ ...{ id, scheduledDate, durationMinutes, due }, ...parties })
      .from(mentorshipSessions)
      .where(
        and(
          eq(status, "accepted"),
          gt(scheduledDate, sql`now()`),
          lte(scheduledDate, sql`now() + interval '1 day'`),
          lt(dateReminders, due),
        ),
      )
      .orderBy(asc(scheduledDate))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const { id, scheduledDate, durationMinutes, due, mentorId, menteeId } of rows) {
      const facts = { mentorshipSessionId: id, scheduledDate: scheduledDate!.toISOString(), durationMinutes };
      for (const memberId of [mentorId, menteeId]) if (memberId) await services.notify(tx, "mentoring-soon", { memberId }, facts);
      await tx.update(mentorshipSessions).set({ dateReminders: due }).where(eq(mentorshipSessions.id, id));
    }
    return rows.length;
  });
}

/** The mentor, after a session's end and two days later. @returns how many were seen to, at most a batch */
async function askForOutcomes(services: Services): Promise<number> {
  const { id, scheduledDate, outcomeAsked, status } = mentorshipSessions;
  const due = sql<number>`(case when ${endsAt} < now() - make_interval(days => ${OUTCOME_AGAIN_DAYS}) then 2 else 1 end)`;
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id, scheduledDate, due, mentorId: parties.mentorId })
      .from(mentorshipSessions)
      .where(and(eq(status, "accepted"), lt(endsAt, sql`now()`), lt(outcomeAsked, due)))
      .orderBy(asc(scheduledDate))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const { id, scheduledDate, due, mentorId } of rows) {
      const facts = { mentorshipSessionId: id, scheduledDate: scheduledDate!.toISOString() };
      if (mentorId) await services.notify(tx, "mentoring-outcome", { memberId: mentorId }, facts);
      await tx.update(mentorshipSessions).set({ outcomeAsked: due }).where(eq(mentorshipSessions.id, id));
    }
    return rows.length;
  });
}

/**
 * Ends requests that nobody answered in fourteen days, and sessions of which nobody said in seven whether they happened: the program's two moves.
 * @returns how many were seen to, at most a batch
 */
async function endForgotten(services: Services): Promise<number> {
  const { id, status, createdAt } = mentorshipSessions;
  const forgotten = await services.db
    .select({ id })
    .from(mentorshipSessions)
    .where(
      or(
        and(eq(status, "pending"), lt(createdAt, sql`now() - make_interval(days => ${UNANSWERED_DAYS})`)),
        and(eq(status, "accepted"), lt(endsAt, sql`now() - make_interval(days => ${UNCONFIRMED_DAYS})`)),
      ),
    )
    .orderBy(id)
    .limit(BATCH);
  for (const { id } of forgotten) await services.db.transaction((tx) => endOne(services, tx, id));
  return forgotten.length;
}

async function endOne(services: Services, tx: Db, mentorshipSessionId: string): Promise<void> {
  await holdParties(tx, null, mentorshipSessionId);
  const [session] = await tx
    .select()
    .from(mentorshipSessions)
    .where(eq(mentorshipSessions.id, mentorshipSessionId))
    .for("update");
  const move = session?.status === "pending" ? "expire" : "close";
  if (!session || judgeMove(move, "system", factsOf(session)) !== "allowed") return;
  const { mentorId, menteeId } = session;
  await applyMove(services, tx, session, move, { actorId: null, side: "system" }, { reason: ENDED[move] });
  if (move === "close") {
    const facts = { mentorshipSessionId, scheduledDate: session.scheduledDate!.toISOString() };
    for (const memberId of [mentorId!, menteeId!]) await services.notify(tx, "mentoring-close", { memberId }, facts);
    return;
  }
  const otherMentors = await freeMentors(tx, mentorId);
  await services.notify(tx, "mentoring-expire", { memberId: menteeId! }, { mentorshipSessionId, otherMentors });
  await services.notify(tx, "mentoring-expired", { memberId: mentorId! }, { mentorshipSessionId });
  await countUnanswered(services, tx, mentorId!);
}

/** After three requests in a row without an answer a mentor is on a pause, of which they and the administrators are told. */
async function countUnanswered(services: Services, tx: Db, mentorId: string): Promise<void> {
  const [mentor] = await tx
    .update(mentors)
    .set({ unansweredInRow: sql`${mentors.unansweredInRow} + 1` })
    .where(eq(mentors.userId, mentorId))
    .returning({ inRow: mentors.unansweredInRow });
  if (!mentor || mentor.inRow < UNANSWERED_IN_ROW) return;
  const until = isoDayInBrasilia(new Date(Date.now() + PAUSE_DAYS * 86_400_000));
  await tx.update(mentors).set({ unansweredInRow: 0, pausedUntil: until }).where(eq(mentors.userId, mentorId));
  await services.notify(tx, "mentoring-paused", { memberId: mentorId }, { until });
  for (const { id } of await activeAdministrators(tx)) await services.notify(tx, "mentor-paused", { memberId: id }, {});
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
