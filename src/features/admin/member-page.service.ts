import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { consents, profiles, sessions } from "#app/features/account/account.table.ts";
import { isOpen } from "#app/features/account/actor.service.ts";
import { countAdministrators } from "#app/features/account/administrators.service.ts";
import { listAttestations } from "#app/features/account/attestations.service.ts";
import { recordLookAt } from "#app/features/audit/audit.service.ts";
import { certificates } from "#app/features/certificates/certificates.table.ts";
import { readModuleProgress } from "#app/features/courses/reading-counts.service.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { listActsAbout } from "#app/features/oversight/oversight.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import type { MemberDetails } from "./admin.answers.ts";
import { presentMember, readMemberRow } from "./members.service.ts";

const SHOWN = 20;

/**
 * One member for an administrator: facts, who attested what, results without answers, the states of mentorship sessions without words, and what
 * others did about them. The look is written down, and the member reads it.
 * @throws AppError forbidden, not_found
 */
export async function readMemberPage(ctx: Ctx, userId: string): Promise<MemberDetails> {
  const actor = requireAdmin(ctx);
  const row = await readMemberRow(ctx.db, userId);
  if (!row) throw new AppError("not_found");
  if (userId !== actor.id) await recordLookAt(ctx.db, actor.id, userId);
  const [[facts], attestations, exams, issued, mentoring, openSessions, administrators, modules, acts, [consent]] =
    await Promise.all([
      ctx.db
        .select({
          lastAccessAt: profiles.lastAccessAt,
          lodgeConfirmedAt: profiles.lodgeConfirmedAt,
          lodge: { name: lodges.name, number: lodges.number },
        })
        .from(profiles)
        .leftJoin(lodges, eq(lodges.id, profiles.lodgeId))
        .where(eq(profiles.id, userId)),
      listAttestations(ctx.db, userId),
      ctx.db
        .select({
          id: examAttempts.id,
          degree: examAttempts.degree,
          finishedAt: examAttempts.finishedAt,
          rightCount: examAttempts.rightCount,
          passed: examAttempts.passed,
        })
        .from(examAttempts)
        .where(and(eq(examAttempts.userId, userId), isNotNull(examAttempts.finishedAt)))
        .orderBy(desc(examAttempts.startedAt))
        .limit(SHOWN),
      ctx.db
        .select({ id: certificates.id, degree: certificates.degree, revokedAt: certificates.revokedAt })
        .from(certificates)
        .where(eq(certificates.userId, userId))
        .limit(SHOWN),
      ctx.db
        .select({ status: mentorshipSessions.status, count: sql<number>`count(*)::int` })
        .from(mentorshipSessions)
        .where(or(eq(mentorshipSessions.menteeId, userId), eq(mentorshipSessions.mentorId, userId)))
        .groupBy(mentorshipSessions.status),
      ctx.db.$count(sessions, and(eq(sessions.userId, userId), isOpen)),
      countAdministrators(ctx.db),
      readModuleProgress(ctx, userId, row.degree),
      listActsAbout(ctx.db, userId),
      ctx.db
        .select({ version: consents.textVersion, at: consents.givenAt })
        .from(consents)
        .where(and(eq(consents.userId, userId), isNull(consents.withdrawnAt)))
        .orderBy(desc(consents.givenAt))
        .limit(1),
    ]);
  return {
    member: presentMember(row, actor, administrators),
    knownLodge: facts?.lodge ? { name: lodgeName(facts.lodge), confirmed: facts.lodgeConfirmedAt !== null } : null,
    lastAccessAt: facts?.lastAccessAt?.toISOString() ?? null,
    openSessions,
    secondFactor: row.hasFactors,
    consent: consent ? { version: consent.version, at: consent.at.toISOString() } : null,
    modules,
    attestations,
    exams: exams.map(({ finishedAt, rightCount, passed, ...exam }) => ({
      ...exam,
      finishedAt: finishedAt!.toISOString(),
      rightCount: rightCount!,
      passed: passed!,
    })),
    certificates: issued.map(({ revokedAt, ...certificate }) => ({ ...certificate, revoked: revokedAt !== null })),
    mentoring,
    acts,
  };
}
