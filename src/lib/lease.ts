import type { LeaseTerms } from "#app/features/offline/offline.answers.ts";

/** A device's clock may be set right by so much without looking as if it had been turned back. */
const TOLERANCE_MS = 10 * 60_000;

/** What a device knows of time. */
export type DeviceTime = {
  /** Its clock, in milliseconds. */
  now: number;
  /** By how many milliseconds the server's clock was ahead of it when the lease was given. */
  ahead: number;
  /** The latest time at which something was opened, by the server's clock as the device knows it. */
  seen: number;
};

/**
 * Whether what is kept may be opened. A clock that runs wrong by the same amount changes nothing; one that was turned back since something
 * was opened shuts it until the server has been asked.
 */
export function isLeaseOpen({ from, until }: Pick<LeaseTerms, "from" | "until">, { now, ahead, seen }: DeviceTime): boolean {
  const time = now + ahead;
  return time < Date.parse(until) && time >= Math.max(Date.parse(from), seen) - TOLERANCE_MS;
}
