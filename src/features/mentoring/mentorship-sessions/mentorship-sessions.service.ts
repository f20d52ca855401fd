import { and, asc, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { announce } from "#app/server/realtime/live.ts";
import { medianReplyMinutes } from "../mentors/mentor-facts.service.ts";
import { mentors } from "../mentors/mentors.table.ts";
import type {
  MentoringSummary,
  MentorshipSessionCard,
  MentorshipSessionDetail,
  MentorshipSessionState,
  MentorshipSessionStatesPage,
  MentorshipSessionsPage,
  NextMentorshipSession,
  UpcomingMentorshipSession,
} from "./mentorship-sessions.answers.ts";
import { type MentorshipSessionFacts, mentorshipSessionCan, writableUntil } from "./mentorship-sessions.policy.ts";
import type { MentorshipSessionStatesInput, MentorshipSessionsInput } from "./mentorship-sessions.schema.ts";
import { mentorshipSessionEvents, mentorshipSessions, type Side } from "./mentorship-sessions.table.ts";

const PAGE_SIZE = 30;
const STATES_PAGE_SIZE = 50;

export type MentorshipSessionRow = typeof mentorshipSessions.$inferSelect;

type Parties = Pick<MentorshipSessionRow, "id" | "mentorId" | "menteeId">;

/** The subject of the lists: any of the member's sessions has moved, or a new one has come. */
const LISTS = "mentoring";

/**
 * Tells the open pages of both parties that a session has moved, and their lists with it, or that its conversation goes on
 * (src/server/realtime/live.ts).
 */
export async function announceToParties(tx: Db, { id, mentorId, menteeId }: Parties, what: "mentoring" | "conversation") {
  const members = [mentorId, menteeId].filter((party) => party !== null);
  await announce(tx, members, `${what}:${id}`);
  if (what === "mentoring") await announce(tx, members, LISTS);
}

/** Which side of the session a member is; null for everybody else. */
export function sideOf(mentorshipSession: Pick<MentorshipSessionRow, "mentorId" | "menteeId">, memberId: string): Side | null {
  if (mentorshipSession.mentorId === memberId) return "mentor";
  return mentorshipSession.menteeId === memberId ? "mentee" : null;
}

export const factsOf = (mentorshipSession: MentorshipSessionRow): MentorshipSessionFacts => {
  const { status, scheduledDate, durationMinutes, endedAt, proposedBy } = mentorshipSession;
  return {
    ...{ status, scheduledDate, durationMinutes, endedAt, proposedBy },
    rated: mentorshipSession.rating !== null,
    hasMentor: mentorshipSession.mentorId !== null,
    hasMentee: mentorshipSession.menteeId !== null,
    missed: mentorshipSession.absence !== null,
    objected: mentorshipSession.objectedAt !== null,
  };
};

/**
 * Loads a session of the member's. Nobody else can tell that it exists.
 * @param lock holds the row until the transaction ends, so that of two moves at once one sees what the other did
 * @throws AppError not_found
 */
export async function openMentorshipSession(
  db: Db,
  actor: Actor,
  mentorshipSessionId: string,
  lock = false,
): Promise<{ mentorshipSession: MentorshipSessionRow; side: Side }> {
  const query = db.select().from(mentorshipSessions).where(eq(mentorshipSessions.id, mentorshipSessionId));
  const [mentorshipSession] = await (lock ? query.for("update") : query);
  const side = mentorshipSession && sideOf(mentorshipSession, actor.id);
  if (!side) throw new AppError("not_found");
  return { mentorshipSession, side };
}

/**
 * Keeps members from being removed until the transaction ends. Taken before any other lock, in the order in which a removal takes
 * its own (the member, then their sessions), so that the two never wait for each other.
 */
export const holdMembers = (tx: Db, ids: string[]) =>
  tx.select({ id: profiles.id }).from(profiles).where(inArray(profiles.id, ids)).orderBy(profiles.id).for("key share");

/** The same for who acts in a session (nobody, when the program does) and for both its parties, whom it is told to. */
export const holdParties = (tx: Db, actorId: string | null, mentorshipSessionId: string) =>
  tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      sql`${profiles.id} = any(array[${actorId}::uuid]
        || array(select unnest(array[s.mentor_id, s.mentee_id]) from mentorship_sessions s where s.id = ${mentorshipSessionId}))`,
    )
    .orderBy(profiles.id)
    .for("key share");

