import { eq, or, sql } from "drizzle-orm";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { ifVerified, type PersonalTable, section } from "#app/server/personal-data.ts";
import { invitationBatches, invitations } from "./invitations.table.ts";

export const INVITATIONS_DATA: PersonalTable[] = [
  {
    table: invitations,
    holds: [invitations.acceptedBy, invitations.email],
    exported: section({
      key: "invitations",
      title: "Convites que você recebeu",
      from: invitations,
      whose: (person) => or(eq(invitations.acceptedBy, person.id), ifVerified(person, eq(invitations.email, person.email))),
      order: invitations.createdAt,
      fields: {
        name: [invitations.name, "Nome no convite"],
        email: [invitations.email, "E-mail"],
        degree: [invitations.degree, "Grau", DEGREE_LABEL],
        lodge: [sql<string>`(select l.name from lodges l where l.id = ${invitations.lodgeId})`, "Loja"],
        createdAt: [invitations.createdAt, "Convidado em"],
        sentAt: [invitations.sentAt, "Carta enviada em"],
        expiresAt: [invitations.expiresAt, "Vale até"],
        acceptedAt: [invitations.acceptedAt, "Aceito em"],
        withdrawnAt: [invitations.withdrawnAt, "Retirado em"],
      },
    }),
    leftOut: [
      [invitations.lodgeId, "the name of the Lodge is exported instead of its number"],
      [invitations.batchId, "the list in which they were invited, which is an administrator's"],
      [invitations.tokenHash, "a hash of a link that only the mailbox has"],
    ],
    deleted: {
      by: "erase",
      erase: (tx, person) =>
        tx
          .delete(invitations)
          .where(or(eq(invitations.acceptedBy, person.id), ifVerified(person, eq(invitations.email, person.email)))),
    },
  },
  {
    table: invitations,
    holds: [invitations.invitedBy],
    exported: { not: "the invitation is another person's; what the administrator did is in their audit entries" },
    deleted: { by: "set null" },
  },
  {
    table: invitationBatches,
    holds: [invitationBatches.invitedBy],
    exported: { not: "the list is other people's; what the administrator did is in their audit entries" },
    deleted: { by: "set null" },
  },
];
