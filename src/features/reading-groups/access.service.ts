import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { covers, isReaderOf } from "#app/server/gate.ts";
import { readingGroups } from "./reading-groups.table.ts";

/** SQL: a group is open to a member: of their Lodge, for which somebody has answered, and of their degree or below. @param member a table of profiles, or its name */
export const belongsTo = (member: SQLWrapper, group: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(${member}.lodge_id = ${group}.lodge_id and ${member}.lodge_confirmed_at is not null and ${isReaderOf(sql`${group}.degree`, member)})`;

/** SQL: a member may answer for a group today: it is open to them, and they hold an office of the Lodge or are a Mestre Instrutor. */
export const mayKeep = (member: SQLWrapper, group: SQLWrapper): SQL<boolean> => sql<boolean>`(${belongsTo(member, group)} and (
  exists (select from ${mentors} m where m.user_id = ${member}.id and m.is_active)
  or exists (select from lodge_officers o join lodges l on l.id = o.lodge_id and l.active
    where o.member_id = ${member}.id and o.lodge_id = ${group}.lodge_id and o.starts_at <= now() and o.ends_at > now())))`;

/** SQL: the name of who answers for the query's group, while they may. */
export const keeperName = sql<string | null>`(select k.full_name from profiles k
  where k.id = ${readingGroups}.keeper_id and ${mayKeep(sql`k`, readingGroups)})`;

/** SQL: the query's group is one of the member's Lodge, and of their degree or below. */
export const isSeenBy = ({ id, degree }: Actor): SQL =>
  and(
    covers(degree, readingGroups.degree),
    sql`exists (select from profiles seer where seer.id = ${id} and seer.lodge_id = ${readingGroups}.lodge_id and seer.lodge_confirmed_at is not null)`,
  )!;

/** SQL: the ids, as text, of the groups that the member may see, for the search. */
export const groupsSeenBy = (member: Actor): SQL =>
  sql`select ${readingGroups}.id::text from ${readingGroups} where ${isSeenBy(member)}`;

export type GroupRow = typeof readingGroups.$inferSelect;

/** A group of another Lodge, or of a degree above the member's, does not exist for them. @throws AppError not_found */
export async function openGroup(
  db: Db,
  actor: Actor,
  groupId: string,
  lock: "update" | "share" | false = false,
): Promise<GroupRow> {
  const query = db
    .select()
    .from(readingGroups)
    .where(and(eq(readingGroups.id, groupId), isSeenBy(actor)));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw new AppError("not_found", { message: "Este grupo não existe, ou não é da sua Loja." });
  return row;
}

/** The Lodge of the member for which somebody has answered, and whether they may open groups in it. */
export async function findStanding(ctx: Ctx): Promise<{ lodgeId: string | null; mayOpen: boolean }> {
  const { id, office } = requireActor(ctx);
  const [self] = await ctx.db
    .select({
      lodgeId: sql<string | null>`case when ${profiles.lodgeConfirmedAt} is not null then ${profiles.lodgeId} end`,
      isMentor: sql<boolean>`exists (select from ${mentors} m where m.user_id = profiles.id and m.is_active)`,
    })
    .from(profiles)
    .where(eq(profiles.id, id));
  const { lodgeId = null, isMentor = false } = self ?? {};
  return { lodgeId, mayOpen: lodgeId !== null && (office !== null || isMentor) };
}

/** Who may open a group of their Lodge: its officers, in office, and the mentors among its brothers. @throws AppError unauthenticated, forbidden */
export async function requireOpener(ctx: Ctx): Promise<{ actor: Actor; lodgeId: string }> {
  const actor = requireActor(ctx);
  const { lodgeId, mayOpen } = await findStanding(ctx);
  if (!mayOpen || lodgeId === null)
    throw new AppError("forbidden", {
      message: "Um grupo de leitura quem abre é um oficial da Loja, ou um Mestre Instrutor dela.",
    });
  return { actor, lodgeId };
}
