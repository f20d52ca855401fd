import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Person, type PersonalTable, section } from "../personal-data.ts";
import { isWaiting, outboxMails } from "./mail.table.ts";

/** Replaces the address of somebody who left. The domain is reserved and receives nothing (RFC 2606). */
export const MASKED_ADDRESS = "removido@academia.invalid";

/** Letters that an address gets without an account. */
const NEWSLETTER_LETTERS = "newsletter-%";

const lettersTo = ({ email, emailVerified }: Person) =>
  and(eq(outboxMails.recipient, email), emailVerified ? undefined : sql`${outboxMails.kind} not like ${NEWSLETTER_LETTERS}`);

/** Letters to their address. */
export const MAIL_DATA: PersonalTable[] = [
  {
    table: outboxMails,
    holds: [outboxMails.recipient],
    exported: section({
      key: "mails",
      title: "E-mails que a Academia enviou a você",
      from: outboxMails,
      // The address may have had another owner before this account.
      whose: (person) =>
        and(lettersTo(person), sql`${outboxMails.createdAt} >= (select p.created_at from profiles p where p.id = ${person.id})`),
      order: outboxMails.createdAt,
      fields: {
        subject: [outboxMails.subject, "Assunto"],
        createdAt: [outboxMails.createdAt, "Escrito em"],
        sentAt: [outboxMails.sentAt, "Enviado em"],
      },
    }),
    leftOut: [
      ...[outboxMails.html, outboxMails.text, outboxMails.unsubscribeUrl].map((column): [PgColumn, string] => [
        column,
        "emptied when it is sent; it may hold a link that signs in",
      ]),
      ...[outboxMails.kind, outboxMails.attempts, outboxMails.lastError, outboxMails.filedAt, outboxMails.refusedAt].map(
        (column): [PgColumn, string] => [column, "how the sending goes"],
      ),
    ],
    deleted: {
      by: "erase",
      erase: async (tx, person) => {
        await tx.delete(outboxMails).where(and(isWaiting, lettersTo(person)));
        await tx.update(outboxMails).set({ recipient: MASKED_ADDRESS }).where(lettersTo(person));
      },
    },
  },
];
