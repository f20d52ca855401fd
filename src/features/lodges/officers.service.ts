import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { lockAdministrators } from "#app/features/account/administrators.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { announce } from "#app/server/realtime/live.ts";
import type { LodgeDetails } from "./lodges.answers.ts";
import { lodgeName, OFFICE_LABEL, type OfficerInput, SINGLE_OFFICES } from "./lodges.schema.ts";
import { readLodge } from "./lodges.service.ts";
import { lodges } from "./lodges.table.ts";
import { lodgeOfficers } from "./officers.table.ts";

/** A longer term is a slip of the keyboard. */
const LONGEST_TERM_DAYS = 3 * 366;

/** SQL: the first moment of a day of Brasília, and of the one after it. */
const dayBegins = (day: string) => sql`(${day}::date::timestamp at time zone ${DEFAULT_ZONE})`;
const dayEnds = (day: string) => sql`((${day}::date + 1)::timestamp at time zone ${DEFAULT_ZONE})`;

/**
 * Gives a member an office of their Lodge. Of an office that one brother holds at a time, the former's term ends where the new one begins.
 * Nobody appoints themself while another administrator could.
 * @throws AppError forbidden, not_found, invalid_input; conflict where the member does not take part, or holds the office in these days
 */
export async function appointOfficer(ctx: Ctx, lodgeId: string, input: OfficerInput): Promise<LodgeDetails> {
  const actor = requireAdmin(ctx);
  const { memberId, office, from, until } = input;
  await ctx.db.transaction(async (tx) => {
    await refuseSelf(tx, actor, memberId);
    const [lodge] = await tx.select().from(lodges).where(eq(lodges.id, lodgeId)).for("update");
    if (!lodge) throw new AppError("not_found");
    if (!lodge.active) throw new AppError("conflict", { message: "Esta Loja está desativada. Reative-a antes." });
    await requireBrother(tx, lodgeId, memberId);
    await requireSensibleTerm(tx, from, until);
    const begins = dayBegins(from);
    const overlaps = and(
      eq(lodgeOfficers.lodgeId, lodgeId),
      eq(lodgeOfficers.office, office),
      gt(lodgeOfficers.endsAt, begins),
      lt(lodgeOfficers.startsAt, dayEnds(until)),
    );
    const [same] = await tx
      .select({ id: lodgeOfficers.id })
      .from(lodgeOfficers)
      .where(and(overlaps, eq(lodgeOfficers.memberId, memberId)));
    if (same) throw new AppError("conflict", { message: "Ele já exerce este cargo nesses dias. Encerre antes o mandato." });
    if (SINGLE_OFFICES.includes(office)) {
      const handedOver = await tx
        .update(lodgeOfficers)
        .set({ endsAt: sql`greatest(${lodgeOfficers.startsAt}, ${begins})` })
        .where(overlaps)
        .returning({ memberId: lodgeOfficers.memberId });
      for (const former of handedOver) await ctx.notify(tx, "office-ended", { memberId: former.memberId }, {});
    }
    await tx.insert(lodgeOfficers).values({ lodgeId, memberId, office, startsAt: begins, endsAt: dayEnds(until) });
    await tx
      .update(profiles)
      .set({ lodgeConfirmedAt: sql`coalesce(${profiles.lodgeConfirmedAt}, now())` })
      .where(eq(profiles.id, memberId));
    await recordAudit(tx, {
      actorId: actor.id,
      action: "lodge.appoint",
      targetType: "lodge",
      targetId: lodgeId,
      details: { title: lodgeName(lodge), memberId, office: OFFICE_LABEL[office], from, until },
    });
    await ctx.notify(tx, "office-given", { memberId }, {});
    await announce(tx, [memberId], "degree");
  });
  return readLodge(ctx, lodgeId);
}

async function refuseSelf(tx: Db, actor: Actor, memberId: string): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(actor.id)) throw new AppError("forbidden");
  if (memberId === actor.id && administrators.length > 1)
    throw new AppError("forbidden", { message: "O seu próprio cargo quem registra é outro administrador." });
}

