import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { containsWord } from "#app/features/account/member-search.service.ts";
import { recordAccess } from "#app/features/audit/audit.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import type { Invitation, InvitationBatch, InvitationPage, LatestBatch } from "./invitations.answers.ts";
import type { InvitationFilter, InvitationSearchInput, InvitationState } from "./invitations.schema.ts";
import { invitationBatches, invitations } from "./invitations.table.ts";

const PAGE_SIZE = 25;
const newest = keyset("descending", [invitations.createdAt, "timestamptz"], [invitations.id, "uuid"]);

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));
const isRunOut = sql`${invitations.expiresAt} <= now()`;
/** Its letter has been tried and is still not taken. */
const isReturned = sql<boolean>`exists (
  select from ${outboxMails} m where m.recipient = invitations.email and m.kind = 'invitation'
    and m.sent_at is null and m.filed_at is null and m.last_error is not null)`;

const FILTERS: Record<InvitationFilter, SQL | undefined> = {
  waiting: and(isOpen, sql`${invitations.expiresAt} > now()`),
  returned: and(isOpen, isReturned),
  expired: and(isOpen, isRunOut),
  accepted: isNotNull(invitations.acceptedAt),
  withdrawn: isNotNull(invitations.withdrawnAt),
};

/** The invitations, newest first. @throws AppError forbidden, invalid_input on `after` */
export async function searchInvitations(ctx: Ctx, { show, search, after }: InvitationSearchInput): Promise<InvitationPage> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "invitations.view");
  const words = search.split(/\s+/).filter(Boolean).slice(0, 6);
  const text = sql`fold_text(${invitations.name} || ' ' || ${invitations.email})`;
  const [rows, counts] = await Promise.all([
    ctx.db
      .select({
        invitation: invitations,
        lodge: lodges,
        returned: isReturned,
        runOut: sql<boolean>`${isRunOut}`,
        cursor: newest.cursor,
      })
      .from(invitations)
      .leftJoin(lodges, and(eq(lodges.id, invitations.lodgeId), eq(lodges.active, true)))
      .where(and(show && FILTERS[show], ...words.map((word) => containsWord(text, word)), newest.behind(after)))
      .orderBy(...newest.orderBy)
      .limit(PAGE_SIZE + 1),
    after === undefined ? countInvitations(ctx.db) : null,
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return { invitations: page.map(presentInvitation), next, counts };
}

async function countInvitations(db: Db): Promise<InvitationPage["counts"]> {
  const count = (filter: InvitationFilter) => sql<number>`count(*) filter (where ${FILTERS[filter]})::int`;
  const [row] = await db
    .select({
      waiting: count("waiting"),
      expired: count("expired"),
      accepted: count("accepted"),
      withdrawn: count("withdrawn"),
      returned: count("returned"),
    })
    .from(invitations);
  return row!;
}

type Row = {
  invitation: typeof invitations.$inferSelect;
  lodge: typeof lodges.$inferSelect | null;
  returned: boolean;
  runOut: boolean;
};

function presentInvitation({ invitation, lodge, returned, runOut }: Row): Invitation {
  const { id, name, email, degree, acceptedAt, withdrawnAt, sentAt, expiresAt, createdAt, acceptedBy } = invitation;
  const open = !acceptedAt && !withdrawnAt;
  const state: InvitationState = acceptedAt
    ? "accepted"
    : withdrawnAt
      ? "withdrawn"
      : !sentAt
        ? "queued"
        : runOut
          ? "expired"
          : returned
            ? "returned"
            : "waiting";
  const at = acceptedAt ?? withdrawnAt ?? (state === "returned" ? sentAt : state === "queued" ? createdAt : expiresAt);
  return {
    id,
    name,
    email,
    degree,
    lodge: lodge && lodgeName(lodge),
    state,
    at: at!.toISOString(),
    memberId: acceptedBy,
    can: { resend: open && state !== "queued", withdraw: open },
  };
}

/** The list that was sent last, for a day after its end. @throws AppError forbidden */
export async function readLatestBatch(ctx: Ctx): Promise<LatestBatch> {
  requireAdmin(ctx);
  const recent = or(isNull(invitationBatches.endedAt), gt(invitationBatches.endedAt, sql`now() - interval '1 day'`));
  return { batch: (await readBatch(ctx.db, recent)) ?? null };
}

/** The newest of these lists, with the last three whom it wrote to. */
export async function readBatch(db: Db, which: SQL | undefined): Promise<InvitationBatch | undefined> {
  const [batch] = await db.select().from(invitationBatches).where(which).orderBy(desc(invitationBatches.startedAt)).limit(1);
  if (!batch) return undefined;
  const delivered = sql<boolean>`exists (
    select from ${outboxMails} m where m.recipient = invitations.email and m.kind = 'invitation'
      and m.created_at >= invitations.sent_at and coalesce(m.sent_at, m.filed_at) is not null)`;
  const latest = await db
    .select({ id: invitations.id, name: invitations.name, sentAt: invitations.sentAt, delivered, returned: isReturned })
    .from(invitations)
    .where(and(eq(invitations.batchId, batch.id), isNotNull(invitations.sentAt)))
    .orderBy(desc(invitations.sentAt), desc(invitations.id))
    .limit(3);
  const { id, total, sent, stopped, startedAt, endedAt } = batch;
  return {
    id,
    total,
    sent,
    stopped,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    latest: latest.map((row) => ({
      id: row.id,
      name: row.name,
      at: row.sentAt!.toISOString(),
      letter: row.delivered ? "delivered" : row.returned ? "returned" : "waiting",
    })),
  };
}
