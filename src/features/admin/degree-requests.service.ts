import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import {
  countAdministrators,
  isFirstAdministrator,
  lockAdministrators,
  tellOtherAdministrators,
} from "#app/features/account/administrators.service.ts";
import { attestDegree } from "#app/features/account/attestations.service.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { requireDecider } from "#app/features/admission/admission.service.ts";
import { type AuditDetails, recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { requireAnswerableNow } from "#app/features/lodges/answerable.service.ts";
import { OFFICE_LABEL, type Office } from "#app/features/lodges/lodges.schema.ts";
import { coversDegree, DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import type { DegreeRequestQueue } from "./admin.answers.ts";
import { canDecideDegree } from "./admin.policy.ts";
import type { RefusalInput } from "./admin.schema.ts";

const QUEUE_SIZE = 50;
const DECIDED_SIZE = 20;

/** The open requests, oldest first, and those decided lately. @throws AppError forbidden */
export async function listDegreeRequests(ctx: Ctx): Promise<DegreeRequestQueue> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "degree-requests.view");
  const open = eq(degreeRequests.status, "pending");
  const oldest = ctx.db
    .select({ id: degreeRequests.id })
    .from(degreeRequests)
    .where(open)
    .orderBy(asc(degreeRequests.createdAt), asc(degreeRequests.id))
    .limit(QUEUE_SIZE);
  const [rows, total, administrators, decided] = await Promise.all([
    ctx.db
      .select({ request: degreeRequests, member: profiles })
      .from(degreeRequests)
      .innerJoin(profiles, eq(profiles.id, degreeRequests.userId))
      .where(inArray(degreeRequests.id, oldest))
      .orderBy(asc(degreeRequests.createdAt), asc(degreeRequests.id)),
    ctx.db.$count(degreeRequests, open),
    countAdministrators(ctx.db),
    findDecided(ctx.db),
  ]);
  return {
    total,
    decided,
    requests: rows.map(({ request, member }) => ({
      id: request.id,
      degree: request.degree,
      lodge: request.lodge,
      receivedOn: request.receivedOn,
      createdAt: request.createdAt.toISOString(),
      member: { id: member.id, name: member.name, email: member.email, degree: member.degree, lodge: member.lodge },
      can: { decide: canDecideDegree(actor, member, administrators) },
    })),
  };
}

async function findDecided(db: Db): Promise<DegreeRequestQueue["decided"]> {
  const rows = await db
    .select({
      request: degreeRequests,
      name: profiles.name,
      by: sql<string | null>`(select d.full_name from profiles d where d.id = ${degreeRequests.decidedBy})`,
    })
    .from(degreeRequests)
    .innerJoin(profiles, eq(profiles.id, degreeRequests.userId))
    .where(isNotNull(degreeRequests.decidedAt))
    .orderBy(desc(degreeRequests.decidedAt))
    .limit(DECIDED_SIZE);
  return rows.map(({ request: { id, userId, degree, status, decidedAt, reason }, name, by }) => ({
    ...{ id, degree, by, reason },
    member: { id: userId, name },
    approved: status === "approved",
    at: decidedAt!.toISOString(),
  }));
}

/**
 * Confirms what a member asked for, not oneself while there is another administrator. A degree is raised, never lowered: they may have received a higher one meanwhile.
 * An officer confirms those of their own Lodge.
 * @throws AppError forbidden, not_found, conflict when somebody else was faster
 */
export async function approveDegreeRequest(ctx: Ctx, requestId: string): Promise<void> {
  const actor = requireDecider(ctx);
  await ctx.db.transaction(async (tx) => {
    const { request, member, office } = await decide(tx, actor, requestId, { status: "approved" });
    const mark = await refuseDegreeAboveOwn(ctx, tx, actor, member.id, request.degree);
    const { lodgeId } = member;
    await attestDegree(tx, { userId: member.id, degree: request.degree, attestedBy: actor.id, office, lodgeId });
    if (office && !member.lodgeConfirmedAt)
      await tx.update(profiles).set({ lodgeConfirmedAt: sql`now()` }).where(eq(profiles.id, member.id));
    if (!coversDegree(member.degree, request.degree))
      await tx.update(profiles).set({ degree: request.degree, updatedAt: sql`now()` }).where(eq(profiles.id, member.id));
    await auditDecision(tx, actor, "degree-request.approve", request, { ...inOffice(office), ...mark });
    await ctx.notify(tx, "degree-approved", { memberId: member.id }, {});
  });
}

