import type { Db } from "#app/db/client.ts";
import type { Proof, Role, SecondProof } from "#app/features/account/account.table.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import type { Office } from "#app/features/lodges/lodges.schema.ts";
import type { Settings } from "#app/features/settings/settings.schema.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import type { ReadingSettings } from "#app/lib/reading.ts";
import type { Env } from "./env.ts";
import type { FileStorage } from "./files/storage.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Notice } from "./notify/notice.ts";
import type { Notify } from "./notify/notify.ts";
import type { Push } from "./notify/push.ts";
import type { PersonalTable } from "./personal-data.ts";
import type { Live } from "./realtime/live.ts";

/** What is open to a member: everything that their role and degree allow, or a part (src/server/http/standing.ts). */
export type Standing = "full" | "unconfirmed" | "waiting" | "suspended";

/** The member behind a request. */
export type Actor = {
  id: string;
  sessionId: string;
  email: string;
  name: string;
  lodge: string | null;
  lodgeId: string | null;
  /** The office that they hold now in their own Lodge; null also while their standing is not full. */
  office: Office | null;
  degree: Degree;
  level: Degree | null;
  reading: ReadingSettings | null;
  /** `user` also for an administrator whose standing is not full. */
  role: Role;
  standing: Standing;
  /** How the session's owner showed who they are, and when they last did. */
  proof: Proof;
  secondProof: SecondProof | null;
  provenAt: Date;
  /** They administer, and this server lets administrators act only with a second factor; until they show one, `role` is `user`. */
  secondFactorRequired: boolean;
  lastAccessAt: Date | null;
  previousAccessAt: Date | null;
};

/** What the process offers to every verb. */
export type Services = {
  env: Env;
  log: Log;
  db: Db;
  /** Address of the database for the application's role, for what needs its own connection. */
  databaseUrl: string;
  jobs: Jobs;
  /** Tells members what happened (notify/notify.ts). */
  notify: Notify;
  /** Wakes members' devices (notify/push.ts). */
  push: Push;
  limits: Limits;
  /** What requests have shown of how the process is run. */
  observed: { forwarded: boolean };
  /** News for the streams that are open in this process. */
  live: Live;
  files: FileStorage;
  /** The published texts; replaced whole when they change. */
  catalogue: () => Catalogue;
  /** For what was published by this process; the others hear of it. */
  reloadCatalogue: () => Promise<void>;
  /** What the academy has decided (features/settings); a change in any process is followed at once. */
  settings: () => Settings;
  reloadSettings: () => Promise<void>;
  /** What the features keep of a member, in the order in which it is exported. */
  personalData: readonly PersonalTable[];
  /** The features' kinds of notice, by name. */
  noticeKinds: Readonly<Record<string, Notice<never, "member" | "address">>>;
};

/** What a verb works with: the services, and who asks from where. */
export type Ctx = Services & {
  actor: Actor | null;
  requestId: string;
  /** Address of the caller, as far as it can be trusted. */
  ip: string;
  /** What the caller's browser says of itself. */
  userAgent: string;
  /** Its `Cookie` header. */
  cookies: string;
  /** The work that the request brings (proof-of-work.ts). */
  work: string;
  /** Whether a device fetches the answer to keep it, while nobody looks at its page. */
  isKeeping: boolean;
  /** The site's own origin, such as `https://academia.example`. */
  origin: string;
};

/** The signed-in member. @throws AppError unauthenticated */
export function requireActor(ctx: Ctx): Actor {
  if (!ctx.actor) throw new AppError("unauthenticated");
  return ctx.actor;
}

/** @throws AppError unauthenticated or forbidden */
export function requireAdmin(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role !== "admin") throw new AppError("forbidden");
  return actor;
}

/** The officer of a Lodge, in office when the request began, and the Lodge. @throws AppError unauthenticated or forbidden */
export function requireOfficer(ctx: Ctx): { actor: Actor; lodgeId: string; office: NonNullable<Actor["office"]> } {
  const actor = requireActor(ctx);
  const { lodgeId, office } = actor;
  if (!office || lodgeId === null) throw new AppError("forbidden");
  return { actor, lodgeId, office };
}

/** Who no longer has a degree reads nothing of it. @throws AppError locked */
export function requireDegree(reader: Pick<Actor, "degree">, of: Degree | null): void {
  if (!coversDegree(reader.degree, of)) throw new AppError("locked");
}

/**
 * The administrator, where content of a degree is listed or changed: to administer opens no degree. Every list of content for administrators
 * passes here (tests/api/administration-degree.test.ts).
 * @throws AppError unauthenticated, forbidden; locked when the content is above their own degree
 */
export function requireAdminOf(ctx: Ctx, degree: Degree | null): Actor {
  const actor = requireAdmin(ctx);
  requireDegree(actor, degree);
  return actor;
}
