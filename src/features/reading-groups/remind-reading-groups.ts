import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { mondayOf } from "#app/features/week/week.policy.ts";
import { addDays } from "#app/lib/days.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { belongsTo } from "./access.service.ts";
import { hasRead } from "./reading.service.ts";
import { readingGroupMembers, readingGroups, readingGroupWeeks } from "./reading-groups.table.ts";

const BATCH = 1_000;

/**
 * On Mondays tells the members of each group that a week begins; on Fridays those who have not read its text. Whether anybody answers for the group
 * does not matter. Each is told in a transaction of their own and once, by the notice's key, so that it may run again.
 */
export const remindReadingGroups: Job<"remind-reading-groups"> = {
  retries: 2,
  isLong: true,
  cron: "30 11 * * 1,5", // 8:30 in Brasília
  run: async (services) => {
    const day = isoDayInBrasilia(new Date());
    const monday = mondayOf(day);
    const isMonday = day === monday;
    if (!isMonday && day !== addDays(monday, 4)) return;
    for (let last: Told | undefined, more = true; more; ) {
      const told = await findTold(services, monday, isMonday, last);
      for (const { groupId, userId, number } of told)
        await services.db.transaction((tx) =>
          services.notify(tx, isMonday ? "reading-week" : "reading-unread", { memberId: userId }, { groupId, number }),
        );
      last = told.at(-1);
      more = told.length === BATCH;
    }
  },
};

type Told = { groupId: string; userId: string; number: number };

/** The next members of groups of which a week began on this Monday. Who rests, or is suspended, is not told. */
function findTold({ db }: Services, monday: string, isMonday: boolean, after: Told | undefined): Promise<Told[]> {
  const behind: SQL | undefined =
    after &&
    sql`(${readingGroupMembers.groupId}, ${readingGroupMembers.userId}) > (${after.groupId}::uuid, ${after.userId}::uuid)`;
  return db
    .select({ groupId: readingGroupMembers.groupId, userId: readingGroupMembers.userId, number: readingGroupWeeks.number })
    .from(readingGroups)
    .innerJoin(
      readingGroupWeeks,
      and(
        eq(readingGroupWeeks.groupId, readingGroups.id),
        sql`${readingGroups.startsOn} + 7 * (${readingGroupWeeks.number} - 1) = ${monday}::date`,
      ),
    )
    .innerJoin(readingGroupMembers, eq(readingGroupMembers.groupId, readingGroups.id))
    .innerJoin(profiles, eq(profiles.id, readingGroupMembers.userId))
    .where(
      and(
        isNull(readingGroups.closedAt),
        belongsTo(profiles, readingGroups),
        isMonday ? undefined : sql`not ${hasRead(profiles.id, readingGroupWeeks)}`,
        behind,
      ),
    )
    .orderBy(asc(readingGroupMembers.groupId), asc(readingGroupMembers.userId))
    .limit(BATCH);
}
