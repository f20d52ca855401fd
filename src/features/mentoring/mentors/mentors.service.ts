import { and, desc, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireAdmin } from "#app/server/context.ts";
import { standingOf, takesPart } from "#app/server/gate.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { nextHours } from "./hours.service.ts";
import { isAvailable, medianReplyMinutes, occupiedPlaces } from "./mentor-facts.service.ts";
import type { MentorCandidates, MentorCard, MentorList, MentorRecord, MentorRecords, MentorStatus } from "./mentors.answers.ts";
import { requestRefusal } from "./mentors.policy.ts";
import type { CandidatesInput, MentorSearchInput, MentorStatusInput, NewMentorInput } from "./mentors.schema.ts";
import { mentors } from "./mentors.table.ts";

const PAGE_SIZE = 20;
/** How many members the dropdown offers at once; typing narrows them down. */
const CANDIDATES = 20;
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

/** What members search mentors by; never an address. */
const mentorText = sql`fold_text(${profiles.name} || ' ' || coalesce(${profiles.lodge}, '') || ' ' || array_to_string(${mentors.specialties}, ' '))`;

const best = keyset(
  "descending",
  [mentors.rating, "float8"],
  [mentors.totalMentorshipSessions, "bigint"],
  [mentors.createdAt, "timestamptz"],
  [mentors.id, "uuid"],
);

/**
 * The active mentors, highest rating first, with what the viewer may ask of each and the first hour they could choose; those whose name, Lodge or
 * specialties contain the words. The page is picked before its figures are counted.
 */
export async function listMentors(ctx: Ctx, { q = "", after }: Partial<MentorSearchInput>): Promise<MentorList> {
  const actor = requireActor(ctx);
  const words = q.split(/\s+/).filter(Boolean);
  const mine = (more: SQL) => sql`from mentorship_sessions mine where mine.mentee_id = ${actor.id} and ${more}`;
  const isTheirs = sql`mine.mentor_id = ${mentors.userId}`;
  const picked = ctx.db
    .select({ id: mentors.id })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(and(isAvailable, best.behind(after), ...words.map((word) => containsWord(mentorText, word))))
    .orderBy(...best.orderBy)
    .limit(PAGE_SIZE + 1);
  const rows = await ctx.db
    .select({
      mentor: mentors,
      name: profiles.name,
      lodge: profiles.lodge,
      cursor: best.cursor,
      // an address is for the two who have a session together
      email: sql<
        string | null
      >`case when ${mentors.userId} = ${actor.id} or exists (select ${mine(isTheirs)}) then ${profiles.email} end`,
      occupied: occupiedPlaces,
      replyMinutes: medianReplyMinutes,
      asked: sql<boolean>`exists (select ${mine(sql`${isTheirs} and mine.status = 'pending'`)})`,
      openRequests: sql<number>`(select count(*)::int ${mine(sql`mine.status = 'pending'`)})`,
    })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(inArray(mentors.id, picked))
    .orderBy(...best.orderBy);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const hours = await nextHours(
    ctx.db,
    page.map(({ mentor }) => mentor),
    actor.id,
  );
  return {
    mentors: page.map(({ mentor, name, lodge, email, occupied, replyMinutes, asked, openRequests }): MentorCard => {
      const { userId, bio, specialties, maxMentees, rating, ratingCount, totalMentorshipSessions } = mentor;
      const refusal = requestRefusal({ own: userId === actor.id, isActive: true, occupied, maxMentees, asked, openRequests });
      return {
        ...{
          userId,
          name,
          lodge,
          email,
          bio,
          specialties,
          maxMentees,
          rating,
          ratingCount,
          totalMentorshipSessions,
          replyMinutes,
        },
        nextHour: hours.get(userId)?.toISOString() ?? null,
        freePlaces: Math.max(0, maxMentees - occupied),
        can: { request: refusal === null },
        refusal,
      };
    }),
    next,
  };
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
