import { and, eq, isNull, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Facts, type Kind, NOTICES } from "#app/composition/notice-kinds.ts";
import { type Db, preparedOnce } from "#app/db/client.ts";
import { announce } from "../realtime/live.ts";
import { notices } from "./notices.table.ts";

/** What a member's open pages follow to keep the bell's count. */
export const NOTICES_SUBJECT = "notices";

/** What became of a notice: its id, or null where it is told otherwise; undefined when it was told before. */
type Written = { id: string | null } | undefined;

/**
 * Writes a notice under the member's bell, if its kind is shown there. A notice of a group takes the place of those of its line that are unread. Two
 * of a group that are written at the same instant may make two lines, which the next one joins.
 * @param digestDue whether it waits for the day's letter
 */
export async function writeNotice<Of extends Kind>(
  tx: Db,
  kind: Of,
  { memberId, from }: { memberId: string; from?: string | undefined },
  facts: Facts[Of],
  digestDue = false,
): Promise<Written> {
  const { bell = {} } = NOTICES[kind];
  if (bell === false) return { id: null };
  const letterOnly = new Set<PropertyKey>(bell.letterOnly);
  const kept = Object.fromEntries(Object.entries(facts).filter(([name]) => !letterOnly.has(name)));
  const group = bell.group?.(facts);
  const row = { userId: memberId, kind, facts: kept, group: group ?? null, fromId: from ?? null, digestDue };
  const [written] = await tx
    .insert(notices)
    .values({ ...row, ...(bell.key && { key: `${kind}:${bell.key(facts)}` }) })
    .onConflictDoNothing({ target: [notices.userId, notices.key] })
    .returning({ id: notices.id });
  if (!written) return undefined;
  if (group !== undefined) await joinLine(tx, memberId, group, written.id);
  await announce(tx, [memberId], NOTICES_SUBJECT);
  return written;
}

async function joinLine(tx: Db, memberId: string, group: string, id: string): Promise<void> {
  const replaced = await tx
    .update(notices)
    .set({ isLatest: false, digestDue: false })
    .where(and(...unreadOfGroup(memberId, group), ne(notices.id, id)))
    .returning({ count: notices.count });
  if (replaced.length === 0) return;
  const count = replaced.reduce((sum, before) => sum + before.count, 1);
  await tx.update(notices).set({ count }).where(eq(notices.id, id));
}

const unreadOfGroup = (memberId: string | Placeholder, group: string | Placeholder) => [
  eq(notices.userId, memberId),
  eq(notices.group, group),
  eq(notices.isLatest, true),
  isNull(notices.readAt),
];

const groupRead = preparedOnce((db: Db) =>
  db
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(...unreadOfGroup(sql.placeholder("memberId"), sql.placeholder("group"))))
    .returning({ id: notices.id })
    .prepare("notices_group_read"),
);

/** SQL: whether a group's line waits to be read. */
export const waitsInGroup = (memberId: Placeholder, group: string): SQL<boolean> =>
  sql`exists (select from ${notices} where ${and(...unreadOfGroup(memberId, group))})`;

/** Marks a group's line as read: the member has come to what it tells by another way. */
export async function readGroup(db: Db, memberId: string, group: string): Promise<void> {
  const read = await groupRead(db).execute({ memberId, group });
  if (read.length > 0) await announce(db, [memberId], NOTICES_SUBJECT);
}