/** SQL: when the session of the query's `mentorship_sessions` row ends, and that it has not. */
export const endsAt = sql`(${mentorshipSessions.scheduledDate} + ${mentorshipSessions.durationMinutes} * interval '1 minute')`;
export const isAhead = sql<boolean>`(${endsAt} > now())`;

const mentor = alias(profiles, "mentor");
const mentee = alias(profiles, "mentee");

const newest = keyset("descending", [mentorshipSessions.createdAt, "timestamptz"], [mentorshipSessions.id, "uuid"]);

const selectWithParties = (db: Db) =>
  db
    .select({
      mentorshipSession: mentorshipSessions,
      cursor: newest.cursor,
      mentor: { name: mentor.name, email: mentor.email },
      mentee: { name: mentee.name, email: mentee.email },
    })
    .from(mentorshipSessions)
    .leftJoin(mentor, eq(mentor.id, mentorshipSessions.mentorId))
    .leftJoin(mentee, eq(mentee.id, mentorshipSessions.menteeId));

/** SQL: the first ones in an order. They are picked before their parties are looked up, which else would be done for all. */
const isAmongFirst = (db: Db, where: SQL | undefined, orderBy: SQL[], limit: number) =>
  inArray(mentorshipSessions.id, firstIds(db, where, orderBy, limit));

const firstIds = (db: Db, where: SQL | undefined, orderBy: SQL[], limit: number) =>
  db
    .select({ id: mentorshipSessions.id })
    .from(mentorshipSessions)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);

type RowWithParties = Awaited<ReturnType<typeof selectWithParties>>[number];

const summaryQuery = preparedOnce((db: Db) => {
  const viewer = sql.placeholder("viewer");
  const { mentorId, menteeId, messageCount, mentorRead, menteeRead, status, proposedBy } = mentorshipSessions;
  const isMentorOf = sql`${mentorId} = ${viewer}::uuid`;
  return db
    .select({
      unread: sql<number>`coalesce(sum(${messageCount} - case when ${mentorId} = ${viewer}::uuid then ${mentorRead} else ${menteeRead} end), 0)::int`,
      requests: sql<number>`(count(*) filter (where ${isMentorOf} and ${status} = 'pending'))::int`,
      proposals: sql<number>`(count(*) filter (where ${status} = 'accepted'
        and ${proposedBy} = case when ${isMentorOf} then 'mentee' else 'mentor' end))::int`,
      toClose: sql<number>`(count(*) filter (where ${isMentorOf} and ${status} = 'accepted' and not ${isAhead}))::int`,
      upcoming: sql<number>`(count(*) filter (where ${status} = 'accepted' and ${isAhead}))::int`,
      isMentor: sql<boolean>`exists (select from mentors m where m.user_id = ${viewer}::uuid)`,
    })
    .from(mentorshipSessions)
    .where(or(eq(mentorId, viewer), eq(menteeId, viewer)))
    .prepare(`${QUICK}mentoring_summary`);
});

