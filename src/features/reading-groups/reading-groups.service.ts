import { and, asc, desc, eq, isNull, lte, ne, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { moduleStates } from "#app/features/courses/courses.policy.ts";
import { readRecords } from "#app/features/courses/records.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { presentMonday } from "#app/features/week/week.policy.ts";
import { addDays } from "#app/lib/days.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import { readGroup } from "#app/server/notify/write-notice.ts";
import { belongsTo, findStanding, type GroupRow, isSeenBy, keeperName, mayKeep, openGroup } from "./access.service.ts";
import { hasRead } from "./reading.service.ts";
import type { Group, GroupKit, GroupLine, GroupList, GroupTexts, GroupWeek } from "./reading-groups.answers.ts";
import { groupNotices } from "./reading-groups.notices.ts";
import { isOpen, lastDay, mondayOfWeek, stateOf, weekOn } from "./reading-groups.policy.ts";
import { MOST_WEEKS } from "./reading-groups.schema.ts";
import { readingGroupMembers, readingGroups, readingGroupWeeks } from "./reading-groups.table.ts";
import { questionsOf, textFinder, textsFor } from "./texts.service.ts";

/** Groups that are over are listed up to so many, the latest first. */
const MOST_LISTED = 30;

/** SQL: who takes part in the query's group today; who rests is not counted. */
const membersToday = sql<number>`(select count(*)::int from ${readingGroupMembers} m join profiles p on p.id = m.user_id
  where m.group_id = ${readingGroups}.id and ${belongsTo(sql`p`, readingGroups)})`;

export const weeksOf = (db: Db, groupId: string) =>
  db.select().from(readingGroupWeeks).where(eq(readingGroupWeeks.groupId, groupId)).orderBy(asc(readingGroupWeeks.number));

type Weeks = { textKind: "lesson" | "study"; textId: string }[];

function presentHead(row: GroupRow, weeks: number, members: number) {
  const { id, name, degree, startsOn } = row;
  const group = { ...row, weeks };
  const monday = presentMonday();
  const state = stateOf(group, monday);
  const week = weekOn(row, monday);
  return {
    ...{ id, name, degree, state, members },
    from: startsOn,
    to: lastDay(group),
    week: week >= 1 && week <= weeks && state === "running" ? week : null,
  };
}

/** The groups of the member's Lodge that are open to them, those that run first; of those that are over, the ones in which they took part. */
export async function listGroups(ctx: Ctx): Promise<GroupList> {
  const actor = requireActor(ctx);
  const { lodgeId, mayOpen } = await findStanding(ctx);
  if (lodgeId === null) return { lodge: null, groups: [], can: { open: false } };
  const joined = sql<boolean>`exists (select from ${readingGroupMembers} m where m.group_id = ${readingGroups}.id and m.user_id = ${actor.id})`;
  const isOver = sql`(${readingGroups}.closed_at is not null or ${lastMonday} < ${presentMonday()}::date)`;
  const [[lodge], rows] = await Promise.all([
    ctx.db.select().from(lodges).where(eq(lodges.id, lodgeId)),
    ctx.db
      .select({
        group: readingGroups,
        weeks: sql<Weeks>`(select json_agg(json_build_object('textKind', w.text_kind, 'textId', w.text_id) order by w.number)
          from ${readingGroupWeeks} w where w.group_id = ${readingGroups}.id)`,
        members: membersToday,
        joined,
        keeper: keeperName,
      })
      .from(readingGroups)
      .where(and(isSeenBy(actor), sql`(not ${isOver} or ${joined} or ${readingGroups}.keeper_id = ${actor.id})`))
      .orderBy(sql`${isOver}`, desc(readingGroups.startsOn), asc(readingGroups.createdAt))
      .limit(MOST_LISTED),
  ]);
  return {
    lodge: lodge ? lodgeName(lodge) : null,
    groups: rows.map((row) => {
      const head = presentHead(row.group, row.weeks.length, row.members);
      const shown = isOpen(head.state) ? row.weeks[(head.week ?? 1) - 1] : undefined;
      const text = shown && textFinder(ctx, head.degree)(shown.textKind, shown.textId);
      return { ...head, weeks: row.weeks.length, text: text?.title ?? null, joined: row.joined, kept: row.keeper !== null };
    }),
    can: { open: mayOpen },
  };
}

/** SQL: the Monday of the last week of the query's group. */
const lastMonday = sql`(${readingGroups}.starts_on + 7 * ((select count(*)::int from ${readingGroupWeeks} w where w.group_id = ${readingGroups}.id) - 1))`;

/** SQL: how many groups of a Lodge are open. */
export const countOpenGroups = async (db: Db, lodgeId: string): Promise<number> =>
  db.$count(
    readingGroups,
    and(eq(readingGroups.lodgeId, lodgeId), isNull(readingGroups.closedAt), sql`${lastMonday} >= ${presentMonday()}::date`),
  );

/** A group, as this member sees it; the bell's line of it is read with it. @throws AppError not_found */
export async function readReadingGroup(ctx: Ctx, groupId: string): Promise<Group> {
  const actor = requireActor(ctx);
  const row = await openGroup(ctx.db, actor, groupId);
  const [facts, weeks, records, board] = await Promise.all([
    ctx.db
      .select({
        members: membersToday,
        keeper: keeperName,
        mayKeep: sql<boolean>`exists (select from profiles k where k.id = ${actor.id} and ${mayKeep(sql`k`, readingGroups)})`,
        showsReading: sql<boolean | null>`(select m.shows_reading from ${readingGroupMembers} m
          where m.group_id = ${readingGroups}.id and m.user_id = ${actor.id})`,
      })
      .from(readingGroups)
      .where(eq(readingGroups.id, groupId)),
    readWeeks(ctx, groupId),
    readRecords(ctx.db, actor.id),
    findBoard(ctx.db, row.degree),
    readGroup(ctx.db, actor.id, groupNotices(groupId)),
  ]);
  const { members, keeper, mayKeep: may, showsReading } = facts[0]!;
  const head = presentHead(row, weeks.length, members);
  const joined = showsReading !== null;
  const readers = joined ? await readReaders(ctx.db, row, presentMonday()) : new Map<number, string[]>();
  const isMine = keeper !== null && row.keeperId === actor.id;
  const states = moduleStates(ctx.catalogue().modules, actor, records);
  const find = textFinder(ctx, row.degree);
  const open = isOpen(head.state);
  return {
    ...head,
    word: row.word,
    keeper,
    membership: joined ? { showsReading } : null,
    weeks: weeks.map(({ number, textKind, textId, topicId, read }): GroupWeek => {
      const from = mondayOfWeek(row, number);
      const found = find(textKind, textId) ?? null;
      const lesson = found?.kind === "lesson" ? ctx.catalogue().lessonById.get(found.id) : undefined;
      const lock = lesson && states.get(lesson.moduleId)?.lock;
      return {
        ...{ number, from, to: addDays(from, 6), textKind, textId, text: found, read, topicId },
        opensAfter: lock?.reason === "modules" ? lock.step.title : null,
        readers: readers.get(number) ?? [],
      };
    }),
    board: board?.name ?? null,
    heirs: isMine && open ? await findHeirs(ctx.db, row) : [],
    can: { join: open && !joined, keep: isMine && open, takeOver: open && keeper === null && may },
  };
}

/** The weeks with what this reader has read, and their topics, where the reader may read them. */
function readWeeks(ctx: Ctx, groupId: string) {
  const actor = requireActor(ctx);
  return ctx.db
    .select({
      number: readingGroupWeeks.number,
      textKind: readingGroupWeeks.textKind,
      textId: readingGroupWeeks.textId,
      read: hasRead(actor.id, readingGroupWeeks),
      topicId: sql<string | null>`(select t.id from community_topics t join community_boards b on b.id = t.board_id
        where t.id = ${readingGroupWeeks}.topic_id and (t.hidden_at is null or t.author_id = ${actor.id}) and ${covers(actor.degree, sql`b.degree`)})`,
    })
    .from(readingGroupWeeks)
    .where(eq(readingGroupWeeks.groupId, groupId))
    .orderBy(asc(readingGroupWeeks.number));
}

/** Who has read what, of those who let the others see it: names by week, up to this one. */
async function readReaders(db: Db, group: GroupRow, monday: string): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ number: readingGroupWeeks.number, name: profiles.name })
    .from(readingGroupMembers)
    .innerJoin(readingGroups, eq(readingGroups.id, readingGroupMembers.groupId))
    .innerJoin(profiles, eq(profiles.id, readingGroupMembers.userId))
    .innerJoin(readingGroupWeeks, eq(readingGroupWeeks.groupId, readingGroupMembers.groupId))
    .where(
      and(
        eq(readingGroupMembers.groupId, group.id),
        readingGroupMembers.showsReading,
        lte(readingGroupWeeks.number, Math.min(MOST_WEEKS, weekOn(group, monday))),
        belongsTo(profiles, readingGroups),
        hasRead(profiles.id, readingGroupWeeks),
      ),
    )
    .orderBy(asc(readingGroupWeeks.number), sql`${profiles.name} collate "und-x-icu"`, asc(profiles.id));
  const names = new Map<number, string[]>();
  for (const { number, name } of rows) names.set(number, [...(names.get(number) ?? []), name]);
  return names;
}

