import { and, asc, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { firstName } from "#app/lib/text.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/jobs.ts";
import { sendMail } from "#app/server/mail/outbox.ts";
import { occupiedPlaces } from "../mentors/mentors.service.ts";
import { mentors } from "../mentors/mentors.table.ts";
import { otherMentorsLetter, reminderLetter, removalLetter, unreadLetter } from "./letters.ts";
import { mentorshipSessions, type Side } from "./mentorship-sessions.table.ts";

/** After how many days without an answer the mentor is reminded, twice, and then the member is told. */
const REMINDER_DAYS = [2, 5, 7] as const;
/** How long a message waits before its reader gets a letter: who is reading just now needs none. */
const UNREAD_MINUTES = 15;
const BATCH = 200;

/** Reminds of requests that nobody answered and of messages that nobody read, and tells of sessions that a removal ended. Safe to repeat: what was told is written down. */
export const remindMentoring: Job = {
  name: "remind-mentoring",
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
  const age = sql<number>`floor(extract(epoch from now() - ${mentorshipSessions.createdAt}) / 86400)::int`;
  const due = sql`(case ${sql.join(
    REMINDER_DAYS.toReversed().map((days, index) => sql`when ${age} >= ${days} then ${REMINDER_DAYS.length - index}`),
    sql` `,
  )} else 0 end)::int`;
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select({ mentorshipSession: mentorshipSessions, days: age, due: sql<number>`${due}` })
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
    for (const row of rows) {
      const toMember = row.due === REMINDER_DAYS.length;
      const reader = await nameAndAddress(tx, toMember ? row.mentorshipSession.menteeId : row.mentorshipSession.mentorId);
      if (reader) {
        const letter = toMember
          ? otherMentorsLetter(services, reader.name, await freeMentors(tx, row.mentorshipSession.mentorId))
          : reminderLetter(services, reader.name, row.mentorshipSession.id, row.days);
        await sendMail(services, tx, toMember ? "mentoring-unanswered" : "mentoring-reminder", reader.email, letter);
      }
      await tx
        .update(mentorshipSessions)
        .set({ remindersSent: row.due })
        .where(eq(mentorshipSessions.id, row.mentorshipSession.id));
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
    .where(
      and(
        eq(mentors.isActive, true),
        exceptId ? ne(mentors.userId, exceptId) : undefined,
        sql`${occupiedPlaces} < ${mentors.maxMentees}`,
      ),
    )
    .orderBy(desc(mentors.rating))
    .limit(3);
  return rows.map(({ name }) => firstName(name));
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
    for (const mentorshipSession of rows) {
      const reader = await nameAndAddress(tx, mentorshipSession.mentorId ?? mentorshipSession.menteeId);
      const letter = reader && removalLetter(services, reader.name, mentorshipSession);
      if (reader && letter) await sendMail(services, tx, "mentoring-removal", reader.email, letter);
      await tx.update(mentorshipSessions).set({ tellRemoval: false }).where(eq(mentorshipSessions.id, mentorshipSession.id));
    }
    return rows.length;
  });
}

/** One letter for all that waits; the next only after the reader came and something new was written. */
async function tellOfMessages(services: Services, side: Side): Promise<number> {
  const { mentorId, menteeId, mentorRead, menteeRead, mentorTold, menteeTold, messageCount, lastMessageAt } = mentorshipSessions;
  const own =
    side === "mentor"
      ? { id: mentorId, read: mentorRead, told: mentorTold }
      : { id: menteeId, read: menteeRead, told: menteeTold };
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: mentorshipSessions.id, readerId: own.id, count: messageCount })
      .from(mentorshipSessions)
      .where(
        and(
          lt(lastMessageAt, sql`now() - make_interval(mins => ${UNREAD_MINUTES})`),
          sql`(${mentorRead} < ${messageCount} or ${menteeRead} < ${messageCount})`,
          lt(own.read, messageCount),
          sql`${own.told} <= ${own.read}`,
          sql`${own.id} is not null`,
        ),
      )
      .orderBy(asc(lastMessageAt))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const { id, readerId, count } of rows) {
      const reader = await nameAndAddress(tx, readerId);
      if (reader) await sendMail(services, tx, "mentoring-unread", reader.email, unreadLetter(services, reader.name, id));
      await tx
        .update(mentorshipSessions)
        .set(side === "mentor" ? { mentorTold: count } : { menteeTold: count })
        .where(eq(mentorshipSessions.id, id));
    }
    return rows.length;
  });
}

async function nameAndAddress(tx: Db, memberId: string | null) {
  if (!memberId) return undefined;
  const [member] = await tx
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, memberId));
  return member;
}
