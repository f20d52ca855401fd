import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, type Services } from "#app/server/context.ts";
import { takeHour } from "../mentors/hours.service.ts";
import { isAvailable, occupiedPlaces } from "../mentors/mentor-facts.service.ts";
import { REFUSAL_MESSAGE, requestRefusal } from "../mentors/mentors.policy.ts";
import { mentors } from "../mentors/mentors.table.ts";
import type { MentorshipSessionDetail } from "./mentorship-sessions.answers.ts";
import {
  isOver,
  judgeMove,
  MENTORSHIP_SESSION_STATUS_LABEL,
  type MentorshipSessionMove,
  RULES,
} from "./mentorship-sessions.policy.ts";
import type {
  AnswerInput,
  ArrangementInput,
  CompleteInput,
  MissInput,
  RateInput,
  ReasonInput,
  RequestInput,
} from "./mentorship-sessions.schema.ts";
import {
  announceToParties,
  factsOf,
  holdMembers,
  holdParties,
  type MentorshipSessionRow,
  openMentorshipSession,
  readMentorshipSession,
} from "./mentorship-sessions.service.ts";
import {
  type Move,
  mentorshipSessionEvents,
  mentorshipSessions,
  type SessionActor,
  type Side,
} from "./mentorship-sessions.table.ts";

/**
 * Asks a mentor for a session. Requests of one member, and requests to one mentor, go one after the other, so that no limit is
 * passed by asking twice at once.
 * @throws AppError not_found (no such mentor), forbidden (themselves), conflict (inactive, full, asked already, three open requests, an hour that somebody else has),
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
    if (preferredDate) await takeHour(tx, actor.id, input.mentorId, preferredDate);
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
    await recordMove(tx, mentorshipSession!, "request", { actorId: actor.id, side: "mentee", date: preferredDate });
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

/** The mentor accepts and fixes date, duration and place. @throws AppError not_found, forbidden, conflict (also where an hour is taken) */
export const acceptMentorshipSession = (
  ctx: Ctx,
  mentorshipSessionId: string,
  { scheduledDate, durationMinutes, place, word }: ArrangementInput,
) =>
  makeMove(ctx, mentorshipSessionId, "accept", () => ({
    reason: word,
    date: new Date(scheduledDate),
    set: { ...newDate(new Date(scheduledDate)), durationMinutes, place, answeredAt: new Date() },
  }));

/** The mentor refuses a request. @throws AppError not_found, forbidden, conflict */
export const declineMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "decline", () => ({ reason, set: { answeredAt: new Date() } }));

/** The mentee takes their request back. @throws AppError not_found, forbidden, conflict */
export const withdrawMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "withdraw", () => ({ reason }));

/** Either side proposes another date of an accepted session; the one that was agreed stands until the other side agrees. @throws AppError not_found, conflict */
export const proposeDate = (
  ctx: Ctx,
  mentorshipSessionId: string,
  { scheduledDate, durationMinutes, place, word }: ArrangementInput,
) =>
  makeMove(ctx, mentorshipSessionId, "propose", ({ proposals }, proposedBy) => ({
    reason: word,
    date: new Date(scheduledDate),
    set: {
      proposedDate: new Date(scheduledDate),
      proposedMinutes: durationMinutes,
      proposedPlace: place,
      proposedBy,
      proposals: proposals + 1,
    },
  }));

/** The side that did not propose agrees to the date. @throws AppError not_found, conflict (another proposal, a date that has passed, an hour that is taken) */
export const agreeToDate = (ctx: Ctx, mentorshipSessionId: string, { proposal }: AnswerInput) =>
  makeMove(ctx, mentorshipSessionId, "agree", (session) => {
    requireProposal(session, proposal);
    const date = session.proposedDate!;
    if (date <= new Date())
      throw new AppError("conflict", { message: "A data proposta já passou. Proponha outra, e a conversa segue." });
    return { date, set: { ...newDate(date), durationMinutes: session.proposedMinutes!, place: session.proposedPlace } };
  });

