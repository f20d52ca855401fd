import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { DegreeRequest, DegreeRequests } from "./account.answers.ts";
import { listAttestations } from "./attestations.service.ts";
import { requestableDegrees } from "./degree-requests.policy.ts";
import type { DegreeRequestInput } from "./degree-requests.schema.ts";
import { degreeRequests } from "./degree-requests.table.ts";

const fields = {
  id: degreeRequests.id,
  degree: degreeRequests.degree,
  lodge: degreeRequests.lodge,
  receivedOn: degreeRequests.receivedOn,
  status: degreeRequests.status,
  reason: degreeRequests.reason,
  createdAt: degreeRequests.createdAt,
  decidedAt: degreeRequests.decidedAt,
};

type Row = Pick<typeof degreeRequests.$inferSelect, keyof typeof fields>;

/** Of a refusal it is not shown who decided: the academy answers, not a person. Who confirmed a degree answers for it by name (attestations.service.ts). */
const presentRequest = ({ createdAt, decidedAt, reason, ...row }: Row): DegreeRequest => ({
  ...row,
  reason: row.status === "refused" ? reason : null,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  can: { withdraw: row.status === "pending" },
});

/** The member's requests, and what they may ask for now. */
export async function listDegreeRequests(ctx: Ctx): Promise<DegreeRequests> {
  const actor = requireActor(ctx);
  const [rows, attestations] = await Promise.all([
    ctx.db.select(fields).from(degreeRequests).where(eq(degreeRequests.userId, actor.id)).orderBy(desc(degreeRequests.createdAt)),
    listAttestations(ctx.db, actor.id),
  ]);
  const open = rows.some(({ status }) => status === "pending");
  return {
    degree: actor.degree,
    requestable: open ? [] : requestableDegrees(actor.degree),
    attestations,
    requests: rows.map(presentRequest),
  };
}

/** The member's request that nobody has decided, if there is one. */
export async function readOpenDegreeRequest(db: Db, userId: string) {
  const [open] = await db
    .select({ degree: degreeRequests.degree, createdAt: degreeRequests.createdAt })
    .from(degreeRequests)
    .where(and(eq(degreeRequests.userId, userId), eq(degreeRequests.status, "pending")));
  return open ? { degree: open.degree, sentAt: open.createdAt.toISOString() } : null;
}

/**
 * Asks the administrators to confirm a degree that the member received in their Lodge.
 * @throws AppError invalid_input for a degree that is not above theirs, conflict while another request is open
 */
export async function requestDegree(ctx: Ctx, input: DegreeRequestInput): Promise<DegreeRequest> {
  const actor = requireActor(ctx);
  if (!requestableDegrees(actor.degree).includes(input.degree))
    throw new AppError("invalid_input", { fields: { degree: "Escolha um grau acima do que já está registrado." } });
  const [row] = await ctx.db
    .insert(degreeRequests)
    .values({ userId: actor.id, ...input })
    .onConflictDoNothing({ target: degreeRequests.userId, where: sql`status = 'pending'` })
    .returning(fields);
  if (!row) throw new AppError("conflict", { message: "Já há um pedido seu em análise. Aguarde a resposta." });
  return presentRequest(row);
}

/** Takes back a request that nobody has decided. @throws AppError not_found, conflict when it was decided meanwhile */
export async function withdrawDegreeRequest(ctx: Ctx, requestId: string): Promise<void> {
  const actor = requireActor(ctx);
  const own = and(eq(degreeRequests.id, requestId), eq(degreeRequests.userId, actor.id));
  const withdrawn = await ctx.db
    .delete(degreeRequests)
    .where(and(own, eq(degreeRequests.status, "pending")))
    .returning({ id: degreeRequests.id });
  if (withdrawn.length > 0) return;
  const [decided] = await ctx.db.select({ id: degreeRequests.id }).from(degreeRequests).where(own);
  throw new AppError(decided ? "conflict" : "not_found");
}
