import { addDays } from "date-fns/addDays";
import { and, asc, count, desc, eq, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { isInTerm, requireAnswerableNow } from "#app/features/lodges/answerable.service.ts";
import { lodgeName, OFFICE_LABEL } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, requireAdmin, requireOfficer } from "#app/server/context.ts";
import { mayBeAdmitted, waitsForAdmission } from "#app/server/gate.ts";
import { announce } from "#app/server/realtime/live.ts";
import type { AdmissionQueue, DecisionResults, OwnAdmission, WaitingPerson } from "./admission.answers.ts";
import { DAYS_AFTER_REFUSAL, type DecisionInput } from "./admission.schema.ts";
import { admissionRequests } from "./admission.table.ts";

const QUEUE_SIZE = 100;
const DECIDED_SIZE = 10;
/** Anybody can sign up with any address: those who have not shown that it is theirs keep nobody out of the list. */
const UNCONFIRMED_SHOWN = 20;
const isPending = eq(admissionRequests.status, "pending");

/** Opens the request of somebody who signs up while the house admits with approval, in the caller's transaction. */
export async function openAdmissionRequest(tx: Db, userId: string): Promise<void> {
  await tx.insert(admissionRequests).values({ userId });
}

/** What the person reads of their request. */
export async function readOwnAdmission(ctx: Ctx): Promise<OwnAdmission> {
  const actor = requireActor(ctx);
  const [row] = await ctx.db
    .select({ request: admissionRequests })
    .from(admissionRequests)
    .where(eq(admissionRequests.userId, actor.id))
    .orderBy(desc(admissionRequests.createdAt))
    .limit(1);
  const [officer] =
    actor.lodgeId === null
      ? []
      : await ctx.db
          .select({ id: lodgeOfficers.id })
          .from(lodgeOfficers)
          .where(and(eq(lodgeOfficers.lodgeId, actor.lodgeId), isInTerm))
          .limit(1);
  const request = row?.request.status === "accepted" ? undefined : row?.request;
  return {
    request: request
      ? {
          state: request.status === "refused" ? "refused" : "pending",
          askedAt: request.createdAt.toISOString(),
          message: request.message,
          reason: request.status === "refused" ? request.reason : null,
        }
      : null,
    addressConfirmed: actor.standing !== "unconfirmed",
    lodge: actor.lodge,
    lodgeAnswers: officer !== undefined,
  };
}

/**
 * Asks to be admitted, again after a refusal; while a request is open it keeps its place, and only the word changes.
 * @throws AppError conflict for who is admitted, too_many_tries
 */
export async function askForAdmission(ctx: Ctx, { message }: { message: string }): Promise<OwnAdmission> {
  const actor = requireActor(ctx);
  await ctx.limits.take("admission", actor.id);
  await ctx.db.transaction(async (tx) => {
    const [self] = await tx
      .select({ awaitsAdmission: profiles.awaitsAdmission })
      .from(profiles)
      .where(eq(profiles.id, actor.id))
      .for("update");
    if (!self?.awaitsAdmission) throw new AppError("conflict", { message: "Você já foi admitido." });
    const word = message || null;
    const changed = await tx
      .update(admissionRequests)
      .set({ message: word })
      .where(and(eq(admissionRequests.userId, actor.id), isPending))
      .returning({ id: admissionRequests.id });
    if (changed.length === 0) await tx.insert(admissionRequests).values({ userId: actor.id, message: word });
  });
  return readOwnAdmission(ctx);
}

/** The queue, oldest first. @throws AppError forbidden */
export async function listAdmissions(ctx: Ctx): Promise<AdmissionQueue> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "admissions.view");
  const ready = mayBeAdmitted(profiles);
  const [waiting, unconfirmed, total, ofUnconfirmed, decided] = await Promise.all([
    findWaiting(ctx.db, ready),
    findWaiting(ctx.db, not(ready), UNCONFIRMED_SHOWN),
    countWaiting(ctx.db, ready),
    countWaiting(ctx.db, not(ready)),
    findDecided(ctx.db),
  ]);
  return { waiting: [...waiting, ...unconfirmed], total, unconfirmed: ofUnconfirmed, decided };
}