/** Keeps the date that stands: the other side's proposal is refused, or one's own taken back. @throws AppError not_found, conflict */
export const keepDate = (ctx: Ctx, mentorshipSessionId: string, { proposal }: AnswerInput) =>
  makeMove(ctx, mentorshipSessionId, "keep", (session) => {
    requireProposal(session, proposal);
    return { date: session.scheduledDate };
  });

function requireProposal({ proposals }: MentorshipSessionRow, proposal: number): void {
  if (proposals !== proposal)
    throw new AppError("conflict", { message: "Esta proposta já não vale: há outra mais nova. Leia-a antes de responder." });
}

/** Either side cancels an accepted session that is not over. @throws AppError not_found, conflict */
export const cancelMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "cancel", () => ({ reason }));

/** The mentor closes a session that took place; it counts for them. @throws AppError not_found, forbidden, conflict */
export const completeMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { nextStep }: CompleteInput) =>
  makeMove(ctx, mentorshipSessionId, "complete", () => ({ set: { nextStep: nextStep || null } }));

/** The mentor says that a session did not happen, and why; the mentee is asked whether it was so. @throws AppError not_found, forbidden, conflict before it has begun */
export const missMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { absence, word }: MissInput) =>
  makeMove(ctx, mentorshipSessionId, "miss", () => ({ reason: word, set: { absence } }));

/** The mentee says that it was not as the mentor says, within a week, once. @throws AppError not_found, forbidden, conflict */
export const objectToMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { reason }: ReasonInput) =>
  makeMove(ctx, mentorshipSessionId, "object", () => ({ reason, set: { objectedAt: new Date() } }));

/** The mentee rates a completed session, once; the mentor's rating is the mean. @throws AppError not_found, forbidden, conflict */
export const rateMentorshipSession = (ctx: Ctx, mentorshipSessionId: string, { rating, comment }: RateInput) =>
  makeMove(ctx, mentorshipSessionId, "rate", () => ({ set: { rating, ratingComment: comment || null } }));

const HOUR_MS = 3_600_000;

/** A date that is agreed from now on: its reminders and questions begin anew, and those that would be due at once are left out. */
function newDate(scheduledDate: Date) {
  const hours = (scheduledDate.getTime() - Date.now()) / HOUR_MS;
  return { scheduledDate, dateReminders: hours <= 1 ? 2 : hours <= 24 ? 1 : 0, outcomeAsked: 0 };
}

/** `date`: what the move fixes or proposes, for the history. */
type Changes = {
  reason?: string | undefined;
  date?: Date | null;
  set?: Partial<typeof mentorshipSessions.$inferInsert>;
};

/**
 * One move by a member. The session's row is locked first, so of two moves at once the second judges what the first made of it.
 * @param changesOf what else it changes, judged with the locked row
 */
async function makeMove(
  ctx: Ctx,
  mentorshipSessionId: string,
  move: MentorshipSessionMove,
  changesOf: (mentorshipSession: MentorshipSessionRow, side: Side) => Changes,
): Promise<MentorshipSessionDetail> {
  const actor = requireActor(ctx);
  try {
    await ctx.db.transaction(async (tx) => {
      await holdParties(tx, actor.id, mentorshipSessionId);
      const { mentorshipSession, side } = await openMentorshipSession(tx, actor, mentorshipSessionId, true);
      const verdict = judgeMove(move, side, factsOf(mentorshipSession));
      if (verdict !== "allowed")
        throw new AppError(verdict, { message: verdict === "conflict" ? conflictMessage(move, mentorshipSession) : undefined });
      await applyMove(ctx, tx, mentorshipSession, move, { actorId: actor.id, side }, changesOf(mentorshipSession, side));
    });
  } catch (error) {
    throw hourTaken(error) ?? error;
  }
  return readMentorshipSession(ctx, mentorshipSessionId);
}

/** What a member reads when an hour is taken; null for another error. */
function hourTaken(error: unknown): AppError | null {
  const { code, constraint } = (error as { cause?: { code?: string; constraint?: string } }).cause ?? {};
  if (code !== "23P01") return null;
  const who = constraint === "mentorship_sessions_mentor_hours" ? "O mentor" : "O aprendiz";
  const message = `${who} já tem outra sessão marcada nessa hora. Escolha outra.`;
  return new AppError("conflict", { message, fields: { scheduledDate: message } });
}