async function requireBrother(tx: Db, lodgeId: string, memberId: string): Promise<void> {
  const [member] = await tx.select().from(profiles).where(eq(profiles.id, memberId)).for("update");
  if (!member) throw new AppError("invalid_input", { fields: { memberId: "Este irmão não existe mais." } });
  if (member.lodgeId !== lodgeId) throw new AppError("invalid_input", { fields: { memberId: "Este irmão não é desta Loja." } });
  if (standingOf(member) !== "full")
    throw new AppError("conflict", { message: "Este irmão está suspenso, ou ainda não foi admitido." });
}

async function requireSensibleTerm(tx: Db, from: string, until: string): Promise<void> {
  const { rows } = await tx.execute<{ over: boolean; days: number }>(
    sql`select ${dayEnds(until)} <= now() as over, ${until}::date - ${from}::date as days`,
  );
  const { over, days } = rows[0]!;
  if (over) throw new AppError("invalid_input", { fields: { until: "Este dia já passou" } });
  if (days > LONGEST_TERM_DAYS) throw new AppError("invalid_input", { fields: { until: "Um mandato dura no máximo três anos" } });
}

/** Ends a term now; one that has not begun never does. @throws AppError forbidden, not_found; conflict when it is over */
export async function endTerm(ctx: Ctx, officerId: string): Promise<LodgeDetails> {
  const actor = requireAdmin(ctx);
  const lodgeId = await ctx.db.transaction(async (tx) => {
    const [term] = await tx
      .select({ term: lodgeOfficers, lodge: lodges, isOver: sql<boolean>`${lodgeOfficers.endsAt} <= now()` })
      .from(lodgeOfficers)
      .innerJoin(lodges, eq(lodges.id, lodgeOfficers.lodgeId))
      .where(eq(lodgeOfficers.id, officerId))
      .for("update", { of: lodgeOfficers });
    if (!term) throw new AppError("not_found");
    if (term.isOver) throw new AppError("conflict", { message: "Este mandato já terminou." });
    const { memberId, office } = term.term;
    await tx
      .update(lodgeOfficers)
      .set({ endsAt: sql`greatest(${lodgeOfficers.startsAt}, now())` })
      .where(eq(lodgeOfficers.id, officerId));
    await recordAudit(tx, {
      actorId: actor.id,
      action: "lodge.end-term",
      targetType: "lodge",
      targetId: term.lodge.id,
      details: { title: lodgeName(term.lodge), memberId, office: OFFICE_LABEL[office] },
    });
    await ctx.notify(tx, "office-ended", { memberId }, {});
    await announce(tx, [memberId], "degree");
    return term.lodge.id;
  });
  return readLodge(ctx, lodgeId);
}

/** Terms that end within so many days and have no successor. */
const DAYS_BEFORE_END = 30;

/** The terms of which nobody has been told yet that they end soon, without a successor in the same office. */
export const findEndingTerms = (db: Db) =>
  db
    .select({ id: lodgeOfficers.id, memberId: lodgeOfficers.memberId })
    .from(lodgeOfficers)
    .innerJoin(lodges, and(eq(lodges.id, lodgeOfficers.lodgeId), lodges.active))
    .where(
      and(
        sql`${lodgeOfficers.toldOfEndAt} is null`,
        gt(lodgeOfficers.endsAt, sql`now()`),
        lte(lodgeOfficers.startsAt, sql`now()`),
        lte(lodgeOfficers.endsAt, sql`now() + make_interval(days => ${DAYS_BEFORE_END})`),
        sql`not exists (select from lodge_officers next where next.lodge_id = ${lodgeOfficers.lodgeId}
          and next.office = ${lodgeOfficers.office} and next.ends_at > ${lodgeOfficers.endsAt})`,
      ),
    );

/** Marks them as told. */
export const markAsTold = (db: Db, ids: string[]) =>
  db
    .update(lodgeOfficers)
    .set({ toldOfEndAt: sql`now()` })
    .where(and(inArray(lodgeOfficers.id, ids), sql`${lodgeOfficers.toldOfEndAt} is null`));
