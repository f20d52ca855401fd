import { and, asc, desc, eq, gt, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { networkOf } from "#app/server/network.ts";
import type { LodgeDetails, LodgePage, LodgeRef, Officer } from "./lodges.answers.ts";
import { type LodgeInput, type LodgeListInput, lodgeName } from "./lodges.schema.ts";
import { lodgeSpellings, lodges } from "./lodges.table.ts";
import { spellingKey } from "./matching.service.ts";
import { lodgeOfficers } from "./officers.table.ts";

const PAGE_SIZE = 25;
const SUGGESTIONS = 8;
const MEMBERS_SHOWN = 100;
const FORMER_SHOWN = 20;

const byName = keyset("ascending", [sql`${lodges.name} collate "und-x-icu"`, "text"], [lodges.id, "uuid"]);
const wholeName = sql`fold_text(${lodges.name} || ' ' || coalesce(${lodges.number}, '') || ' ' || ${lodges.city})`;
const contains = (word: string): SQL => sql`${wholeName} like '%' || fold_text(${word.replace(/[\\%_]/g, "\\$&")}) || '%'`;

const membersOf = (extra: SQL = sql`true`) =>
  sql<number>`(select count(*)::int from profiles p where p.lodge_id = lodges.id and ${takesPart(sql`p`)} and ${extra})`;
const fields = {
  id: lodges.id,
  name: lodges.name,
  number: lodges.number,
  city: lodges.city,
  state: lodges.state,
  jurisdiction: lodges.jurisdiction,
  active: lodges.active,
  members: membersOf(),
  activeMembers: membersOf(sql`p.last_access_at > now() - interval '30 days'`),
};

/** Names of active Lodges for the field in which one writes one's own. @throws AppError too_many_tries */
export async function suggestLodges(ctx: Ctx, q: string): Promise<{ names: string[] }> {
  await ctx.limits.take("search", ctx.actor?.id ?? networkOf(ctx.ip));
  const rows = await ctx.db
    .select({ name: lodges.name, number: lodges.number })
    .from(lodges)
    .where(and(lodges.active, ...wordsOf(q).map(contains)))
    .orderBy(asc(lodges.name), asc(lodges.number))
    .limit(SUGGESTIONS);
  return { names: rows.map(lodgeName) };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, 6);

/** A Lodge that may be chosen, locked against a change. @throws AppError invalid_input on `lodgeId` */
export async function requireActiveLodge(tx: Db, lodgeId: string) {
  const [lodge] = await tx.select().from(lodges).where(eq(lodges.id, lodgeId)).for("share");
  if (!lodge?.active)
    throw new AppError("invalid_input", {
      fields: { lodgeId: "Esta Loja já não está na lista, ou não está ativa. Escolha outra." },
    });
  return lodge;
}

/** The active Lodges, for a field of choice. @throws AppError forbidden */
export async function listLodgeOptions(ctx: Ctx): Promise<{ lodges: LodgeRef[] }> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: lodges.id, name: lodges.name, number: lodges.number })
    .from(lodges)
    .where(eq(lodges.active, true))
    .orderBy(asc(lodges.name), asc(lodges.number));
  return { lodges: rows.map((row) => ({ id: row.id, name: lodgeName(row) })) };
}

/** A page of Lodges, by name, with who holds an office. @throws AppError forbidden */
export async function listLodges(ctx: Ctx, { search, after }: LodgeListInput): Promise<LodgePage> {
  requireAdmin(ctx);
  const filter = and(...wordsOf(search).map(contains));
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ ...fields, cursor: byName.cursor })
      .from(lodges)
      .where(and(filter, byName.behind(after)))
      .orderBy(...byName.orderBy)
      .limit(PAGE_SIZE + 1),
    after === undefined ? ctx.db.$count(lodges, filter) : null,
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const officers = await findOfficers(
    ctx.db,
    and(
      inArray(
        lodgeOfficers.lodgeId,
        page.map(({ id }) => id),
      ),
      gt(lodgeOfficers.endsAt, sql`now()`),
    ),
  );
  return {
    lodges: page.map(({ cursor: _, ...lodge }) => ({
      ...lodge,
      officers: officers.filter(({ lodgeId }) => lodgeId === lodge.id).map(presentOfficer),
    })),
    next,
    total,
  };
}

type OfficerRow = Omit<Officer, "startsAt" | "endsAt"> & { lodgeId: string; startsAt: Date; endsAt: Date };

function findOfficers(db: Db, which: SQL | undefined, newest = false): Promise<OfficerRow[]> {
  return db
    .select({
      id: lodgeOfficers.id,
      lodgeId: lodgeOfficers.lodgeId,
      memberId: lodgeOfficers.memberId,
      name: profiles.name,
      office: lodgeOfficers.office,
      startsAt: lodgeOfficers.startsAt,
      endsAt: lodgeOfficers.endsAt,
    })
    .from(lodgeOfficers)
    .innerJoin(profiles, eq(profiles.id, lodgeOfficers.memberId))
    .where(which)
    .orderBy(newest ? desc(lodgeOfficers.endsAt) : asc(lodgeOfficers.startsAt))
    .limit(newest ? FORMER_SHOWN : 1_000);
}