/** Declines a request with a reason, which the member reads in their account. @throws AppError forbidden, not_found, conflict */
export async function refuseDegreeRequest(ctx: Ctx, requestId: string, { reason }: RefusalInput): Promise<void> {
  const actor = requireDecider(ctx);
  await ctx.db.transaction(async (tx) => {
    const { request, office } = await decide(tx, actor, requestId, { status: "refused", reason });
    await auditDecision(tx, actor, "degree-request.refuse", request, inOffice(office));
    await ctx.notify(tx, "degree-refused", { memberId: request.userId }, {});
  });
}

const inOffice = (office: Office | null): AuditDetails => (office ? { as: OFFICE_LABEL[office] } : {});

type Decision = { status: "approved" | "refused"; reason?: string };

/** @throws AppError forbidden for their own degree while there is another administrator */
export function refuseOwnDegree(actor: Actor, target: { id: string }, administrators: number): void {
  if (!canDecideDegree(actor, target, administrators))
    throw new AppError("forbidden", { message: "O seu próprio grau quem confirma é outro administrador." });
}

/**
 * Nobody gives a degree that they do not have, or an Aprendiz could raise a second account of theirs to Mestre. The first administrator may,
 * who has to begin with somebody: the log marks it, and the others are told.
 * @returns the mark
 * @throws AppError forbidden
 */
export async function refuseDegreeAboveOwn(
  ctx: Ctx,
  tx: Db,
  actor: Actor,
  userId: string,
  degree: Degree,
): Promise<AuditDetails> {
  if (actor.id === userId || coversDegree(actor.degree, degree)) return {}; // of one's own, refuseOwnDegree decides
  if (!(await isFirstAdministrator(tx, actor.id)))
    throw new AppError("forbidden", { message: "Um grau acima do seu quem confirma é um administrador que o tem." });
  await tellOtherAdministrators(ctx, tx, actor.id, "degree-above-own");
  return { aboveOwn: true };
}

/** What the log keeps of an administrator's decision about their own degree, which only a single administrator can make. */
export const ownDegreeMark = (actor: Actor, userId: string): AuditDetails =>
  actor.id === userId ? { onlyAdministrator: true } : {};

/**
 * Moves an open request to its decision; of two decisions at once one is made. Administrators, the member's row and the request's
 * are locked in this order, as everywhere, so that a decision and a deletion never wait for each other.
 */
async function decide(tx: Db, actor: Actor, requestId: string, decision: Decision) {
  const administrators = await lockAdministrators(tx);
  const [found] = await tx.select({ userId: degreeRequests.userId }).from(degreeRequests).where(eq(degreeRequests.id, requestId));
  if (!found) throw new AppError("not_found");
  const both = inArray(profiles.id, [found.userId, actor.id]);
  const people = await tx.select().from(profiles).where(both).orderBy(profiles.id).for("update"); // two officers may decide of each other
  const member = people.find(({ id }) => id === found.userId);
  if (!member) throw new AppError("not_found");
  const office = await requireAnswerableNow(tx, actor, member.lodgeId);
  if (office && member.id === actor.id) throw new AppError("forbidden", { message: "O seu próprio grau quem confirma é outro." });
  refuseOwnDegree(actor, member, administrators.length);
  const [request] = await tx
    .update(degreeRequests)
    .set({ ...decision, decidedBy: actor.id, decidedAt: sql`now()` })
    .where(and(eq(degreeRequests.id, requestId), eq(degreeRequests.status, "pending")))
    .returning();
  if (!request) throw new AppError("conflict", { message: "Este pedido já foi decidido." });
  return { request, member, office };
}

/** The reason stays with the request and goes with the member; the log keeps only that there was a refusal. */
const auditDecision = (
  tx: Db,
  actor: Actor,
  action: "degree-request.approve" | "degree-request.refuse",
  request: typeof degreeRequests.$inferSelect,
  mark: AuditDetails = {},
) =>
  recordAudit(tx, {
    actorId: actor.id,
    action,
    targetType: "degree-request",
    targetId: request.id,
    details: { memberId: request.userId, degree: DEGREE_LABEL[request.degree], ...ownDegreeMark(actor, request.userId), ...mark },
  });

/** A degree that was confirmed directly answers the request for it, or for a lower one. */
export async function closeFulfilledRequests(tx: Db, actor: Actor, userId: string, degree: Degree): Promise<void> {
  const reached = covers(degree, degreeRequests.degree);
  await tx
    .update(degreeRequests)
    .set({ status: "approved", decidedBy: actor.id, decidedAt: sql`now()` })
    .where(and(eq(degreeRequests.userId, userId), eq(degreeRequests.status, "pending"), reached));
}
