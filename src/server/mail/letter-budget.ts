import type { Limits } from "../limits.ts";

/** The part of an address's letters that letters which nobody asked for may use: the rest is kept for the links that let a member in. */
const UNASKED_PART = 0.5;

/**
 * Whether one more letter that strangers can cause may go to an address: six an hour over all kinds. Links to get in by may use all of
 * them, others half, so that nobody's link is held back by somebody else's letters. Counts the letter.
 */
export async function mayWriteTo(limits: Limits, email: string, purpose: "way-in" | "other"): Promise<boolean> {
  if (purpose === "other" && (await limits.used("letterPerEmail", email)) >= UNASKED_PART) return false;
  return limits.allows("letterPerEmail", email);
}
