import { eq, or, sql } from "drizzle-orm";
import { outboxMails } from "../../../server/mail/mail.table.ts";
import { contactMessages } from "../../contact/contact.table.ts";
import { newsletterSubscribers } from "../../newsletter/newsletter.table.ts";
import { type PersonalTable, section } from "./personal-table.ts";

/** Stands where the address of somebody who left stood. The domain is reserved and receives nothing (RFC 2606). */
export const MASKED_ADDRESS = "removido@academia.invalid";

/** What was written to his address. */
export const CORRESPONDENCE: PersonalTable[] = [
  {
    table: newsletterSubscribers,
    holds: [newsletterSubscribers.email],
    exported: section({
      key: "newsletter",
      title: "Boletim por e-mail",
      from: newsletterSubscribers,
      whose: ({ email }) => eq(newsletterSubscribers.email, email),
      fields: {
        email: [newsletterSubscribers.email, "E-mail"],
        status: [newsletterSubscribers.status, "Situação"],
        consentVersion: [newsletterSubscribers.consentVersion, "Versão do texto aceito"],
        createdAt: [newsletterSubscribers.createdAt, "Primeiro pedido em"],
        requestedAt: [newsletterSubscribers.requestedAt, "Último pedido em"],
        confirmedAt: [newsletterSubscribers.confirmedAt, "Confirmado em"],
        unsubscribedAt: [newsletterSubscribers.unsubscribedAt, "Cancelado em"],
      },
    }),
    deleted: {
      by: "erase",
      erase: (tx, { email }) => tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email)),
    },
  },
  {
    table: contactMessages,
    holds: [contactMessages.userId, contactMessages.email],
    // Only what was written while signed in: anybody can type an address into the form, and addresses are not verified.
    exported: section({
      key: "contactMessages",
      title: "Mensagens pelo formulário de contato",
      from: contactMessages,
      whose: contactMessages.userId,
      order: contactMessages.createdAt,
      fields: {
        name: [contactMessages.name, "Nome"],
        email: [contactMessages.email, "E-mail"],
        subject: [contactMessages.subject, "Assunto"],
        message: [contactMessages.message, "Mensagem"],
        createdAt: [contactMessages.createdAt, "Enviada em"],
        resolvedAt: [contactMessages.resolvedAt, "Resolvida em"],
      },
    }),
    deleted: {
      by: "erase",
      erase: (tx, { id, email }) =>
        tx.delete(contactMessages).where(or(eq(contactMessages.userId, id), eq(contactMessages.email, email))),
    },
  },
  {
    table: contactMessages,
    holds: [contactMessages.resolvedBy],
    exported: { not: "the message is somebody else's" },
    deleted: { by: "set null" },
  },
  {
    table: outboxMails,
    holds: [outboxMails.recipient],
    exported: section({
      key: "mails",
      title: "E-mails que a Academia enviou a você",
      from: outboxMails,
      // The address may have had another owner before this account.
      whose: ({ id, email }) =>
        sql`${outboxMails.recipient} = ${email} and ${outboxMails.createdAt} >= (select p.created_at from profiles p where p.id = ${id})`,
      order: outboxMails.createdAt,
      fields: {
        subject: [outboxMails.subject, "Assunto"],
        createdAt: [outboxMails.createdAt, "Escrito em"],
        sentAt: [outboxMails.sentAt, "Enviado em"],
      },
    }),
    deleted: {
      by: "erase",
      erase: async (tx, { email }) => {
        // Letters to others that tell of him (a contact message) wait here too, until they are sent and their bodies erased.
        const tellsOfHim = sql`${outboxMails.recipient} = ${email} or strpos(${outboxMails.text}, ${email}) > 0`;
        await tx.delete(outboxMails).where(sql`${outboxMails.sentAt} is null and (${tellsOfHim})`);
        await tx.update(outboxMails).set({ recipient: MASKED_ADDRESS }).where(eq(outboxMails.recipient, email));
      },
    },
  },
];
