import { and, between, isNull } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { certificates } from "./certificates.table.ts";
import { encodeStatusList, LIST_SIZE, listAddress } from "./credential-status.ts";
import { CREDENTIALS_CONTEXT, issuerId, secondsOf, signCredential } from "./credentials.service.ts";

/**
 * Which credentials are revoked, as a signed Bitstring Status List credential (https://www.w3.org/TR/vc-bitstring-status-list/). It names
 * no code and no member: a list of the revoked ones' addresses, as 1EdTech's own method has it, would open their pages to everybody.
 * @returns the compact form
 * @throws AppError not_found for a list that no credential names yet
 */
export async function readStatusList(ctx: Ctx, list: number): Promise<string> {
  const first = (list - 1) * LIST_SIZE;
  const { statusIndex, revokedAt } = certificates;
  const rows = await ctx.db
    .select({ statusIndex })
    .from(certificates)
    .where(and(isNull(revokedAt), between(statusIndex, first, first + LIST_SIZE - 1)));
  if (rows.length === 0 && list > 1) throw new AppError("not_found");
  const id = listAddress(ctx, list);
  const { seconds, text } = secondsOf(new Date());
  return signCredential(ctx, "vc+jwt", {
    "@context": [CREDENTIALS_CONTEXT],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: issuerId(ctx),
    validFrom: text,
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: encodeStatusList(rows.map((row) => row.statusIndex - first)),
    },
    iss: issuerId(ctx),
    jti: id,
    nbf: seconds,
  });
}