/** Makes a move that was judged, with the history, the mentor's figures, the news and the letters. The session's row is locked. */
export async function applyMove(
  services: Pick<Services, "notify">,
  tx: Db,
  mentorshipSession: MentorshipSessionRow,
  move: MentorshipSessionMove,
  mover: Mover,
  { reason, date, set }: Changes,
): Promise<void> {
  const { to, from } = RULES[move];
  const noProposal = { proposedDate: null, proposedMinutes: null, proposedPlace: null, proposedBy: null };
  const [moved] = await tx
    .update(mentorshipSessions)
    .set({
      ...noProposal,
      ...set,
      status: to,
      ...(to !== from && (to === "completed" || to === "cancelled") && { endedAt: sql`now()` }),
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(mentorshipSessions.id, mentorshipSession.id))
    .returning();
  await recordMove(tx, moved!, move, { ...mover, from: mentorshipSession.status, reason, date });
  if (move === "complete" || move === "rate") await countForMentor(tx, mentorshipSession.mentorId!);
  if (move === "accept" || move === "decline")
    await tx
      .update(mentors)
      .set({ unansweredInRow: 0 })
      .where(and(eq(mentors.userId, mentorshipSession.mentorId!), gt(mentors.unansweredInRow, 0)));
  if (mover.side !== "system" && move !== "expire" && move !== "close")
    await tellOther(services, tx, moved!, move, mover.side, date);
  await announceToParties(tx, moved!, "mentoring");
}

function conflictMessage(move: MentorshipSessionMove, mentorshipSession: MentorshipSessionRow): string {
  if (move === "rate" && mentorshipSession.rating !== null) return "Você já avaliou esta sessão.";
  if (move === "object" && mentorshipSession.objectedAt !== null) return "Você já disse que não foi assim.";
  if (move === "miss" && mentorshipSession.status === "accepted")
    return "A hora desta sessão ainda não chegou. Antes dela, proponha outra data ou cancele.";
  if (move === "cancel" && isOver(mentorshipSession))
    return "A hora desta sessão já passou: o mentor diz se ela aconteceu, ou um dos dois propõe outra data.";
  if (move === "agree" || move === "keep")
    if (mentorshipSession.status === "accepted") return "Esta proposta já foi respondida ou retirada.";
  return `Esta sessão mudou enquanto isso: agora está ${MENTORSHIP_SESSION_STATUS_LABEL[mentorshipSession.status].toLowerCase()}.`;
}

type Mover = { actorId: string | null; side: SessionActor };
type Recorded = Mover & { from?: MentorshipSessionRow["status"] } & Pick<Changes, "reason" | "date">;

/** Writes a move into the session's history. */
export async function recordMove(
  tx: Db,
  mentorshipSession: MentorshipSessionRow,
  move: Move,
  { actorId, side, from, reason, date }: Recorded,
): Promise<void> {
  await tx.insert(mentorshipSessionEvents).values({
    mentorshipSessionId: mentorshipSession.id,
    actorId,
    side,
    move,
    fromStatus: from ?? null,
    toStatus: mentorshipSession.status,
    reason: reason || null,
    date: date ?? null,
  });
}

/** Counts the mentor's completed sessions and their mean rating again. Their row is locked first, so that counts never cross. */
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
async function tellOther(
  { notify }: Pick<Services, "notify">,
  tx: Db,
  mentorshipSession: MentorshipSessionRow,
  move: Exclude<Move, "expire" | "close">,
  by: Side,
  date?: Date | null,
): Promise<void> {
  const { id, mentorId, menteeId, scheduledDate, durationMinutes } = mentorshipSession;
  const [otherId, moverId] = by === "mentor" ? [menteeId, mentorId] : [mentorId, menteeId];
  if (!otherId) return;
  const facts = {
    mentorshipSessionId: id,
    by,
    scheduledDate: (date ?? scheduledDate)?.toISOString() ?? null,
    durationMinutes: move === "propose" ? mentorshipSession.proposedMinutes! : durationMinutes,
  };
  await notify(tx, `mentoring-${move}`, { memberId: otherId, from: moverId ?? undefined }, facts);
}
