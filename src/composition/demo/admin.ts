import type { Db } from "#app/db/client.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";

/**
 * Two open requests, so that the queue of the admin panel is not empty.
 * @param ids the demo members by e-mail
 */
export async function seedAdmin(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const day = 86_400_000;
  const dateBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
  await tx.insert(degreeRequests).values([
    {
      userId: ids.get("membro01@academia.example")!,
      degree: "companheiro",
      lodge: "Estrela do Planalto, nº 41",
      receivedOn: dateBefore(24),
      createdAt: new Date(Date.now() - 3 * day),
    },
    {
      userId: ids.get("membro06@academia.example")!,
      degree: "mestre",
      lodge: "Pedra Angular, nº 7",
      receivedOn: dateBefore(11),
      createdAt: new Date(Date.now() - 1 * day),
    },
  ]);
}
