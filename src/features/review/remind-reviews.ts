import { and, eq, exists, isNull, not, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { REVIEW_GROUP } from "./review.notices.ts";
import { countDue } from "./review.service.ts";
import { reviewLog, reviewSettings } from "./review.table.ts";

/** The hour of the member's day at which he is told. */
const HOUR = 7;
/** Who has not reviewed for so long has laid it aside, and is not called back. */
const DAYS_OF_USE = 14;

/**
 * Tells members in the morning that cards come back today. Nobody is pressed: while one notice waits unread there is no other, and none for
 * him who rests or has stopped. Each member is told in a transaction of his own, so that a repetition finds his line.
 */
export const remindReviews: Job<"remind-reviews"> = {
  retries: 2,
  cron: "0 * * * *",
  run: async (services) => {
    for (const member of await membersAtThatHour(services)) {
      const cards = await countDue(services, member);
      if (cards === 0) continue;
      await services.db.transaction((tx) => services.notify(tx, "review-due", { memberId: member.id }, { cards }));
    }
  },
};

const membersAtThatHour = ({ db }: Services) => {
  const now = sql`(now() at time zone coalesce(${reviewSettings.timeZone}, ${DEFAULT_ZONE}))`;
  const reviewed = db
    .select({ one: sql`1` })
    .from(reviewLog)
    .where(and(eq(reviewLog.userId, profiles.id), sql`${reviewLog.reviewedAt} > now() - make_interval(days => ${DAYS_OF_USE})`));
  const waiting = db
    .select({ one: sql`1` })
    .from(notices)
    .where(
      and(eq(notices.userId, profiles.id), eq(notices.group, REVIEW_GROUP), eq(notices.isLatest, true), isNull(notices.readAt)),
    );
  const today = db
    .select({ one: sql`1` })
    .from(notices)
    .where(
      and(
        eq(notices.userId, profiles.id),
        eq(notices.group, REVIEW_GROUP),
        sql`${notices.createdAt} > now() - interval '12 hours'`,
      ),
    );
  return db
    .select({ id: profiles.id, degree: profiles.degree })
    .from(profiles)
    .leftJoin(reviewSettings, eq(reviewSettings.userId, profiles.id))
    .where(
      and(
        sql`extract(hour from ${now}) = ${HOUR}`,
        isNull(profiles.suspendedAt),
        exists(reviewed),
        not(exists(waiting)),
        not(exists(today)),
      ),
    );
};
