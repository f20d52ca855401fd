import { createHmac } from "node:crypto";
import type { Proof, SecondProof } from "#app/features/account/account.table.ts";
import type { FactorKind } from "#app/features/account/second-factor/factors.table.ts";
import type { ErrorCode } from "#app/lib/errors.ts";
import type { Ctx, Services } from "./context.ts";
import type { Env } from "./env.ts";
import { networksOf } from "./network.ts";
import { deriveKey } from "./seal.ts";

/** The member's id, where it is known. */
type Known = { user?: string | undefined };

/**
 * What the log says of security (ASVS 16.3). A closed set: every field is an id, a word of ours or a route's pattern, so that no line can hold an
 * address, a token or anything else that a caller writes, and none is long.
 */
export type SecurityEvent =
  | { event: "login"; user: string; proof: Proof; secondProof: SecondProof | undefined; suspended: boolean }
  /** A proof that was wrong. `link` is a mailed one that is unknown, spent or too old. */
  | ({ event: "failure"; of: "password" | "current-password" | "address-code" | "link" | "new-factor" | SecondProof } & Known)
  /** A request that was refused for who sent it, or from where. */
  | ({ event: "denial"; code: ErrorCode; route: string } & Known)
  /** A request beyond a limit: refused, or asked for work. `limit` is a name of limits.ts or what the work is for. */
  | ({ event: "limit"; limit: string; route?: string } & Known)
  | {
      event: "factor";
      act: "added" | "removed" | "codes-renewed" | "reset-requested" | "reset-cancelled" | "reset" | "trust-ended";
      kind?: FactorKind;
      user: string;
      /** The administrator who acts on another's factors; null for the operator. */
      by?: string | null;
    }
  | { event: "proof"; of: Proof | SecondProof | "address"; user: string }
  /** What a member did with their own account. */
  | {
      event: "account";
      act: "password-changed" | "password-reset" | "email-changed" | "email-restored" | "sessions-ended" | "exported" | "deleted";
      user: string;
    }
  /** An administrator's request that succeeded; the audit log has what it did. `target` is the id in its path. */
  | { event: "admin"; route: string; user: string; target?: string | undefined };

/** Refused or failed, as opposed to done. */
const NOTEWORTHY = new Set<SecurityEvent["event"]>(["failure", "denial", "limit"]);

type Source = Pick<Services, "log"> & { env?: Secret } & Partial<Pick<Ctx, "requestId" | "ip">>;

type Secret = Pick<Env, "AUTH_SECRET">;

/**
 * Writes an event; where a request caused it, with the request's id and the mark of its network. How many lines a minute there may be of a
 * kind: log.ts.
 */
export function logSecurity({ env, log, requestId, ip }: Source, event: SecurityEvent): void {
  const network = env && ip !== undefined ? markOf(env, ip) : undefined;
  log[NOTEWORTHY.has(event.event) ? "warn" : "info"]({ ...event, network, requestId }, "security");
}

/**
 * What tells one network from another in the lines of one day (UTC), so that an operator sees which one sprays: a hash of the widest network
 * (network.ts) under a key derived from AUTH_SECRET. The log holds no address, and the next day's marks are others.
 */
function markOf(env: Secret, ip: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const hash = createHmac("sha256", deriveKey(env, "network in the log")).update(`${day} ${networksOf(ip).at(-1)}`);
  return hash.digest("hex").slice(0, 12);
}

/** Codes of refusals for who asks, or from where. */
const DENIALS = new Set<ErrorCode>([
  "unauthenticated",
  "proof_required",
  "forbidden",
  "wrong_origin",
  "locked",
  "address_unconfirmed",
  "admission_pending",
  "suspended",
]);
const LIMITS = new Set<ErrorCode>(["too_many_tries", "work_required"]);
const WRONG_LINKS = new Set<ErrorCode>(["link_invalid", "reset_link_invalid", "sign_in_expired"]);

/**
 * The event that a refusal is, whatever part of the program refused; undefined for errors that are none. Wrong passwords and codes are logged
 * where they are checked, as only there it is known whose they are.
 */
export function eventOf(
  { code, limit = "work" }: { code: ErrorCode; limit?: string | undefined },
  route: string,
  user: string | undefined,
): SecurityEvent | undefined {
  if (DENIALS.has(code)) return { event: "denial", code, route, user };
  if (LIMITS.has(code)) return { event: "limit", limit, route, user };
  if (WRONG_LINKS.has(code)) return { event: "failure", of: "link", user };
  return undefined;
}
