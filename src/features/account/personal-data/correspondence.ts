import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { contactMessages } from "#app/features/contact/contact.table.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type Person, type PersonalTable, section } from "./personal-table.ts";

/** Stands where the address of somebody who left stood. The domain is reserved and receives nothing (RFC 2606). */
export const MASKED_ADDRESS = "removido@academia.invalid";

/** Letters that an address gets without an account. */
const NEWSLETTER_LETTERS = "newsletter-%";

const ofVerified = ({ emailVerified }: Person, rows: SQL): SQL => (emailVerified ? rows : sql`false`);

const subscriptionOf = (person: Person) => ofVerified(person, eq(newsletterSubscribers.email, person.email));

const messagesOf = (person: Person) =>
  or(eq(contactMessages.userId, person.id), ofVerified(person, sql`lower(${contactMessages.email}) = ${person.email}`));

const lettersTo = ({ email, emailVerified }: Person) =>
  and(eq(outboxMails.recipient, email), emailVerified ? undefined : sql`${outboxMails.kind} not like ${NEWSLETTER_LETTERS}`);

/**
 * Letters to administrators about what he wrote on the contact page. Those about his signed-in messages are known by their time:
 * message and letter are written in one transaction.
 */
const lettersAbout = (person: Person) =>
  or(
    ofVerified(person, sql`lower(${outboxMails.replyTo}) = ${person.email}`),
    sql`exists (select 1 from ${contactMessages} where ${contactMessages.userId} = ${person.id} and ${contactMessages.email} = ${outboxMails.replyTo} and ${contactMessages.createdAt} = ${outboxMails.createdAt})`,
  );

/**
 * What was written to his address, or with it.
 *
 * Rows that carry the member's id are his. Rows that carry an address only are his when he has proved that the mailbox is his:
 * sign-up verifies nothing, so that otherwise anybody could open an account with another's address, read in the export whether
 * that other takes the newsletter, and delete his subscription and his messages with the account. The proof is the use of a link
 * that was mailed there, by the account: a new password by the recovery link, or the newsletter's confirmation followed while
 * signed in. A subscription that was confirmed without a session proves that the owner of the mailbox wants the newsletter, not
 * that the account is his. Without the proof it lives on by its own consent, with a link to leave in every letter.
 */
export const CORRESPONDENCE: PersonalTable[] = [
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
      erase: (tx, person) => tx.delete(newsletterSubscribers).where(subscriptionOf(person)),
    },
  },
  {
    table: contactMessages,
    holds: [contactMessages.userId, contactMessages.email],
    // Only what was written while signed in: anybody can type any address into the form.
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
      erase: (tx, person) => tx.delete(contactMessages).where(messagesOf(person)),
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
    holds: [outboxMails.recipient, outboxMails.replyTo],
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
    deleted: {
      by: "erase",
      erase: async (tx, person) => {
        await tx.delete(outboxMails).where(and(isNull(outboxMails.sentAt), or(lettersTo(person), lettersAbout(person))));
        await tx.update(outboxMails).set({ recipient: MASKED_ADDRESS }).where(lettersTo(person));
      },
    },
  },
];
