import { lt, sql } from "drizzle-orm";
import {
  addressChanges,
  addressConfirmations,
  knownBrowsers,
  recoveryLinks,
  sessions,
} from "#app/features/account/account.table.ts";
import { BROWSER_DAYS } from "#app/features/account/known-browsers.service.ts";
import { signInSteps, spentChallenges, trustedDevices } from "#app/features/account/second-factor/factors.table.ts";
import { forgetRecipients } from "#app/features/announcements/letters.service.ts";
import { draftCopies, draftReaders } from "#app/features/authoring/authoring.table.ts";
import { forgetUnusedPictures } from "#app/features/authoring/pictures/pictures.service.ts";
import { purgeInvitations } from "#app/features/invitations/invitations.service.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { rateLimits } from "#app/server/rate-limits.table.ts";

/**
 * Removes what has run out: sessions, recovery links, confirmations and changes of addresses, sign-ins that were not finished, trusted devices, browsers that nobody signed in with for long, counters of tries,
 * notices older than a year, invitations that nobody accepted, and, older than 90 days, records of mail, whom letters went to, and drafts that gave way to others; and pictures that no text names.
 */
export const purgeExpired: Job<"purge-expired"> = {
  retries: 2,
  cron: "17 4 * * *",
  run: async ({ db }) => {
    await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    for (const table of [signInSteps, trustedDevices, spentChallenges])
      await db.delete(table).where(lt(table.expiresAt, sql`now()`));
    await db.delete(addressConfirmations).where(lt(addressConfirmations.expiresAt, sql`now()`));
    await db.delete(addressChanges).where(lt(addressChanges.undoUntil, sql`now()`));
    await db.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, sql`now() - make_interval(days => ${BROWSER_DAYS})`));
    await db.delete(recoveryLinks).where(lt(recoveryLinks.expiresAt, sql`now()`));
    await db.delete(notices).where(lt(notices.createdAt, sql`now() - interval '1 year'`));
    await purgeInvitations(db);
    await forgetRecipients(db);
    await db.delete(draftReaders).where(lt(draftReaders.seenAt, sql`now() - interval '1 day'`));
    await db.delete(draftCopies).where(lt(draftCopies.createdAt, sql`now() - interval '90 days'`));
    await forgetUnusedPictures(db);
    await db.delete(rateLimits).where(lt(rateLimits.expire, sql`(extract(epoch from now()) * 1000)::bigint`));
    await db
      .delete(outboxMails)
      .where(
        lt(
          sql`coalesce(${outboxMails.sentAt}, ${outboxMails.filedAt}, ${outboxMails.refusedAt})`,
          sql`now() - interval '90 days'`,
        ),
      );
  },
};
