import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { indexForSearch } from "#app/features/search/search-index.service.ts";
import { presentMonday } from "#app/features/week/week.policy.ts";
import { addDays } from "#app/lib/days.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireDegree } from "#app/server/context.ts";
import { type GroupRow, mayKeep, openGroup, requireOpener } from "./access.service.ts";
import { isOpen, stateOf, weekOn } from "./reading-groups.policy.ts";
import { type GroupInput, type GroupText, MOST_GROUPS, type NewGroupInput, WEEKS_AHEAD } from "./reading-groups.schema.ts";
import { countOpenGroups, weeksOf } from "./reading-groups.service.ts";
import { readingGroups, readingGroupWeeks } from "./reading-groups.table.ts";
import { searchableGroups } from "./searchable-groups.service.ts";
import { textFinder } from "./texts.service.ts";

/**
 * Opens a group of the actor's Lodge. Sent again under the same id it is the group that was opened.
 * @throws AppError forbidden, locked, invalid_input; conflict where the Lodge has as many open groups as it may
 */
export async function openReadingGroup(ctx: Ctx, input: NewGroupInput): Promise<{ id: string }> {
  const { actor, lodgeId } = await requireOpener(ctx);
  const { id, name, word, degree, startsOn, texts } = input;
  requireDegree(actor, degree);
  requireFirstMonday(startsOn);
  requireTexts(ctx, degree, texts);
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: lodges.id }).from(lodges).where(eq(lodges.id, lodgeId)).for("no key update"); // one after the other
    const [same] = await tx.select().from(readingGroups).where(eq(readingGroups.id, id));
    if (same?.keeperId === actor.id) return;
    if (same) throw new AppError("conflict");
    if ((await countOpenGroups(tx, lodgeId)) >= MOST_GROUPS)
      throw new AppError("conflict", {
        message: `A Loja já tem ${MOST_GROUPS} grupos abertos. Encerre um deles, ou espere que um termine.`,
      });
    await tx.insert(readingGroups).values({ id, lodgeId, keeperId: actor.id, name, word, degree, startsOn });
    await tx.insert(readingGroupWeeks).values(asWeeks(id, texts));
    await indexForSearch(tx, await searchableGroups(tx, id));
  });
  return { id };
}

const asWeeks = (groupId: string, texts: GroupText[], from = 1) =>
  texts.map(({ kind, textId }, index) => ({ groupId, number: from + index, textKind: kind, textId }));

/** @throws AppError invalid_input */
function requireFirstMonday(startsOn: string): void {
  const monday = presentMonday();
  if (weekOn({ startsOn }, monday) % 1 !== 0)
    throw new AppError("invalid_input", { fields: { startsOn: "O grupo começa numa segunda-feira. Escolha uma." } });
  if (startsOn < monday)
    throw new AppError("invalid_input", {
      fields: { startsOn: "Essa segunda-feira já passou. Escolha esta semana, ou uma depois." },
    });
  if (startsOn > addDays(monday, 7 * WEEKS_AHEAD))
    throw new AppError("invalid_input", { fields: { startsOn: "Escolha uma segunda-feira dos próximos seis meses." } });
}

/** @param begun weeks whose texts are not looked at: they may have been retired since. @throws AppError invalid_input where a text is unknown, or above the degree */
function requireTexts(ctx: Ctx, degree: Degree, texts: GroupText[], begun = 0): void {
  const find = textFinder(ctx, degree);
  const at = texts.findIndex(({ kind, textId }, index) => index >= begun && find(kind, textId) === undefined);
  if (at >= 0)
    throw new AppError("invalid_input", {
      fields: { texts: `O texto da ${at + 1}ª semana não se abre no grau do grupo, ou foi retirado. Escolha outro.` },
    });
}

