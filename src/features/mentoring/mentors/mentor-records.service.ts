import { and, count, eq, inArray, notExists, or, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { standingOf, takesPart } from "#app/server/gate.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { holdMembers, isAhead } from "../mentorship-sessions/mentorship-sessions.service.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import { applyMove } from "../mentorship-sessions/moves.service.ts";
import { mentorBlocks, mentorHours } from "./hours.table.ts";
import { isPaused, medianReplyMinutes, occupiedPlaces, waitingRequests } from "./mentor-facts.service.ts";
import type { MentorCandidates, MentorRecord, MentorRecords, MentorStatus } from "./mentors.answers.ts";
import type {
  CandidatesInput,
  MentorInput,
  MentorRecordSearchInput,
  MentorState,
  MentorStatusInput,
  NewMentorInput,
} from "./mentors.schema.ts";
import { mentors } from "./mentors.table.ts";

/** How many members the dropdown offers at once; typing narrows them down. */
const CANDIDATES = 20;
const PAGE_SIZE = 20;

const record = {
  id: mentors.id,
  userId: mentors.userId,
  name: profiles.name,
  bio: mentors.bio,
  specialties: mentors.specialties,
  maxMentees: mentors.maxMentees,
  rating: mentors.rating,
  ratingCount: mentors.ratingCount,
  totalMentorshipSessions: mentors.totalMentorshipSessions,
  email: profiles.email,
  isActive: mentors.isActive,
  pausedUntil: sql<string | null>`case when ${isPaused} then ${mentors.pausedUntil}::text end`,
  occupied: occupiedPlaces,
  replyMinutes: medianReplyMinutes,
  hours: sql<MentorRecord["hours"]>`(
    select coalesce(json_agg(json_build_object('weekday', h.weekday, 'startsAt', h.starts_at, 'endsAt', h.ends_at)
      order by (h.weekday + 6) % 7, h.starts_at), '[]'::json)
    from ${mentorHours} h where h.mentor_id = ${mentors.userId})`,
  timeZone: mentors.timeZone,
  requests: waitingRequests,
  ahead: sql<number>`(select count(*)::int from ${mentorshipSessions}
    where ${mentorshipSessions.mentorId} = ${mentors.userId} and ${mentorshipSessions.status} = 'accepted' and ${isAhead})`,
};

/** What an administrator searches mentors by. */
const recordText = sql`fold_text(${profiles.name} || ' ' || ${profiles.email} || ' ' || array_to_string(${mentors.specialties}, ' '))`;

const IN_STATE: Record<MentorState, SQL> = {
  active: sql`${mentors.isActive} and not ${isPaused}`,
  paused: isPaused,
  inactive: sql`not ${mentors.isActive}`,
};

const newest = keyset("descending", [mentors.createdAt, "timestamptz"], [mentors.id, "uuid"]);

/**
 * The mentors, the newest first, for the administration; those in a state whose name, e-mail or specialties contain the words. The page is picked
 * before its figures are counted. @throws AppError forbidden
 */
export async function listMentorRecords(
  ctx: Ctx,
  { q = "", state, after }: Partial<MentorRecordSearchInput>,
): Promise<MentorRecords> {
  requireAdmin(ctx);
  const words = q.split(/\s+/).filter(Boolean);
  const found = and(state && IN_STATE[state], ...words.map((word) => containsWord(recordText, word)));
  const ofMentor = eq(profiles.id, mentors.userId);
  const picked = ctx.db
    .select({ id: mentors.id })
    .from(mentors)
    .innerJoin(profiles, ofMentor)
    .where(and(found, newest.behind(after)))
    .orderBy(...newest.orderBy)
    .limit(PAGE_SIZE + 1);
  const [rows, [counted]] = await Promise.all([
    ctx.db
      .select({ record, cursor: newest.cursor })
      .from(mentors)
      .innerJoin(profiles, ofMentor)
      .where(inArray(mentors.id, picked))
      .orderBy(...newest.orderBy),
    ctx.db.select({ total: count() }).from(mentors).innerJoin(profiles, ofMentor).where(found),
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return { mentors: page.map((row) => row.record), total: counted!.total, next };
}

/**
 * Members who can become mentors (not those who are, have not confirmed their address, or are suspended), by e-mail, whose name, e-mail or Lodge contains the words.
 * @throws AppError forbidden
 */
export async function searchCandidates(ctx: Ctx, { q }: CandidatesInput): Promise<MentorCandidates> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "mentor-candidates.view");
  const words = q.split(/\s+/).filter(Boolean);
  const rows = await ctx.db
    .select({ id: profiles.id, name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(
      and(
        ...words.map((word) => containsWord(memberText, word)),
        takesPart(profiles),
        notExists(ctx.db.select({ id: mentors.id }).from(mentors).where(eq(mentors.userId, profiles.id))),
      ),
    )
    .orderBy(profiles.email)
    .limit(CANDIDATES);
  return { candidates: rows };
}

/**
 * Makes a Mestre a mentor, active at once.
 * @throws AppError forbidden, invalid_input (unknown, suspended or not confirmed member, or one of a lower degree), conflict (they are one already)
 */
export async function registerMentor(ctx: Ctx, input: NewMentorInput): Promise<MentorRecord> {
  const admin = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const [member] = await tx
      .select({
        name: profiles.name,
        email: profiles.email,
        degree: profiles.degree,
        awaitsConfirmation: profiles.awaitsConfirmation,
        awaitsAdmission: profiles.awaitsAdmission,
        suspendedAt: profiles.suspendedAt,
      })
      .from(profiles)
      .where(eq(profiles.id, input.userId))
      .for("share"); // whoever suspends or deletes them waits
    if (!member) throw new AppError("invalid_input", { fields: { userId: "Este usuário não existe mais." } });
    const standing = standingOf(member);
    if (standing === "suspended") throw new AppError("invalid_input", { fields: { userId: "Este usuário está suspenso." } });
    if (standing === "unconfirmed")
      throw new AppError("invalid_input", { fields: { userId: "Este usuário ainda não confirmou o e-mail." } });
    if (standing === "waiting")
      throw new AppError("invalid_input", { fields: { userId: "Este usuário ainda não foi admitido." } });
    if (member.degree !== "mestre")
      throw new AppError("invalid_input", {
        fields: {
          userId: `Um mentor é Mestre, e o grau deste usuário é ${DEGREE_LABEL[member.degree]}. Se ele já é Mestre, mude antes o grau em Usuários.`,
        },
      });
    const [mentor] = await tx.insert(mentors).values(input).onConflictDoNothing({ target: mentors.userId }).returning();
    if (!mentor) throw new AppError("conflict", { message: "Este usuário já é mentor." });
    await recordAudit(tx, {
      actorId: admin.id,
      action: "mentor.register",
      targetType: "mentor",
      targetId: mentor.id,
      details: { memberId: mentor.userId },
    });
    return readRecord(tx, mentor.id);
  });
}

async function readRecord(db: Ctx["db"], mentorId: string): Promise<MentorRecord> {
  const [row] = await db
    .select(record)
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(eq(mentors.id, mentorId));
  if (!row) throw new AppError("not_found");
  return row;
}

/** Corrects what a mentor says of themselves, and how many they take. @throws AppError forbidden, not_found */
export async function correctMentor(ctx: Ctx, mentorId: string, input: MentorInput): Promise<MentorRecord> {
  const admin = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const [mentor] = await tx.update(mentors).set(input).where(eq(mentors.id, mentorId)).returning({ userId: mentors.userId });
    if (!mentor) throw new AppError("not_found");
    await recordAudit(tx, {
      ...{ actorId: admin.id, action: "mentor.correct", targetType: "mentor", targetId: mentorId },
      details: { memberId: mentor.userId },
    });
    return readRecord(tx, mentorId);
  });
}