/** Officers and mentors of the Lodge to whom its keeper may hand a group over. The Lodge is named, so that its members are found by their index. */
const findHeirs = (db: Db, { id, lodgeId, keeperId }: GroupRow) =>
  db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .innerJoin(readingGroups, eq(readingGroups.lodgeId, profiles.lodgeId))
    .where(
      and(
        eq(readingGroups.id, id),
        eq(profiles.lodgeId, lodgeId),
        ne(profiles.id, keeperId ?? id),
        mayKeep(profiles, readingGroups),
      ),
    )
    .orderBy(sql`${profiles.name} collate "und-x-icu"`)
    .limit(50);

/**
 * The board in which a group's topics are begun: that of its degree; for the first degree, where there is none, the general one. A board for
 * everybody never takes the title of a text of a higher degree.
 */
export async function findBoard(db: Db, degree: Degree): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select b.id, b.name from community_boards b where b.closed_at is null and ${covers(degree, sql`b.degree`)}
      and (b.degree = ${degree} or ${covers("aprendiz", degree)} and b.degree is null)
    order by b.degree is null, b.position, b.id limit 1`);
  return rows[0];
}

/** What an opener may choose from. */
export function listGroupTexts(ctx: Ctx): GroupTexts {
  return { texts: textsFor(ctx, requireActor(ctx).degree) };
}

/** What is printed for a group, for all of the Lodge to whom it is open. @throws AppError not_found */
export async function readGroupKit(ctx: Ctx, groupId: string): Promise<GroupKit> {
  const actor = requireActor(ctx);
  const row = await openGroup(ctx.db, actor, groupId);
  const [weeks, records] = await Promise.all([weeksOf(ctx.db, groupId), readRecords(ctx.db, actor.id)]);
  const states = moduleStates(ctx.catalogue().modules, actor, records);
  const find = textFinder(ctx, row.degree);
  const { name, word, degree, startsOn } = row;
  return {
    ...{ name, word, degree, from: startsOn, to: lastDay({ ...row, weeks: weeks.length }) },
    weeks: weeks.map(({ number, textKind, textId }) => {
      const from = mondayOfWeek(row, number);
      const text = find(textKind, textId) ?? null;
      const lesson = text?.kind === "lesson" ? ctx.catalogue().lessonById.get(text.id) : undefined;
      const isLocked = lesson !== undefined && states.get(lesson.moduleId)?.lock != null;
      return { number, from, to: addDays(from, 6), text, questions: text && !isLocked ? questionsOf(ctx.catalogue(), text) : [] };
    }),
  };
}

/** The group in which a member reads this week; of several, the one that began last. */
const lineQuery = preparedOnce((db: Db) =>
  db
    .select({
      id: readingGroups.id,
      degree: readingGroups.degree,
      kind: readingGroupWeeks.textKind,
      textId: readingGroupWeeks.textId,
    })
    .from(readingGroupMembers)
    .innerJoin(readingGroups, and(eq(readingGroups.id, readingGroupMembers.groupId), isNull(readingGroups.closedAt)))
    .innerJoin(profiles, eq(profiles.id, readingGroupMembers.userId))
    .innerJoin(
      readingGroupWeeks,
      and(
        eq(readingGroupWeeks.groupId, readingGroups.id),
        sql`${readingGroups.startsOn} + 7 * (${readingGroupWeeks.number} - 1) = ${sql.placeholder("monday")}::date`,
      ),
    )
    .where(and(eq(readingGroupMembers.userId, sql.placeholder("userId")), belongsTo(profiles, readingGroups)))
    .orderBy(desc(readingGroups.startsOn), desc(readingGroups.createdAt))
    .limit(1)
    .prepare(`${QUICK}reading_group_line`),
);

/** What the panel and the page of the week say of the group in which the member reads: one prepared query; null for nobody's. */
export async function readGroupLine(ctx: Ctx): Promise<GroupLine | null> {
  const { id: userId, standing } = requireActor(ctx);
  if (standing !== "full") return null;
  const [row] = await lineQuery(ctx.db).execute({ userId, monday: presentMonday() });
  const text = row && textFinder(ctx, row.degree)(row.kind, row.textId);
  return text ? { id: row.id, title: text.title } : null;
}
