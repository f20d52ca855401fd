import { and, asc, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { finishedLessons, lessonIdsUpTo } from "#app/features/courses/reading-counts.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { endOf, isOver } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import type { MentorDay } from "./day.answers.ts";
import { requireMentor } from "./hours.service.ts";
import { menteeNotes } from "./hours.table.ts";

/** Days after a session during which its member is still one of the mentor's mentees. */
const MENTEE_DAYS = 180;
const MOST_OPEN = 200;
/** How much of an unread message the panel shows. */
const LAST_LENGTH = 120;
const MOST_MENTEES = 100;

/** SQL: the query's session is an open one, or took place lately: its member is one of the mentor's mentees. */
const isOfMentee = sql`(${mentorshipSessions.status} = 'accepted' or (${mentorshipSessions.status} = 'completed'
  and ${mentorshipSessions.endedAt} > now() - make_interval(days => ${MENTEE_DAYS})))`;

/**
 * What waits for a mentor, what is arranged, and whom they accompany: three queries. Nothing of those who only asked but their degree and Lodge.
 * @throws AppError forbidden for who is no mentor
 */
export async function readMentorDay(ctx: Ctx): Promise<MentorDay> {
  const { userId } = await requireMentor(ctx);
  const { mentorId, menteeId, status, messageCount, mentorRead, createdAt } = mentorshipSessions;
  const [rows, mentees] = await Promise.all([
    ctx.db
      .select({
        ...{ session: mentorshipSessions, name: profiles.name, degree: profiles.degree, lodge: profiles.lodge },
        last: sql<string>`coalesce((select left(coalesce(nullif(m.body, ''), m.file_name), ${LAST_LENGTH}) from mentorship_messages m
          where m.session_id = ${mentorshipSessions.id} and m.number = ${messageCount}), '')`,
      })
      .from(mentorshipSessions)
      .innerJoin(profiles, eq(profiles.id, menteeId))
      .where(and(eq(mentorId, userId), or(inArray(status, ["pending", "accepted"]), lt(mentorRead, messageCount))))
      .orderBy(asc(createdAt))
      .limit(MOST_OPEN),
    findMentees(ctx, userId),
  ]);
  const of = ({ session, name }: (typeof rows)[number]) => ({ id: session.id, name });
  return {
    toAnswer: rows
      .filter(({ session: { status, proposedBy } }) => status === "pending" || (status === "accepted" && proposedBy === "mentee"))
      .map((row) => {
        const { status, title, createdAt, updatedAt, scheduledDate, proposedDate } = row.session;
        const isRequest = status === "pending";
        return {
          ...of(row),
          kind: isRequest ? ("request" as const) : ("proposal" as const),
          degree: row.degree,
          lodge: row.lodge,
          title,
          since: (isRequest ? createdAt : updatedAt).toISOString(),
          date: isRequest ? null : scheduledDate!.toISOString(),
          proposed: (isRequest ? scheduledDate : proposedDate)?.toISOString() ?? null,
        };
      })
      .toSorted((a, b) => a.since.localeCompare(b.since)),
    toClose: rows.filter(({ session }) => isOver(session)).map((row) => ({ ...of(row), ...arrangedOf(row.session) })),
    ahead: rows
      .filter(({ session }) => session.status === "accepted" && endOf(session) !== null && !isOver(session))
      .map((row) => ({ ...of(row), title: row.session.title, ...arrangedOf(row.session) }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    unread: rows
      .filter(({ session }) => session.mentorRead < session.messageCount)
      .map((row) => ({
        ...of(row),
        count: row.session.messageCount - row.session.mentorRead,
        at: row.session.lastMessageAt!.toISOString(),
        last: row.last.length === LAST_LENGTH ? `${row.last}…` : row.last,
      }))
      .toSorted((a, b) => b.at.localeCompare(a.at)),
    mentees,
  };
}

const arrangedOf = ({ scheduledDate, durationMinutes, place }: typeof mentorshipSessions.$inferSelect) => ({
  date: scheduledDate!.toISOString(),
  durationMinutes,
  place,
});

/** Whom a mentor accompanies, with where they stand in their study and what was noted. */
async function findMentees(ctx: Ctx, userId: string): Promise<MentorDay["mentees"]> {
  const { lessonById } = ctx.catalogue();
  const { mentorId, menteeId } = mentorshipSessions;
  const rows = await ctx.db
    .select({
      memberId: profiles.id,
      name: profiles.name,
      degree: profiles.degree,
      lodge: profiles.lodge,
      done: finishedLessons(ctx),
      reading: sql<string | null>`(select l.lesson_id from ${lessonProgress} l
        where l.user_id = profiles.id and l.completed_at is null order by l.updated_at desc limit 1)`,
      sessions: sql<number>`(select count(*)::int from mentorship_sessions s
        where s.mentor_id = ${userId} and s.mentee_id = profiles.id and s.status = 'completed')`,
      nextStep: sql<string | null>`(select s.next_step from mentorship_sessions s
        where s.mentor_id = ${userId} and s.mentee_id = profiles.id and s.status = 'completed' order by s.ended_at desc limit 1)`,
      note: sql<string>`coalesce(${menteeNotes.body}, '')`,
    })
    .from(profiles)
    .leftJoin(menteeNotes, and(eq(menteeNotes.mentorId, userId), eq(menteeNotes.menteeId, profiles.id)))
    .where(
      inArray(
        profiles.id,
        ctx.db
          .select({ id: sql`${menteeId}` })
          .from(mentorshipSessions)
          .where(and(eq(mentorId, userId), isOfMentee)),
      ),
    )
    .orderBy(sql`${profiles.name} collate "und-x-icu"`, profiles.id)
    .limit(MOST_MENTEES);
  return rows.map(({ reading, done, ...mentee }) => {
    const of = lessonIdsUpTo(ctx, mentee.degree).length;
    return { ...mentee, done: Math.min(done, of), of, reading: (reading && lessonById.get(reading)?.title) || null };
  });
}

/** Keeps what a mentor notes about a mentee; an empty note is deleted. @throws AppError forbidden for who is no mentor, not_found for who is not their mentee */
export async function noteMentee(ctx: Ctx, menteeUserId: string, body: string): Promise<void> {
  const { userId } = await requireMentor(ctx);
  const [session] = await ctx.db
    .select({ id: mentorshipSessions.id })
    .from(mentorshipSessions)
    .where(and(eq(mentorshipSessions.mentorId, userId), eq(mentorshipSessions.menteeId, menteeUserId)))
    .orderBy(desc(mentorshipSessions.createdAt))
    .limit(1);
  if (!session) throw new AppError("not_found");
  const own = and(eq(menteeNotes.mentorId, userId), eq(menteeNotes.menteeId, menteeUserId));
  if (body === "") await ctx.db.delete(menteeNotes).where(own);
  else
    await ctx.db
      .insert(menteeNotes)
      .values({ mentorId: userId, menteeId: menteeUserId, body })
      .onConflictDoUpdate({ target: [menteeNotes.mentorId, menteeNotes.menteeId], set: { body, updatedAt: sql`now()` } });
}