/**
 * Takes a member from among the mentors: their requests and sessions to come end, and who waits is told. What has taken place stays, and what is to
 * be closed they still close. @throws AppError forbidden, not_found
 */
export async function removeMentor(ctx: Ctx, mentorId: string): Promise<void> {
  const admin = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [mentor] = await tx.select({ userId: mentors.userId }).from(mentors).where(eq(mentors.id, mentorId)).for("update");
    if (!mentor) throw new AppError("not_found");
    const open = and(
      eq(mentorshipSessions.mentorId, mentor.userId),
      or(eq(mentorshipSessions.status, "pending"), and(eq(mentorshipSessions.status, "accepted"), isAhead)),
    );
    const parties = await tx.select({ id: mentorshipSessions.menteeId }).from(mentorshipSessions).where(open);
    await holdMembers(tx, [mentor.userId, ...parties.flatMap(({ id }) => id ?? [])]);
    const sessions = await tx.select().from(mentorshipSessions).where(open).orderBy(mentorshipSessions.id).for("update");
    for (const session of sessions) {
      const move = session.status === "pending" ? "decline" : "cancel";
      await applyMove(ctx, tx, session, move, { actorId: null, side: "system" }, { reason: "O mentor deixou a mentoria." });
      const facts = {
        mentorshipSessionId: session.id,
        scheduledDate: session.status === "accepted" ? session.scheduledDate!.toISOString() : null,
      };
      if (session.menteeId) await ctx.notify(tx, "mentoring-left", { memberId: session.menteeId }, facts);
    }
    await tx.delete(mentorHours).where(eq(mentorHours.mentorId, mentor.userId));
    await tx.delete(mentorBlocks).where(eq(mentorBlocks.mentorId, mentor.userId));
    await tx.delete(mentors).where(eq(mentors.id, mentorId));
    await recordAudit(tx, {
      ...{ actorId: admin.id, action: "mentor.remove", targetType: "mentor", targetId: mentorId },
      details: { memberId: mentor.userId },
    });
    await ctx.notify(tx, "mentor-removed", { memberId: mentor.userId }, {});
  });
}

/** Activates or deactivates a mentor; their sessions go on. Who is deactivated is told. @throws AppError forbidden, not_found */
export async function setMentorStatus(ctx: Ctx, mentorId: string, { isActive }: MentorStatusInput): Promise<MentorStatus> {
  const admin = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const [mentor] = await tx.select().from(mentors).where(eq(mentors.id, mentorId)).for("update");
    if (!mentor) throw new AppError("not_found");
    if (mentor.isActive !== isActive) {
      await tx.update(mentors).set({ isActive }).where(eq(mentors.id, mentorId));
      await recordAudit(tx, {
        actorId: admin.id,
        action: isActive ? "mentor.activate" : "mentor.deactivate",
        targetType: "mentor",
        targetId: mentorId,
        details: { memberId: mentor.userId },
      });
      if (!isActive) await ctx.notify(tx, "mentoring-deactivated", { memberId: mentor.userId }, {});
    }
    return { id: mentorId, isActive };
  });
}
