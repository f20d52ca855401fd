import type { Db } from "#app/db/client.ts";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { consents } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const dayAgo = (days: number): string => daysAgo(days).toISOString().slice(0, 10);

/** What the demo members agreed to, and requests for confirmation of a degree that were decided. @param ids by e-mail */
export async function seedAccounts(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const id = (email: string) => ids.get(`${email}@academia.example`)!;
  await tx
    .insert(consents)
    .values([...ids.values()].map((userId) => ({ userId, purpose: "membership-data", textVersion: CONSENT_VERSION })));
  const decided = { decidedBy: id("admin"), decidedAt: daysAgo(2) };
  await tx.insert(degreeRequests).values([
    {
      userId: id("membro10"),
      degree: "companheiro",
      lodge: "Luz do Vale, nº 23",
      receivedOn: dayAgo(90),
      createdAt: daysAgo(6),
      status: "approved",
      ...decided,
    },
    {
      userId: id("membro05"),
      degree: "companheiro",
      lodge: "Pedra Angular, nº 7",
      receivedOn: dayAgo(45),
      createdAt: daysAgo(5),
      status: "refused",
      reason: "A Secretaria da Loja ainda não encontrou o registro. Confira a data e peça de novo.",
      ...decided,
    },
  ]);
}
