import { type Database, openDatabase } from "#app/db/client.ts";
import { recoverPassword } from "#app/features/account/recovery.service.ts";
import { resetDueFactors } from "#app/features/account/second-factor/resets.service.ts";
import { purgeRefused } from "#app/features/admission/purge-refused.ts";
import { tellDeciders } from "#app/features/admission/tell-deciders.ts";
import { sendAnnouncements } from "#app/features/announcements/send-announcements.ts";
import { tellAnnouncement } from "#app/features/announcements/tell-announcement.ts";
import { publishDue } from "#app/features/authoring/publish-due.ts";
import { writeWeeklyLetters } from "#app/features/community/digest/weekly-letter.ts";
import { tellOfPosts } from "#app/features/community/posts/tell-of-posts.ts";
import { purgeMessages } from "#app/features/contact/messages.service.ts";
import { CATALOGUE_CHANNEL, type Catalogue, loadCatalogue } from "#app/features/courses/catalogue.ts";
import { syncContent } from "#app/features/courses/content/sync-content.ts";
import { closeExams } from "#app/features/exam/marking.service.ts";
import { sendInvitations } from "#app/features/invitations/send-batch.service.ts";
import { rerenderEdited } from "#app/features/library/content/rerender-edited.ts";
import { syncLibrary } from "#app/features/library/content/sync-library.ts";
import { remindTerms } from "#app/features/lodges/remind-terms.ts";
import { remindMentoring } from "#app/features/mentoring/mentorship-sessions/reminders.ts";
import { purgeNewsletter, writeToSubscriber } from "#app/features/newsletter/newsletter.service.ts";
import { remindReadingGroups } from "#app/features/reading-groups/remind-reading-groups.ts";
import { syncGate } from "#app/features/review/gate.service.ts";
import { remindReviews } from "#app/features/review/remind-reviews.ts";
import { syncSearch } from "#app/features/search/search-sync.service.ts";
import { loadSettings, SETTINGS_CHANNEL } from "#app/features/settings/settings.service.ts";
import { tellOfWeek } from "#app/features/week/tell-of-week.ts";
import { backUpDaily } from "./backup/daily.ts";
import type { Services } from "./context.ts";
import type { Env } from "./env.ts";
import { openStorage } from "./files/open-storage.ts";
import { purgeFiles } from "./files/purge-files.ts";
import { purgeExpired } from "./jobs/purge.ts";
import { type JobQueue, type JobTable, openQueue } from "./jobs/queue.ts";
import { openLimits } from "./limits.ts";
import type { Log } from "./log.ts";
import { deliverMail } from "./mail/deliver-mail.ts";
import { openNotify } from "./notify/notify.ts";
import { openPush } from "./notify/push.ts";
import { pushNotice } from "./notify/push-notice.ts";
import { sendDigests } from "./notify/send-digests.ts";
import { listen } from "./realtime/listen.ts";
import { LIVE_CHANNEL, openLive } from "./realtime/live.ts";

/** Every background task of the product. */
export const JOBS: JobTable = {
  "deliver-mail": deliverMail,
  "push-notice": pushNotice,
  "tell-of-posts": tellOfPosts,
  "send-digests": sendDigests,
  "send-announcements": sendAnnouncements,
  "tell-announcement": tellAnnouncement,
  "write-weekly-letters": writeWeeklyLetters,
  "recover-password": recoverPassword,
  "subscribe-newsletter": writeToSubscriber,
  "send-invitations": sendInvitations,
  "remind-mentoring": remindMentoring,
  "remind-reviews": remindReviews,
  "tell-of-week": tellOfWeek,
  "remind-reading-groups": remindReadingGroups,
  "tell-deciders": tellDeciders,
  "purge-refused": purgeRefused,
  "remind-terms": remindTerms,
  "reset-due-factors": resetDueFactors,
  "close-exams": closeExams,
  "publish-due": publishDue,
  "purge-expired": purgeExpired,
  "purge-files": purgeFiles,
  "purge-newsletter": purgeNewsletter,
  "purge-contact-messages": purgeMessages,
  "back-up-daily": backUpDaily,
};

export type OpenServices = { services: Services; queue: JobQueue; database: Database; close: () => Promise<void> };

/**
 * Opens what a process needs on a migrated database: pool, queue, texts.
 * @param options.supervise whether this process maintains the queue and follows changes of the texts; commands and tests do not
 */
export async function openServices(
  env: Env,
  log: Log,
  url: string,
  options: { supervise: boolean; poolSize: number },
): Promise<OpenServices> {
  const database = openDatabase(url, options.poolSize, (error) => log.warn({ err: error }, "idle database connection lost"));
  const { db, pool } = database;
  await syncContent(db);
  let catalogue: Catalogue = await loadCatalogue(db);
  let loading: Promise<void> = Promise.resolve();
  let settings = await loadSettings(db, env.production);
  await syncLibrary(db, catalogue);
  await rerenderEdited({ db, log, catalogue: () => catalogue });
  await syncSearch(db, catalogue);
  await syncGate(db, catalogue);
  const queue = await openQueue(url, log, JOBS, { supervise: options.supervise });
  const files = await openStorage(env, options.supervise ? log : undefined);
  const live = openLive();
  const services: Services = {
    env,
    log,
    db,
    jobs: queue,
    notify: openNotify(env, queue),
    push: openPush(env),
    files,
    live,
    databaseUrl: url,
    observed: { forwarded: false },
    limits: openLimits(pool, env.LIMITS_FACTOR),
    catalogue: () => catalogue,
    settings: () => settings,
    reloadCatalogue: () => {
      loading = loadCatalogue(db).then((loaded) => {
        catalogue = loaded;
      });
      return loading;
    },
    reloadSettings: async () => {
      settings = await loadSettings(db, env.production);
    },
  };
  const listener = options.supervise
    ? await listen(url, log, {
        [CATALOGUE_CHANNEL]: services.reloadCatalogue,
        [SETTINGS_CHANNEL]: services.reloadSettings,
        [LIVE_CHANNEL]: live.publish,
      })
    : undefined;
  return {
    services,
    queue,
    database,
    close: async () => {
      live.close();
      await listener?.close();
      await loading.catch(() => undefined); // who asked for it has heard
      await queue.stop();
      await database.close();
    },
  };
}
