import { and, gt, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import type { Services } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { REVIEW_GROUP } from "./review.notices.ts";
import { countDue } from "./review.service.ts";
import { reviewLog, reviewSettings } from "./review.table.ts";

/** The hour of the member's day at which they are told. */
const HOUR = 7;
/** Who has not reviewed for so long has laid it aside, and is not called back. */
const DAYS_OF_USE = 14;
const BATCH = 1_000;

/**
 * Tells members in the morning that cards come back today. Nobody is pressed: while one notice waits unread there is no other, and none for
 * those who rest or have stopped. Each member is told in a transaction of their own, so that a repetition finds their line.
 */
export const remindReviews: Job<"remind-reviews"> = {
  retries: 2,
  isLong: true,
  cron: "0 * * * *",
  run: async (services) => {
    for (let last: string | undefined, more = true; more; ) {
      const members = await findMembers(services, last);
      for (const { id, degree, isTold } of members) {
        const cards = isTold ? await countDue(services, { id, degree }) : 0;
        if (cards > 0) await services.db.transaction((tx) => services.notify(tx, "review-due", { memberId: id }, { cards }));
      }
      last = members.at(-1)?.id;
      more = members.length === BATCH;
    }
  },
};

/**
 * The next members, and whether they are to be told: their day has come to that hour, and they are at it. Each is looked up by an index: conditions on all
 * would read everybody's settings, reviews and notices for every batch.
 */
function findMembers({ db }: Services, after: string | undefined) {
  const some = db.$with("some").as(
    db
      .select({ id: profiles.id, degree: profiles.degree })
      .from(profiles)
      .where(and(takesPart(profiles), after === undefined ? undefined : gt(profiles.id, after)))
      .orderBy(profiles.id)
      .limit(BATCH),
  );
  const zone = sql`(select ${reviewSettings.timeZone} from ${reviewSettings} where ${reviewSettings.userId} = ${some.id})`;
  const hour = sql`extract(hour from now() at time zone coalesce(${zone}, ${DEFAULT_ZONE}))`;
  const reviewed = sql`(select true from ${reviewLog}
    where ${reviewLog.userId} = ${some.id} and ${reviewLog.reviewedAt} > now() - make_interval(days => ${DAYS_OF_USE}) limit 1)`;
  const line = sql`from ${notices} where ${notices.userId} = ${some.id} and ${notices.group} = ${REVIEW_GROUP}`;
  const waiting = sql`(select true ${line} and ${notices.isLatest} and ${notices.readAt} is null limit 1)`;
  const today = sql`(select true ${line} and ${notices.isLatest} and ${notices.createdAt} > now() - interval '12 hours' limit 1)`;
  return db
    .with(some)
    .select({
      id: some.id,
      degree: some.degree,
      isTold: sql<boolean>`${hour} = ${HOUR} and ${reviewed} is true and ${waiting} is not true and ${today} is not true`,
    })
    .from(some)
    .orderBy(some.id);
}
