import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { waitsForAdmission } from "#app/server/gate.ts";
import type { SpellingQueue } from "./lodges.answers.ts";
import { lodgeName } from "./lodges.schema.ts";
import { lodgeSpellings, lodges } from "./lodges.table.ts";
import { spellingKey } from "./matching.service.ts";

const QUEUE_SIZE = 50;
/** Below this, two names are not alike (pg_trgm). */
const ALIKE = 0.35;

/** SQL: a profile's Lodge is a text that nobody has joined to one of the list. */
export const isUnjoined = and(isNull(profiles.lodgeId), isNotNull(profiles.lodge), ne(profiles.lodge, ""));

/** What members wrote for a Lodge that nobody has joined to one, the most frequent first, each with the Lodge that it seems to be. @throws AppError forbidden */
export async function listSpellings(ctx: Ctx): Promise<SpellingQueue> {
  requireAdmin(ctx);
  const written = ctx.db.$with("written").as(
    ctx.db
      .select({
        key: spellingKey(profiles.lodge).as("key"),
        spelling: sql<string>`min(${profiles.lodge})`.as("spelling"),
        members: sql<number>`count(*)::int`.as("members"),
        total: sql<number>`(count(*) over ())::int`.as("total"),
        numbers: sql`regexp_split_to_array(${spellingKey(profiles.lodge)}, '\\D+')`.as("numbers"),
      })
      .from(profiles)
      .where(isUnjoined)
      .groupBy(spellingKey(profiles.lodge))
      .orderBy(sql`count(*) desc`, spellingKey(profiles.lodge))
      .limit(QUEUE_SIZE),
  );
  // each name is folded once, and each pair compared once: of fifty spellings and hundreds of Lodges there are tens of thousands
  const known = ctx.db
    .$with("known", { id: sql<string>`id`.as("id") })
    .as(sql`select id, name, number, fold_text(name || ' ' || coalesce(number, '')) as folded, nullif(regexp_replace(number, '\\D', '', 'g'), '') as digits
      from lodges where active offset 0`);
  const rows = await ctx.db
    .with(written, known)
    .select({
      key: written.key,
      spelling: written.spelling,
      members: written.members,
      total: written.total,
      suggestion: sql<{ id: string; name: string; number: string | null } | null>`(
        select json_build_object('id', k.id, 'name', k.name, 'number', k.number) from (
          select l.*, similarity(l.folded, written.key)
            + case when l.digits = any(written.numbers) then 0.3 else 0 end as likeness
          from known l offset 0) k
        where k.likeness > ${ALIKE} order by k.likeness desc, k.id limit 1)`,
    })
    .from(written)
    .orderBy(sql`written.members desc`, sql`written.key`);
  return {
    spellings: rows.map(({ total: _, suggestion, ...row }) => ({
      ...row,
      suggestion: suggestion && { id: suggestion.id, name: lodgeName(suggestion) },
    })),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Joins a spelling to a Lodge: those who wrote it are of it, and those who will. The administrator answers for the members; who waits to be
 * admitted is answered for when they are. Nobody whose Lodge was set otherwise is touched.
 * @returns how many members it was
 * @throws AppError forbidden, not_found; conflict when it is joined already
 */
export async function joinSpelling(ctx: Ctx, { key, lodgeId }: { key: string; lodgeId: string }): Promise<{ members: number }> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const [lodge] = await tx
      .select()
      .from(lodges)
      .where(and(eq(lodges.id, lodgeId), lodges.active))
      .for("share");
    if (!lodge) throw new AppError("not_found");
    const wrote = and(isUnjoined, sql`${spellingKey(profiles.lodge)} = ${key}`);
    const [first] = await tx.select({ spelling: profiles.lodge }).from(profiles).where(wrote).limit(1);
    const [kept] = await tx
      .insert(lodgeSpellings)
      .values({ key, lodgeId, spelling: first?.spelling ?? key })
      .onConflictDoNothing()
      .returning({ key: lodgeSpellings.key });
    if (!kept) throw new AppError("conflict", { message: "Esta grafia já foi juntada. Recarregue a página." });
    const changed = await tx
      .update(profiles)
      .set({ lodgeId, lodgeConfirmedAt: sql`case when ${waitsForAdmission(profiles)} then null else now() end` })
      .where(wrote)
      .returning({ id: profiles.id });
    await recordAudit(tx, {
      actorId: actor.id,
      action: "lodge.join-spelling",
      targetType: "lodge",
      targetId: lodgeId,
      details: { title: lodgeName(lodge), members: changed.length },
    });
    return { members: changed.length };
  });
}

/**
 * Parts a spelling from its Lodge: those who wrote it are of no Lodge of the list again. The Lodge's own name stays its own.
 * @returns how many members it was
 * @throws AppError forbidden, not_found; conflict for the Lodge's own name
 */
export async function partSpelling(ctx: Ctx, { key }: { key: string }): Promise<{ members: number }> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({
        lodge: lodges,
        isOwn: sql<boolean>`${lodgeSpellings.key} = ${spellingKey(sql`${lodges.name} || coalesce(' nº ' || ${lodges.number}, '')`)}`,
      })
      .from(lodgeSpellings)
      .innerJoin(lodges, eq(lodges.id, lodgeSpellings.lodgeId))
      .where(eq(lodgeSpellings.key, key))
      .for("update", { of: lodgeSpellings });
    if (!found) throw new AppError("not_found");
    if (found.isOwn)
      throw new AppError("conflict", { message: "Este é o próprio nome da Loja. Para mudá-lo, corrija o registro." });
    await tx.delete(lodgeSpellings).where(eq(lodgeSpellings.key, key));
    const changed = await tx
      .update(profiles)
      .set({ lodgeId: null, lodgeConfirmedAt: null })
      .where(and(eq(profiles.lodgeId, found.lodge.id), sql`${spellingKey(profiles.lodge)} = ${key}`))
      .returning({ id: profiles.id });
    await recordAudit(tx, {
      actorId: actor.id,
      action: "lodge.part-spelling",
      targetType: "lodge",
      targetId: found.lodge.id,
      details: { title: lodgeName(found.lodge), members: changed.length },
    });
    return { members: changed.length };
  });
}
