import { and, asc, count, eq, min, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { listAttestations } from "#app/features/account/attestations.service.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { countAdmissionsOf, listAdmissionsOfOwnLodge } from "#app/features/admission/admission.service.ts";
import { recordAccess, recordLookAt } from "#app/features/audit/audit.service.ts";
import { finishedLessons, lessonIdsUpTo, readModuleProgress } from "#app/features/courses/reading-counts.service.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { isInTerm } from "#app/features/lodges/answerable.service.ts";
import { lodgeName, OFFICE_LABEL } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { GROUP } from "#app/features/reports/reports.schema.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireOfficer } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { BrotherPage, OwnLodge } from "./own-lodge.answers.ts";

/** A Lodge has some hundreds of members at most. */
const MOST_BROTHERS = 500;

/**
 * The Lodge of the officer who asks: what waits for their word, and how its brothers study. No addresses, answers, notes or words.
 * @throws AppError unauthenticated; forbidden for who holds no office now
 */
export async function readOwnLodge(ctx: Ctx): Promise<OwnLodge> {
  const { actor, lodgeId, office } = requireOfficer(ctx);
  await recordAccess(ctx.db, actor.id, "own-lodge.view");
  const [[term], admissions, requests, brothers] = await Promise.all([
    ctx.db
      .select({ office: lodgeOfficers.office, endsAt: lodgeOfficers.endsAt, lodge: lodges })
      .from(lodgeOfficers)
      .innerJoin(lodges, eq(lodges.id, lodgeOfficers.lodgeId))
      .where(
        and(eq(lodgeOfficers.memberId, actor.id), eq(lodgeOfficers.lodgeId, lodgeId), eq(lodgeOfficers.office, office), isInTerm),
      )
      .limit(1),
    listAdmissionsOfOwnLodge(ctx),
    ctx.db
      .select({ request: degreeRequests, memberId: profiles.id, name: profiles.name })
      .from(degreeRequests)
      .innerJoin(profiles, eq(profiles.id, degreeRequests.userId))
      .where(isRequestOf(lodgeId))
      .orderBy(asc(degreeRequests.createdAt)),
    findBrothers(ctx, lodgeId),
  ]);
  if (!term) throw new AppError("forbidden");
  const active = brothers.filter(
    ({ lastAccessAt }) => lastAccessAt && Date.now() - lastAccessAt.getTime() < 30 * 86_400_000,
  ).length;
  const lessonsOf = (degree: Degree) => lessonIdsUpTo(ctx, degree).length;
  return {
    lodge: { name: lodgeName(term.lodge), city: term.lodge.city, state: term.lodge.state },
    office: OFFICE_LABEL[term.office],
    until: term.endsAt.toISOString(),
    admissions: admissions.map(({ userId, name, askedAt, message, askedBefore }) => ({
      userId,
      name,
      askedAt,
      message,
      askedBefore,
    })),
    degreeRequests: requests.map(({ request: { id, degree, receivedOn, createdAt }, memberId, name }) => ({
      id,
      name,
      degree,
      receivedOn,
      askedAt: createdAt.toISOString(),
      canDecide: memberId !== actor.id && coversDegree(actor.degree, degree),
    })),
    brothers: brothers.map(({ lastAccessAt, lessons, total: _, ...brother }) => ({
      ...brother,
      lessons: Math.min(lessons, lessonsOf(brother.degree)),
      ofLessons: lessonsOf(brother.degree),
      lastAccessAt: lastAccessAt?.toISOString() ?? null,
    })),
    total: brothers[0]?.total ?? 0,
    activeInMonth: brothers.length < GROUP ? null : active,
  };
}

/**
 * One brother of the Lodge of the officer who asks. The look is written down with the office, and the brother reads it.
 * @throws AppError forbidden for who holds no office now; not_found for who is not of the Lodge
 */
export async function readBrother(ctx: Ctx, brotherId: string): Promise<BrotherPage> {
  const { actor, lodgeId, office } = requireOfficer(ctx);
  const [brother] = await ctx.db
    .select({
      name: profiles.name,
      degree: profiles.degree,
      lodgeConfirmedAt: profiles.lodgeConfirmedAt,
      lastAccessAt: profiles.lastAccessAt,
    })
    .from(profiles)
    .where(and(eq(profiles.id, brotherId), eq(profiles.lodgeId, lodgeId), takesPart(profiles)));
  if (!brother) throw new AppError("not_found", { message: "Este irmão não é da sua Loja, ou já não é." });
  if (brotherId !== actor.id) await recordLookAt(ctx.db, actor.id, brotherId, { as: OFFICE_LABEL[office] });
  const [modules, attestations, passed] = await Promise.all([
    readModuleProgress(ctx, brotherId, brother.degree),
    listAttestations(ctx.db, brotherId),
    ctx.db
      .select({ degree: examAttempts.degree, on: min(examAttempts.finishedAt) })
      .from(examAttempts)
      .where(and(eq(examAttempts.userId, brotherId), eq(examAttempts.passed, true)))
      .groupBy(examAttempts.degree)
      .orderBy(min(examAttempts.finishedAt)),
  ]);
  return {
    name: brother.name,
    degree: brother.degree,
    confirmed: brother.lodgeConfirmedAt !== null,
    lastAccessAt: brother.lastAccessAt?.toISOString() ?? null,
    modules,
    attestations,
    passedExams: passed.map(({ degree, on }) => ({ degree, on: on!.toISOString() })),
  };
}

/** SQL: the query's `degree_requests` row waits for an officer of the Lodge of its profile. */
const isRequestOf = (lodgeId: string) =>
  and(eq(degreeRequests.status, "pending"), eq(profiles.lodgeId, lodgeId), takesPart(profiles));

/** How many decisions wait for the officer who asks. @throws AppError forbidden for who holds no office now */
export async function countForOfficer(ctx: Ctx): Promise<number> {
  const { lodgeId } = requireOfficer(ctx);
  const [admissions, [requests]] = await Promise.all([
    countAdmissionsOf(ctx.db, lodgeId),
    ctx.db
      .select({ count: count() })
      .from(degreeRequests)
      .innerJoin(profiles, eq(profiles.id, degreeRequests.userId))
      .where(isRequestOf(lodgeId)),
  ]);
  return admissions + requests!.count;
}

function findBrothers(ctx: Ctx, lodgeId: string) {
  return ctx.db
    .select({
      id: profiles.id,
      name: profiles.name,
      degree: profiles.degree,
      confirmed: sql<boolean>`${profiles.lodgeConfirmedAt} is not null`,
      lessons: finishedLessons(ctx),
      passedExams: sql<Degree[]>`array(select d.degree from unnest(${sql.param([...DEGREES])}::text[]) as d(degree)
        where exists (select from ${examAttempts} a where a.user_id = profiles.id and a.degree = d.degree and a.passed))`,
      lastAccessAt: profiles.lastAccessAt,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(profiles)
    .where(and(eq(profiles.lodgeId, lodgeId), takesPart(profiles)))
    .orderBy(sql`${profiles.name} collate "und-x-icu"`, profiles.id)
    .limit(MOST_BROTHERS);
}
