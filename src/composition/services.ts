import { type Database, openDatabase } from "#app/db/client.ts";
import { syncPictures } from "#app/features/authoring/pictures/picture-files.ts";
import { CATALOGUE_CHANNEL, type Catalogue, loadCatalogue } from "#app/features/courses/catalogue.ts";
import { syncContent } from "#app/features/courses/content/sync-content.ts";
import { rerenderEdited } from "#app/features/library/content/rerender-edited.ts";
import { syncLibrary } from "#app/features/library/content/sync-library.ts";
import { syncGate } from "#app/features/review/gate.service.ts";
import { syncSearch } from "#app/features/search/search-sync.service.ts";
import { loadSettings, SETTINGS_CHANNEL } from "#app/features/settings/settings.service.ts";
import type { Services } from "#app/server/context.ts";
import type { Env } from "#app/server/env.ts";
import { openStorage } from "#app/server/files/open-storage.ts";
import { type JobQueue, openQueue } from "#app/server/jobs/queue.ts";
import { openLimits } from "#app/server/limits.ts";
import type { Log } from "#app/server/log.ts";
import { openNotify } from "#app/server/notify/notify.ts";
import { openPush } from "#app/server/notify/push.ts";
import { listen } from "#app/server/realtime/listen.ts";
import { LIVE_CHANNEL, openLive } from "#app/server/realtime/live.ts";
import { JOBS } from "./jobs.ts";
import { NOTICES } from "./notice-kinds.ts";
import { PERSONAL_DATA } from "./personal-data.ts";

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
  await syncPictures({ db, files, log });
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
    personalData: PERSONAL_DATA,
    noticeKinds: NOTICES,
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
