import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { REFUSAL_MESSAGE, requestRefusal } from "../mentors/mentors.policy.ts";
import { isAvailable, occupiedPlaces } from "../mentors/mentors.service.ts";
import { mentors } from "../mentors/mentors.table.ts";
import type { MentorshipSessionDetail } from "./mentorship-sessions.answers.ts";
import { judgeMove, MENTORSHIP_SESSION_STATUS_LABEL, type MentorshipSessionMove, RULES } from "./mentorship-sessions.policy.ts";
import type { AcceptInput, RateInput, ReasonInput, RequestInput } from "./mentorship-sessions.schema.ts";
import {
  announceToParties,
  factsOf,
  holdMembers,
  holdParties,
  type MentorshipSessionRow,
  openMentorshipSession,
  readMentorshipSession,
} from "./mentorship-sessions.service.ts";
import { type Move, mentorshipSessionEvents, mentorshipSessions, type Side } from "./mentorship-sessions.table.ts";

/**
 * Asks a mentor for a session. Requests of one member, and requests to one mentor, go one after the other, so that no limit is
 * passed by asking twice at once.
 * @throws AppError not_found (no such mentor), forbidden (himself), conflict (inactive, full, asked already, three open requests),
 * too_many_tries
 */
export async function requestMentorshipSession(ctx: Ctx, input: RequestInput): Promise<MentorshipSessionDetail> {
  const actor = requireActor(ctx);
  await ctx.limits.take("mentoringRequest", actor.id);
  const id = await ctx.db.transaction(async (tx) => {
    await lockKeys(tx, "mentorshipRequest", [actor.id]);
    await holdMembers(tx, [actor.id, input.mentorId]);
    await refuseRequest(tx, actor.id, input.mentorId);
    const preferredDate = input.scheduledDate ? new Date(input.scheduledDate) : null;
    const [mentorshipSession] = await tx
      .insert(mentorshipSessions)
      .values({
        mentorId: input.mentorId,
        menteeId: actor.id,
        title: input.title,
        description: input.description,
        scheduledDate: preferredDate,
        preferredDate,
      })
      .returning();
    await recordMove(tx, mentorshipSession!, "request", { actorId: actor.id, side: "mentee" });
    await tellOther(ctx, tx, mentorshipSession!, "request", "mentee");
    await announceToParties(tx, mentorshipSession!, "mentoring");
    return mentorshipSession!.id;
  });
  return readMentorshipSession(ctx, id);
}

async function refuseRequest(tx: Db, memberId: string, mentorId: string): Promise<void> {
  const [locked] = await tx.select({ id: mentors.id }).from(mentors).where(eq(mentors.userId, mentorId)).for("update");
  if (!locked) throw new AppError("not_found");
  const ownPending = (more = sql``) =>
    sql`(select count(*)::int from mentorship_sessions mine where mine.mentee_id = ${memberId} and mine.status = 'pending' ${more})`;
  // A new statement, so that it sees what others committed while this one waited for the lock.
  const [facts] = await tx
    .select({
      isActive: isAvailable,
      maxMentees: mentors.maxMentees,
      occupied: occupiedPlaces,
      asked: sql<boolean>`${ownPending(sql`and mine.mentor_id = ${mentorId}`)} > 0`,
      openRequests: sql<number>`${ownPending()}`,
    })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(eq(mentors.userId, mentorId));
  const refusal = requestRefusal({ ...facts!, own: memberId === mentorId });
  if (refusal) throw new AppError(refusal === "own" ? "forbidden" : "conflict", { message: REFUSAL_MESSAGE[refusal] });
}

/** The mentor accepts and fixes date, duration and place. @throws AppError not_found, forbidden, conflict */
export const acceptMentorshipSession = (
  ctx: Ctx,
  mentorshipSessionId: string,
  { scheduledDate, durationMinutes, place }: AcceptInput,
) =>
  makeMove(ctx, mentorshipSessionId, "accept", {
    set: { scheduledDate: new Date(scheduledDate), durationMinutes, place, answeredAt: new Date() },
  });

/** The mentor refuses a request. @throws AppError not_found, forbidden, conflict */
export const declineMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "decline", { reason, set: { answeredAt: new Date() } });

/** The mentee takes his request back. @throws AppError not_found, forbidden, conflict */
export const withdrawMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "withdraw", { reason });

/** Either side cancels an accepted session. @throws AppError not_found, conflict */
export const cancelMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "cancel", { reason });