const isReadyFor = (lodgeId: string): SQL => and(eq(profiles.lodgeId, lodgeId), mayBeAdmitted(profiles))!;

/** How many wait to be admitted to a Lodge. */
export const countAdmissionsOf = (db: Db, lodgeId: string): Promise<number> => countWaiting(db, isReadyFor(lodgeId));

/** Who waits to be admitted to the Lodge of the officer who asks, without addresses. @throws AppError forbidden */
export async function listAdmissionsOfOwnLodge(ctx: Ctx): Promise<WaitingPerson[]> {
  const { lodgeId } = requireOfficer(ctx);
  const waiting = await findWaiting(ctx.db, isReadyFor(lodgeId));
  return waiting.map((person) => ({ ...person, email: null }));
}

/** SQL: the query's request is open, and its profile waits. */
export const isWaiting = and(isPending, waitsForAdmission(profiles))!;

async function countWaiting(db: Db, which: SQL): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(admissionRequests)
    .innerJoin(profiles, eq(profiles.id, admissionRequests.userId))
    .where(and(isWaiting, which));
  return row!.count;
}

async function findWaiting(db: Db, which: SQL | undefined, limit = QUEUE_SIZE): Promise<WaitingPerson[]> {
  const rows = await db
    .select({
      userId: profiles.id,
      name: profiles.name,
      email: profiles.email,
      awaitsConfirmation: profiles.awaitsConfirmation,
      lodge: profiles.lodge,
      known: { name: lodges.name, number: lodges.number },
      askedAt: admissionRequests.createdAt,
      message: admissionRequests.message,
      askedBefore: sql<number>`(select count(*)::int from ${admissionRequests} earlier
        where earlier.user_id = ${profiles.id} and earlier.status <> 'pending')`,
    })
    .from(admissionRequests)
    .innerJoin(profiles, eq(profiles.id, admissionRequests.userId))
    .leftJoin(lodges, eq(lodges.id, profiles.lodgeId))
    .where(and(isWaiting, which))
    .orderBy(asc(admissionRequests.createdAt), asc(admissionRequests.id))
    .limit(limit);
  return rows.map(({ awaitsConfirmation, known, askedAt, ...person }) => ({
    ...person,
    addressConfirmed: !awaitsConfirmation,
    knownLodge: known && lodgeName(known),
    askedAt: askedAt.toISOString(),
  }));
}

async function findDecided(db: Db): Promise<AdmissionQueue["decided"]> {
  const rows = await db
    .select({
      request: admissionRequests,
      name: profiles.name,
      isLast: sql<boolean>`(${waitsForAdmission(profiles)} and not exists (select from ${admissionRequests} later
        where later.user_id = ${admissionRequests.userId} and later.created_at > ${admissionRequests.createdAt}))`,
      by: sql<string | null>`(select d.full_name from profiles d where d.id = ${admissionRequests.decidedBy})`,
    })
    .from(admissionRequests)
    .innerJoin(profiles, eq(profiles.id, admissionRequests.userId))
    .where(isNotNull(admissionRequests.decidedAt))
    .orderBy(desc(admissionRequests.decidedAt))
    .limit(DECIDED_SIZE);
  return rows.map(({ request, name, by, isLast }) => ({
    ...{ userId: request.userId, name },
    status: request.status as "accepted" | "refused",
    by,
    office: request.decidedAs && OFFICE_LABEL[request.decidedAs],
    at: request.decidedAt!.toISOString(),
    deletedOn: request.status === "refused" && isLast ? addDays(request.decidedAt!, DAYS_AFTER_REFUSAL).toISOString() : null,
  }));
}

/**
 * Admits several people or refuses them; each in a transaction of their own, so that one who cannot be decided keeps nobody back. An officer
 * decides those of their own Lodge.
 * @throws AppError unauthenticated; forbidden for who neither administers nor holds an office
 */
