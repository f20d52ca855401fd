import { AppError } from "#app/lib/errors.ts";
import type { Actor, Standing } from "../context.ts";

/**
 * What members may call whose standing is not full, besides what visitors may. Everything else is closed to them, so that a new route
 * begins closed. `:name` is one part of a path, `*` any rest.
 */
const OPEN_TO: Record<Exclude<Standing, "full" | "waiting">, string[]> = {
  /**
   * Their address is not confirmed: assessment, first module and own account; nothing that names others or reaches them, and nothing by which
   * they could still get in or read along once somebody else shows that the address is theirs (factors, notices on a device).
   */
  unconfirmed: [
    "GET /api/account/*",
    "PATCH /api/account/profile",
    "PUT /api/account/reading",
    "PUT /api/account/password",
    "POST /api/account/address/*",
    "DELETE /api/account/address/change",
    "DELETE /api/account/sessions",
    "DELETE /api/account/sessions/:sessionId",
    "POST /api/account/proof",
    "POST /api/account/proof/passkey",
    "POST /api/account/deletion",
    "GET /api/admission",
    "GET /api/assessment",
    "POST /api/assessment",
    "GET /api/dashboard",
    "GET /api/modules",
    "GET /api/modules/:moduleId",
    "GET /api/modules/1/lessons/*",
    "GET /api/pictures/:id", // of these lessons: the name of another is not to be guessed
    "PUT /api/modules/1/lessons/*",
    "POST /api/modules/1/lessons/*",
    "GET /api/notices",
    "GET /api/notices/*",
    "PUT /api/notices/read",
    "PUT /api/notices/:noticeId/read",
    "PATCH /api/notices/preferences",
    "DELETE /api/notices/push",
    "GET /api/events",
    "GET /api/notes",
    "GET /api/notes/lesson/:textId",
    "POST /api/notes",
    "PUT /api/notes/:noteId",
    "DELETE /api/notes/:noteId",
  ],
  /** They are suspended: their data is still theirs, to read and to delete (LGPD art. 18). */
  suspended: [
    "GET /api/account/export",
    "GET /api/account/export/page",
    "POST /api/account/deletion",
    "GET /api/account/proof",
    "POST /api/account/proof",
    "POST /api/account/proof/passkey",
  ],
};

const patternOf = (routes: string[]): RegExp =>
  new RegExp(`^(?:${routes.map((route) => route.replace(/:\w+/g, "[^/]+").replaceAll("*", ".+")).join("|")})$`);

const PATTERNS = {
  unconfirmed: patternOf(OPEN_TO.unconfirmed),
  /** Not admitted yet: what an unconfirmed member has, and to ask. */
  waiting: patternOf([...OPEN_TO.unconfirmed, "POST /api/admission"]),
  suspended: patternOf(OPEN_TO.suspended),
};

const REFUSED = { unconfirmed: "address_unconfirmed", waiting: "admission_pending", suspended: "suspended" } as const;

/** @param route "METHOD /path" @throws AppError address_unconfirmed, admission_pending, suspended */
export function requireStanding({ standing }: Pick<Actor, "standing">, route: string): void {
  if (standing === "full" || PATTERNS[standing].test(route)) return;
  throw new AppError(REFUSED[standing]);
}
