import type { Db } from "#app/db/client.ts";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { contactMessages } from "#app/features/contact/contact.table.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Messages and newsletter addresses in every state, for the demonstration. All names are invented. */
export async function seedInstitutional(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  await tx.insert(contactMessages).values([
    {
      userId: ids.get("aluno@academia.example"),
      name: "Antônio Figueira Lopes",
      email: "aluno@academia.example",
      subject: "Mudança de Loja",
      message:
        "Boa noite.\n\nTransferi-me de Loja no mês passado e gostaria de saber se o pedido de confirmação de grau precisa ser refeito.\n\nFraternalmente,\nAntônio",
      createdAt: daysAgo(1),
    },
    {
      name: "Benedito Rangel",
      email: "benedito.rangel@correio.example",
      subject: "Uma data na lição sobre 1717",
      message: "A lição fala em 24 de junho. Li em outro livro que a reunião foi em 1721. Podem conferir a fonte?",
      createdAt: daysAgo(4),
    },
    {
      name: "Clara Nogueira",
      email: "clara.nogueira@correio.example",
      subject: "Doação de livros",
      message: "Meu pai deixou uma estante de livros sobre a Ordem. A biblioteca recebe doações em papel?",
      createdAt: daysAgo(12),
      resolvedAt: daysAgo(10),
      resolvedBy: ids.get("admin@academia.example"),
    },
    {
      name: "Best offers",
      email: "promo@ofertas.example",
      subject: "Increase your traffic",
      message: "Visit our site to increase your traffic today.",
      suspect: true,
      createdAt: daysAgo(2),
    },
  ]);
  const confirmed = ["leitor.um", "leitor.dois", "secretario.loja", "leitor.tres"].map((name, index) => ({
    email: `${name}@correio.example`,
    status: "confirmed" as const,
    consentVersion: CONSENT_VERSION,
    createdAt: daysAgo(40 + index),
    requestedAt: daysAgo(40 + index),
    confirmedAt: daysAgo(39 + index),
  }));
  await tx.insert(newsletterSubscribers).values([
    ...confirmed,
    { email: "curioso@correio.example", createdAt: daysAgo(2), requestedAt: daysAgo(2) },
    {
      email: "ja.saiu@correio.example",
      status: "unsubscribed",
      createdAt: daysAgo(90),
      requestedAt: daysAgo(90),
      confirmedAt: daysAgo(89),
      unsubscribedAt: daysAgo(20),
    },
  ]);
}