/** The mentor closes a session that took place; it counts for him. @throws AppError not_found, forbidden, conflict */
export const completeMentorshipSession = (ctx: Ctx, mentorshipSessionId: string) =>
  makeMove(ctx, mentorshipSessionId, "complete");

/** The mentee rates a completed session, once; the mentor's rating is the mean. @throws AppError not_found, forbidden, conflict */
export const rateMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { rating, comment }: RateInput) =>
  makeMove(ctx, mentorshipSessionId, "rate", { set: { rating, ratingComment: comment || null } });

type Changes = { reason?: string; set?: Partial<typeof mentorshipSessions.$inferInsert> };

/**
 * One move, whole or not at all: state, history, the mentor's figures, the news and the letter. The session's row is locked
 * first, so of two moves at once the second judges what the first made of it.
 */
async function makeMove(
  ctx: Ctx,
  mentorshipSessionId: string,
  move: MentorshipSessionMove,
  { reason, set }: Changes = {},
): Promise<MentorshipSessionDetail> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    await holdParties(tx, actor.id, mentorshipSessionId);
    const { mentorshipSession, side } = await openMentorshipSession(tx, actor, mentorshipSessionId, true);
    const verdict = judgeMove(move, side, factsOf(mentorshipSession));
    if (verdict !== "allowed")
      throw new AppError(verdict, { message: verdict === "conflict" ? conflictMessage(move, mentorshipSession) : undefined });
    const [moved] = await tx
      .update(mentorshipSessions)
      .set({ ...set, status: RULES[move].to, updatedAt: sql`clock_timestamp()` })
      .where(eq(mentorshipSessions.id, mentorshipSessionId))
      .returning();
    await recordMove(tx, moved!, move, { actorId: actor.id, side, from: mentorshipSession.status, reason });
    if (move === "complete" || move === "rate") await countForMentor(tx, mentorshipSession.mentorId!);
    await tellOther(ctx, tx, moved!, move, side);
    await announceToParties(tx, moved!, "mentoring");
  });
  return readMentorshipSession(ctx, mentorshipSessionId);
}

function conflictMessage(move: MentorshipSessionMove, mentorshipSession: MentorshipSessionRow): string {
  if (move === "rate" && mentorshipSession.rating !== null) return "Você já avaliou esta sessão.";
  return `Esta sessão mudou enquanto isso: agora está ${MENTORSHIP_SESSION_STATUS_LABEL[mentorshipSession.status].toLowerCase()}.`;
}

type Mover = { actorId: string | null; side: Side; from?: MentorshipSessionRow["status"]; reason?: string | undefined };

/** Writes a move into the session's history. */
export async function recordMove(
  tx: Db,
  mentorshipSession: MentorshipSessionRow,
  move: Move,
  { actorId, side, from, reason }: Mover,
): Promise<void> {
  await tx.insert(mentorshipSessionEvents).values({
    mentorshipSessionId: mentorshipSession.id,
    actorId,
    side,
    move,
    fromStatus: from ?? null,
    toStatus: mentorshipSession.status,
    reason: reason ?? null,
  });
}

/** Counts the mentor's completed sessions and their mean rating again. His row is locked first, so that counts never cross. */
async function countForMentor(tx: Db, mentorId: string): Promise<void> {
  await tx.select({ id: mentors.id }).from(mentors).where(eq(mentors.userId, mentorId)).for("update");
  const [figures] = await tx
    .select({
      rating: sql<number>`coalesce(avg(${mentorshipSessions.rating}), 0)::float8`,
      ratingCount: sql<number>`count(${mentorshipSessions.rating})::int`,
      totalMentorshipSessions: sql<number>`count(*)::int`,
    })
    .from(mentorshipSessions)
    .where(and(eq(mentorshipSessions.mentorId, mentorId), eq(mentorshipSessions.status, "completed")));
  await tx.update(mentors).set(figures!).where(eq(mentors.userId, mentorId));
}

/** Tells the other side of a move. */
async function tellOther(ctx: Ctx, tx: Db, mentorshipSession: MentorshipSessionRow, move: Move, by: Side): Promise<void> {
  const { id, mentorId, menteeId, scheduledDate, durationMinutes } = mentorshipSession;
  const [otherId, moverId] = by === "mentor" ? [menteeId, mentorId] : [mentorId, menteeId];
  if (!otherId) return;
  const facts = { mentorshipSessionId: id, by, scheduledDate: scheduledDate?.toISOString() ?? null, durationMinutes };
  await ctx.notify(tx, `mentoring-${move}`, { memberId: otherId, from: moverId ?? undefined }, facts);
}
