import { gzipSync } from "node:zlib";
import type { Ctx } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";

/** So many credentials share a list that whoever asks for it does not show which one they have (Bitstring Status List 1.0, section 6.1). */
export const LIST_SIZE = 131_072;

export const listAddress = ({ env }: Pick<Ctx, "env">, list: number): string =>
  `${publicAddress(env)}/api/credentials/status?list=${list}`;

/** Where a credential says that it can be looked up whether it is still valid. */
export function statusEntry(ctx: Pick<Ctx, "env">, statusIndex: number) {
  const statusListCredential = listAddress(ctx, Math.floor(statusIndex / LIST_SIZE) + 1);
  const statusListIndex = String(statusIndex % LIST_SIZE);
  return {
    id: `${statusListCredential}#${statusListIndex}`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex,
    statusListCredential,
  };
}

/**
 * The list of a status: a bit for each place, the first one the highest of the first byte; gzip, base64url, and the `u` by which
 * multibase names that. A place without a valid credential counts as revoked: so does one whose holder deleted their account.
 * @param valid the places of what is valid
 */
export function encodeStatusList(valid: number[]): string {
  const bits = Buffer.alloc(LIST_SIZE / 8, 0xff);
  for (const place of valid) bits[place >> 3]! &= ~(0x80 >> (place & 7));
  return `u${gzipSync(bits).toString("base64url")}`;
}
