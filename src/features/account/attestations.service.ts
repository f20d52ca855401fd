import { desc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lodgeName, OFFICE_LABEL, type Office } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { Attestation } from "./account.answers.ts";
import { profiles } from "./account.table.ts";
import { degreeAttestations } from "./degree-attestations.table.ts";

type Attested = { userId: string; degree: Degree; attestedBy: string; office: Office | null; lodgeId: string | null };

/** Keeps who answers for a member's degree, in the transaction that sets it. */
export async function attestDegree(tx: Db, attested: Attested): Promise<void> {
  await tx.insert(degreeAttestations).values(attested);
}

/** Who attested a member's degrees, newest first. Whose account is gone has no name. */
export async function listAttestations(db: Db, userId: string): Promise<Attestation[]> {
  const rows = await db
    .select({ attestation: degreeAttestations, by: profiles.name, lodge: { name: lodges.name, number: lodges.number } })
    .from(degreeAttestations)
    .leftJoin(profiles, eq(profiles.id, degreeAttestations.attestedBy))
    .leftJoin(lodges, eq(lodges.id, degreeAttestations.lodgeId))
    .where(eq(degreeAttestations.userId, userId))
    .orderBy(desc(degreeAttestations.attestedAt), desc(degreeAttestations.id));
  return rows.map(({ attestation: { id, degree, office, attestedAt }, by, lodge }) => ({
    id,
    degree,
    by,
    office: office && OFFICE_LABEL[office],
    lodge: office && lodge ? lodgeName(lodge) : null,
    at: attestedAt.toISOString(),
  }));
}