/** The member's sessions, newest first: all of them, or those of one side or in one state. One query, with the other parties. */
export async function listMentorshipSessions(
  ctx: Ctx,
  { side, status, after }: MentorshipSessionsInput,
): Promise<MentorshipSessionsPage> {
  const actor = requireActor(ctx);
  const own = [
    ...(side === "mentee" ? [] : [eq(mentorshipSessions.mentorId, actor.id)]),
    ...(side === "mentor" ? [] : [eq(mentorshipSessions.menteeId, actor.id)]),
  ];
  const inState = status && eq(mentorshipSessions.status, status);
  // the first of each side by its own index: for both together everybody's sessions would be looked through from the newest on
  const first = own.map((mine) => firstIds(ctx.db, and(mine, inState, newest.behind(after)), newest.orderBy, PAGE_SIZE + 1));
  const rows = await selectWithParties(ctx.db)
    .where(sql`${mentorshipSessions.id} in (${sql.join(first, sql` union all `)})`)
    .orderBy(...newest.orderBy);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return { mentorshipSessions: page.map((row) => presentCard(row, sideOf(row.mentorshipSession, actor.id)!)), next };
}

/** The accepted session that comes first and is not over yet; null without any. */
export async function readUpcomingMentorshipSession(ctx: Ctx): Promise<UpcomingMentorshipSession> {
  const actor = requireActor(ctx);
  const { mentorId, menteeId, status, scheduledDate } = mentorshipSessions;
  const coming = and(or(eq(mentorId, actor.id), eq(menteeId, actor.id)), eq(status, "accepted"), isAhead);
  const [row] = await selectWithParties(ctx.db).where(isAmongFirst(ctx.db, coming, [asc(scheduledDate)], 1));
  return { mentorshipSession: row ? presentCard(row, sideOf(row.mentorshipSession, actor.id)!) : null };
}

/** What waits for the member, over all their sessions. */
export async function readSummary(ctx: Ctx): Promise<MentoringSummary> {
  const actor = requireActor(ctx);
  const [summary] = await summaryQuery(ctx.db).execute({ viewer: actor.id });
  return summary!;
}

/** A session with its history and the moves that its viewer may make. @throws AppError not_found */
export async function readMentorshipSession(ctx: Ctx, mentorshipSessionId: string): Promise<MentorshipSessionDetail> {
  const actor = requireActor(ctx);
  const [row] = await selectWithParties(ctx.db).where(eq(mentorshipSessions.id, mentorshipSessionId));
  const side = row && sideOf(row.mentorshipSession, actor.id);
  if (!side) throw new AppError("not_found");
  const events = await ctx.db
    .select()
    .from(mentorshipSessionEvents)
    .where(eq(mentorshipSessionEvents.mentorshipSessionId, mentorshipSessionId))
    .orderBy(asc(mentorshipSessionEvents.id));
  const { mentorshipSession } = row;
  return {
    ...presentCard(row, side),
    mentorId: mentorshipSession.mentorId,
    place: mentorshipSession.place,
    preferredDate: mentorshipSession.preferredDate?.toISOString() ?? null,
    proposal: presentProposal(mentorshipSession, events),
    writableUntil: writableUntil(factsOf(mentorshipSession))?.toISOString() ?? null,
    absence: mentorshipSession.absence,
    nextStep: mentorshipSession.nextStep,
    rating: mentorshipSession.rating,
    ratingComment: mentorshipSession.ratingComment,
    history: events.map(({ id, move, side: by, actorId, reason, date, createdAt }) => ({
      id,
      move,
      side: by,
      mine: actorId === actor.id,
      reason,
      date: date?.toISOString() ?? null,
      at: createdAt.toISOString(),
    })),
    updatedAt: mentorshipSession.updatedAt.toISOString(),
    can: mentorshipSessionCan(side, factsOf(mentorshipSession)),
  };
}

/** The proposal that waits; its word stands in the history, with the move. */
function presentProposal(
  { proposedDate, proposedMinutes, proposedPlace, proposedBy, proposals }: MentorshipSessionRow,
  events: (typeof mentorshipSessionEvents.$inferSelect)[],
): MentorshipSessionDetail["proposal"] {
  if (!proposedDate || proposedMinutes === null || proposedPlace === null || !proposedBy) return null;
  return {
    number: proposals,
    by: proposedBy,
    date: proposedDate.toISOString(),
    durationMinutes: proposedMinutes,
    place: proposedPlace,
    word: events.findLast(({ move }) => move === "propose")?.reason ?? null,
  };
}

