import { eq } from "drizzle-orm";
import { asMonth, ifVerified, type Person, type PersonalTable, section } from "#app/server/personal-data.ts";
import { newsletterConfirmations, newsletterSubscribers } from "./newsletter.table.ts";

const subscriptionOf = (person: Person) => ifVerified(person, eq(newsletterSubscribers.email, person.email));

/** The subscription of their address. Without the proof it is theirs, it lives on by its own consent, with a link to leave in every letter. */
export const NEWSLETTER_DATA: PersonalTable[] = [
  {
    table: newsletterSubscribers,
    holds: [newsletterSubscribers.email],
    exported: section({
      key: "newsletter",
      title: "Boletim por e-mail",
      from: newsletterSubscribers,
      whose: subscriptionOf,
      fields: {
        email: [newsletterSubscribers.email, "E-mail"],
        status: [
          newsletterSubscribers.status,
          "Situação",
          { confirmed: "Confirmado", pending: "A confirmar", unsubscribed: "Cancelado" },
        ],
        consentVersion: [newsletterSubscribers.consentVersion, "Versão do texto aceito", asMonth],
        createdAt: [newsletterSubscribers.createdAt, "Primeiro pedido em"],
        requestedAt: [newsletterSubscribers.requestedAt, "Último pedido em"],
        confirmedAt: [newsletterSubscribers.confirmedAt, "Confirmado em"],
        unsubscribedAt: [newsletterSubscribers.unsubscribedAt, "Cancelado em"],
      },
    }),
    deleted: {
      by: "erase",
      erase: (tx, person) => tx.delete(newsletterSubscribers).where(subscriptionOf(person)),
    },
  },
  {
    table: newsletterConfirmations,
    holds: [newsletterConfirmations.subscriberId],
    exported: { not: "one-time tokens, hashed" },
    deleted: { by: "cascade" },
  },
];
