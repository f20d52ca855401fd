import { and, desc, eq, notExists, sql } from "drizzle-orm";
import { type Db, preparedOnce } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireAdmin } from "#app/server/context.ts";
import { standingOf, takesPart } from "#app/server/gate.ts";
import type { MentorCandidates, MentorCard, MentorList, MentorRecord, MentorRecords, MentorStatus } from "./mentors.answers.ts";
import { requestRefusal } from "./mentors.policy.ts";
import type { CandidatesInput, MentorStatusInput, NewMentorInput } from "./mentors.schema.ts";
import { mentors } from "./mentors.table.ts";

/** How many members the dropdown offers at once; typing narrows them down. */
const CANDIDATES = 20;
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

const facts = {
  userId: mentors.userId,
  name: profiles.name,
  bio: mentors.bio,
  specialties: mentors.specialties,
  maxMentees: mentors.maxMentees,
  rating: mentors.rating,
  ratingCount: mentors.ratingCount,
  totalMentorshipSessions: mentors.totalMentorshipSessions,
};

const activeQuery = preparedOnce((db: Db) =>
  db
    .select({
      ...facts,
      // an address is for the two who have a session together
      email: sql<string | null>`case when ${mentors.userId} = ${sql.placeholder("viewer")} or exists (
        select from mentorship_sessions mine
        where mine.mentee_id = ${sql.placeholder("viewer")} and mine.mentor_id = ${mentors.userId}) then ${profiles.email} end`,
      occupied: occupiedPlaces,
      replyMinutes: medianReplyMinutes,
      asked: sql<boolean>`exists (
        select from mentorship_sessions mine
        where mine.mentee_id = ${sql.placeholder("viewer")} and mine.mentor_id = ${mentors.userId} and mine.status = 'pending')`,
      openRequests: sql<number>`(
        select count(*)::int from mentorship_sessions mine
        where mine.mentee_id = ${sql.placeholder("viewer")} and mine.status = 'pending')`,
    })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(isAvailable)
    .orderBy(desc(mentors.rating), desc(mentors.totalMentorshipSessions), mentors.createdAt)
    .prepare("active_mentors"),
);

/** The active mentors, highest rating first, with what the viewer may ask of each: one query. */
export async function listMentors(ctx: Ctx): Promise<MentorList> {
  const actor = requireActor(ctx);
  const rows = await activeQuery(ctx.db).execute({ viewer: actor.id });
  return { mentors: rows.map((row) => presentCard(row, actor.id)) };
}

type ActiveRow = Awaited<ReturnType<ReturnType<typeof activeQuery>["execute"]>>[number];

function presentCard({ occupied, asked, openRequests, ...mentor }: ActiveRow, viewerId: string): MentorCard {
  const { maxMentees, userId } = mentor;
  const refusal = requestRefusal({ own: userId === viewerId, isActive: true, occupied, maxMentees, asked, openRequests });
  return { ...mentor, freePlaces: Math.max(0, maxMentees - occupied), can: { request: refusal === null }, refusal };
}

/** Every mentor, the newest first, for the administration. @throws AppError forbidden */
export async function listMentorRecords(ctx: Ctx): Promise<MentorRecords> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ ...facts, email: profiles.email, id: mentors.id, isActive: mentors.isActive })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .orderBy(desc(mentors.createdAt), mentors.id);
  return { mentors: rows };
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
 * @throws AppError forbidden, invalid_input (unknown, suspended or not confirmed member, or one of a lower degree), conflict (he is one already)
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
      .for("share"); // whoever suspends or deletes him waits
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
    const { id, userId, bio, specialties, maxMentees, isActive, rating, ratingCount, totalMentorshipSessions } = mentor;
    const { name, email } = member;
    return { id, userId, name, email, bio, specialties, maxMentees, isActive, rating, ratingCount, totalMentorshipSessions };
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