/** The group of who answers for it, locked until the transaction ends. @throws AppError not_found, forbidden; conflict when it is over or closed */
async function lockOwnGroup(ctx: Ctx, tx: Db, groupId: string) {
  const { actor } = await requireOpener(ctx);
  const group = await openGroup(tx, actor, groupId, "update");
  if (group.keeperId !== actor.id)
    throw new AppError("forbidden", { message: "Este grupo tem outro responsável. Recarregue a página." });
  const weeks = await weeksOf(tx, groupId);
  requireOpen(group, weeks.length);
  return { actor, group, weeks };
}

/** @throws AppError conflict */
export function requireOpen(group: GroupRow, weeks: number): void {
  if (!isOpen(stateOf({ ...group, weeks }, presentMonday())))
    throw new AppError("conflict", { message: "Este grupo já terminou, e não muda mais." });
}

/**
 * Changes a group's name, its word, and the texts of the weeks that have not begun, of which some may be added or taken away.
 * @throws AppError as lockOwnGroup; conflict where the text of a week that has begun would change
 */
export async function changeReadingGroup(ctx: Ctx, groupId: string, { name, word, texts }: GroupInput): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    const { group, weeks } = await lockOwnGroup(ctx, tx, groupId);
    const begun = Math.max(0, weekOn(group, presentMonday()));
    const isKept = weeks
      .slice(0, begun)
      .every(({ textKind, textId }, at) => texts[at]?.kind === textKind && texts[at].textId === textId);
    if (!isKept)
      throw new AppError("conflict", {
        message: "Uma das semanas que você mudou já começou. Recarregue a página e mude só as que faltam.",
      });
    requireTexts(ctx, group.degree, texts, begun);
    const rest = texts.slice(begun);
    await tx.update(readingGroups).set({ name, word }).where(eq(readingGroups.id, groupId));
    await tx.delete(readingGroupWeeks).where(and(eq(readingGroupWeeks.groupId, groupId), gt(readingGroupWeeks.number, begun)));
    if (rest.length > 0) await tx.insert(readingGroupWeeks).values(asWeeks(groupId, rest, begun + 1));
    await indexForSearch(tx, await searchableGroups(tx, groupId));
  });
  return { ok: true };
}

/** Ends a group before its time; its page stays for those who took part. @throws AppError as lockOwnGroup */
export async function closeReadingGroup(ctx: Ctx, groupId: string): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    await lockOwnGroup(ctx, tx, groupId);
    await tx.update(readingGroups).set({ closedAt: new Date() }).where(eq(readingGroups.id, groupId));
  });
  return { ok: true };
}

/**
 * Who answers for a group hands it over to another who may; of a group for which nobody answers any more, who may takes it themselves.
 * @throws AppError not_found, forbidden; conflict when another took it first, or who is to receive it may not
 */
export async function passReadingGroup(ctx: Ctx, groupId: string, memberId: string): Promise<{ ok: true }> {
  const { actor } = await requireOpener(ctx);
  await ctx.db.transaction(async (tx) => {
    const group = await openGroup(tx, actor, groupId, "update");
    requireOpen(group, (await weeksOf(tx, groupId)).length);
    const may = async (id: string) => {
      const [row] = await tx
        .select({ name: profiles.name })
        .from(profiles)
        .innerJoin(readingGroups, eq(readingGroups.lodgeId, profiles.lodgeId))
        .where(and(eq(profiles.id, id), eq(readingGroups.id, groupId), mayKeep(profiles, readingGroups)));
      return row;
    };
    if (group.keeperId !== actor.id) {
      const keeper = group.keeperId === null ? undefined : await may(group.keeperId);
      if (keeper) throw new AppError("conflict", { message: `Este grupo já tem responsável: ${keeper.name}.` });
      if (memberId !== actor.id) throw new AppError("forbidden");
    }
    if (!(await may(memberId)))
      throw new AppError("conflict", {
        message:
          "Este irmão já não pode receber o grupo: não é oficial nem Mestre Instrutor da Loja, ou o grau dele não o alcança.",
      });
    await tx.update(readingGroups).set({ keeperId: memberId }).where(eq(readingGroups.id, groupId));
    if (memberId !== actor.id) await ctx.notify(tx, "reading-group-given", { memberId, from: actor.id }, { groupId });
  });
  return { ok: true };
}