export async function decideAdmissions(ctx: Ctx, input: DecisionInput): Promise<DecisionResults> {
  const actor = requireDecider(ctx);
  const results: DecisionResults["results"] = [];
  for (const userId of new Set(input.userIds)) results.push({ userId, outcome: await decideOne(ctx, actor, userId, input) });
  return { results };
}

/** Who may decide at all: an administrator, or an officer. @throws AppError unauthenticated, forbidden */
export function requireDecider(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role !== "admin" && !actor.office) throw new AppError("forbidden");
  return actor;
}

type Outcome = DecisionResults["results"][number]["outcome"];

async function decideOne(ctx: Ctx, actor: Actor, userId: string, input: DecisionInput): Promise<Outcome> {
  if (userId === actor.id) return "forbidden";
  return ctx.db.transaction(async (tx): Promise<Outcome> => {
    const [person] = await tx
      .select({
        ...{
          lodgeId: profiles.lodgeId,
          awaitsConfirmation: profiles.awaitsConfirmation,
          awaitsAdmission: profiles.awaitsAdmission,
        },
      })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for("update");
    if (!person) return "gone";
    let decidedAs: Awaited<ReturnType<typeof requireAnswerableNow>>;
    try {
      decidedAs = await requireAnswerableNow(tx, actor, person.lodgeId);
    } catch (error) {
      if (error instanceof AppError && error.code === "forbidden") return "forbidden";
      throw error;
    }
    if (person.awaitsConfirmation) return "unconfirmed";
    const reason = input.decision === "refuse" ? input.reason : null;
    const decision = { decidedBy: actor.id, decidedAs, decidedAt: sql`now()`, reason };
    const [request] = await tx
      .update(admissionRequests)
      .set({ status: input.decision === "accept" ? "accepted" : "refused", ...decision })
      .where(and(eq(admissionRequests.userId, userId), isPending))
      .returning({ id: admissionRequests.id });
    if (!request) {
      // who was refused may be accepted after all; the refusal stays in the history
      if (input.decision === "refuse" || !input.refused || !person.awaitsAdmission) return "decided";
      await tx.insert(admissionRequests).values({ userId, status: "accepted", ...decision });
    }
    if (input.decision === "accept") await admit(ctx, tx, userId, person.lodgeId !== null);
    else await ctx.notify(tx, "admission-refused", { memberId: userId }, {});
    await recordAudit(tx, {
      actorId: actor.id,
      action: input.decision === "accept" ? "admission.accept" : "admission.refuse",
      targetType: "member",
      targetId: userId,
      details: { as: decidedAs ? OFFICE_LABEL[decidedAs] : null },
    });
    return "done";
  });
}

/** @param answered whether who admits answers for the Lodge that the person says */
async function admit(ctx: Pick<Ctx, "notify">, tx: Db, userId: string, answered: boolean): Promise<void> {
  await tx
    .update(profiles)
    .set({ awaitsAdmission: false, updatedAt: sql`now()`, ...(answered && { lodgeConfirmedAt: sql`now()` }) })
    .where(eq(profiles.id, userId));
  await ctx.notify(tx, "admission-accepted", { memberId: userId }, {});
  await announce(tx, [userId], "degree");
}

/** Admits everybody who waits: the house is open now. What they say of their Lodge stays unconfirmed. */
export async function admitAll(ctx: Ctx, tx: Db, actor: Actor): Promise<void> {
  const waiting = waitsForAdmission(profiles);
  await tx.select({ id: profiles.id }).from(profiles).where(waiting).orderBy(profiles.id).for("update"); // before the requests, as a decision does
  await tx.update(admissionRequests).set({ status: "accepted", decidedBy: actor.id, decidedAt: sql`now()` }).where(isPending);
  const admitted = await tx
    .update(profiles)
    .set({ awaitsAdmission: false, updatedAt: sql`now()` })
    .where(waiting)
    .returning({ id: profiles.id, awaitsConfirmation: profiles.awaitsConfirmation });
  for (const { id, awaitsConfirmation } of admitted)
    if (!awaitsConfirmation) await ctx.notify(tx, "admission-accepted", { memberId: id }, {});
  await announce(
    tx,
    admitted.map(({ id }) => id),
    "degree",
  );
}