const presentOfficer = ({ lodgeId: _, startsAt, endsAt, ...officer }: OfficerRow): Officer => ({
  ...officer,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

/** A Lodge with its officers, members and spellings. @throws AppError forbidden, not_found */
export async function readLodge(ctx: Ctx, lodgeId: string): Promise<LodgeDetails> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "lodge-members.view");
  const [lodge] = await ctx.db.select(fields).from(lodges).where(eq(lodges.id, lodgeId));
  if (!lodge) throw new AppError("not_found");
  const ofLodge = eq(lodgeOfficers.lodgeId, lodgeId);
  const [officers, former, spellings, members] = await Promise.all([
    findOfficers(ctx.db, and(ofLodge, gt(lodgeOfficers.endsAt, sql`now()`))),
    findOfficers(ctx.db, and(ofLodge, lte(lodgeOfficers.endsAt, sql`now()`)), true),
    ctx.db
      .select({
        key: lodgeSpellings.key,
        spelling: lodgeSpellings.spelling,
        members: sql<number>`(select count(*)::int from profiles p
          where p.lodge_id = lodge_spellings.lodge_id and ${spellingKey(sql`p.lodge`)} = lodge_spellings.key)`,
      })
      .from(lodgeSpellings)
      .where(eq(lodgeSpellings.lodgeId, lodgeId))
      .orderBy(asc(lodgeSpellings.spelling)),
    ctx.db
      .select({
        id: profiles.id,
        name: profiles.name,
        degree: profiles.degree,
        confirmed: sql<boolean>`${profiles.lodgeConfirmedAt} is not null`,
        lastAccessAt: profiles.lastAccessAt,
      })
      .from(profiles)
      .where(and(eq(profiles.lodgeId, lodgeId), takesPart(profiles)))
      .orderBy(asc(profiles.name), asc(profiles.id))
      .limit(MEMBERS_SHOWN),
  ]);
  return {
    ...lodge,
    officers: officers.map(presentOfficer),
    formerOfficers: former.map(presentOfficer),
    spellings,
    memberList: members.map(({ lastAccessAt, ...member }) => ({
      ...member,
      lastAccessAt: lastAccessAt?.toISOString() ?? null,
    })),
  };
}

const columnsOf = ({ number, state, ...input }: LodgeInput) => ({ ...input, number: number || null, state: state || null });

/** Registers a Lodge; what members wrote exactly so is it from now on. @throws AppError forbidden, conflict when it is there already */
export async function createLodge(ctx: Ctx, input: LodgeInput): Promise<LodgeDetails> {
  const actor = requireAdmin(ctx);
  const id = await ctx.db.transaction(async (tx) => {
    await refuseDouble(tx, input);
    const [lodge] = await tx.insert(lodges).values(columnsOf(input)).returning({ id: lodges.id });
    await keepOwnSpelling(tx, lodge!.id, input);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "lodge.create",
      targetType: "lodge",
      targetId: lodge!.id,
      details: { title: lodgeName(columnsOf(input)) },
    });
    return lodge!.id;
  });
  return readLodge(ctx, id);
}

/** Corrects a Lodge's record. @throws AppError forbidden, not_found, conflict when another one is the same */
export async function updateLodge(ctx: Ctx, lodgeId: string, input: LodgeInput): Promise<LodgeDetails> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await refuseDouble(tx, input, lodgeId);
    const [changed] = await tx
      .update(lodges)
      .set({ ...columnsOf(input), updatedAt: sql`now()` })
      .where(eq(lodges.id, lodgeId))
      .returning({ id: lodges.id });
    if (!changed) throw new AppError("not_found");
    await keepOwnSpelling(tx, lodgeId, input);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "lodge.change",
      targetType: "lodge",
      targetId: lodgeId,
      details: { title: lodgeName(columnsOf(input)) },
    });
  });
  return readLodge(ctx, lodgeId);
}

async function refuseDouble(tx: Db, { name, number, city, state }: LodgeInput, except?: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('lodges'))`);
  const [other] = await tx
    .select({ id: lodges.id })
    .from(lodges)
    .where(
      and(
        sql`fold_text(${lodges.name}) = fold_text(${name})`,
        sql`coalesce(${lodges.number}, '') = ${number}`,
        sql`fold_text(${lodges.city}) = fold_text(${city})`,
        sql`coalesce(${lodges.state}, '') = ${state}`,
        except === undefined ? undefined : ne(lodges.id, except),
      ),
    );
  if (other) throw new AppError("conflict", { message: "Já há uma Loja com este nome, número e Oriente." });
}

/** The Lodge's own name is a spelling of it, unless another Lodge has that one. */
async function keepOwnSpelling(tx: Db, lodgeId: string, input: LodgeInput): Promise<void> {
  const spelling = lodgeName(columnsOf(input));
  await tx
    .insert(lodgeSpellings)
    .values({ key: spellingKey(spelling), spelling, lodgeId })
    .onConflictDoNothing();
}

/**
 * Puts a Lodge out of use, or in use again. Its members stay with it; its officers answer for nobody meanwhile.
 * @throws AppError forbidden, not_found
 */
export async function setLodgeActive(ctx: Ctx, lodgeId: string, active: boolean): Promise<LodgeDetails> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(lodges)
      .set({ active, updatedAt: sql`now()` })
      .where(eq(lodges.id, lodgeId))
      .returning({ name: lodges.name, number: lodges.number });
    if (!changed) throw new AppError("not_found");
    await recordAudit(tx, {
      actorId: actor.id,
      action: active ? "lodge.activate" : "lodge.deactivate",
      targetType: "lodge",
      targetId: lodgeId,
      details: { title: lodgeName(changed) },
    });
  });
  return readLodge(ctx, lodgeId);
}