function presentCard({ mentorshipSession, ...parties }: RowWithParties, side: Side): MentorshipSessionCard {
  const { id, title, description, status, scheduledDate, durationMinutes, createdAt, messageCount } = mentorshipSession;
  return {
    id,
    title,
    description,
    status,
    side,
    other: side === "mentor" ? parties.mentee : parties.mentor,
    scheduledDate: scheduledDate?.toISOString() ?? null,
    durationMinutes,
    createdAt: createdAt.toISOString(),
    unread: messageCount - (side === "mentor" ? mentorshipSession.mentorRead : mentorshipSession.menteeRead),
  };
}

/** Sessions in their states, newest first, for administrators: who and when, but nothing that was written. @throws AppError forbidden */
export async function listMentorshipSessionStates(
  ctx: Ctx,
  { status, after }: MentorshipSessionStatesInput,
): Promise<MentorshipSessionStatesPage> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "mentorship-sessions.view");
  const found = and(status ? eq(mentorshipSessions.status, status) : undefined, newest.behind(after));
  const rows = await selectWithParties(ctx.db)
    .where(isAmongFirst(ctx.db, found, newest.orderBy, STATES_PAGE_SIZE + 1))
    .orderBy(...newest.orderBy);
  const { page, next } = pageOf(rows, STATES_PAGE_SIZE);
  return {
    mentorshipSessions: page.map(
      ({ mentorshipSession, ...parties }): MentorshipSessionState => ({
        id: mentorshipSession.id,
        mentor: parties.mentor?.name ?? null,
        mentee: parties.mentee?.name ?? null,
        status: mentorshipSession.status,
        scheduledDate: mentorshipSession.scheduledDate?.toISOString() ?? null,
        durationMinutes: mentorshipSession.durationMinutes,
        createdAt: mentorshipSession.createdAt.toISOString(),
      }),
    ),
    next,
  };
}

const nextQuery = preparedOnce((db: Db) => {
  const { id, status, scheduledDate, durationMinutes } = mentorshipSessions;
  return db
    .select({
      id,
      status,
      scheduledDate,
      durationMinutes,
      name: profiles.name,
      specialties: mentors.specialties,
      rating: mentors.rating,
      ratingCount: mentors.ratingCount,
      totalMentorshipSessions: mentors.totalMentorshipSessions,
      replyMinutes: medianReplyMinutes,
    })
    .from(mentorshipSessions)
    .innerJoin(mentors, eq(mentors.userId, mentorshipSessions.mentorId))
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(and(eq(mentorshipSessions.menteeId, sql.placeholder("mentee")), sql`${status} in ('accepted', 'pending')`))
    .orderBy(
      sql`${status} = 'accepted' and ${isAhead} desc`,
      sql`${status} = 'accepted' desc`,
      sql`case when ${status} = 'accepted' then ${scheduledDate} end`,
      desc(mentorshipSessions.createdAt),
    )
    .limit(1)
    .prepare(`${QUICK}next_session`);
});

/** The member's next session as a mentee: the accepted one that comes first, else their latest request; null without any. */
export async function readNextMentorshipSession(db: Db, memberId: string): Promise<NextMentorshipSession | null> {
  const [row] = await nextQuery(db).execute({ mentee: memberId });
  if (!row) return null;
  const { name, specialties, rating, ratingCount, totalMentorshipSessions, replyMinutes } = row;
  return {
    id: row.id,
    status: row.status,
    scheduledDate: row.scheduledDate?.toISOString() ?? null,
    durationMinutes: row.durationMinutes,
    mentor: { name, specialties, rating, ratingCount, totalMentorshipSessions, replyMinutes },
  };
}
