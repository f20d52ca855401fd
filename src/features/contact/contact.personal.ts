import { and, eq, or, sql } from "drizzle-orm";
import { isWaiting, outboxMails } from "#app/server/mail/mail.table.ts";
import { ifVerified, type Person, type PersonalTable, section } from "#app/server/personal-data.ts";
import { contactMessages } from "./contact.table.ts";

const messagesOf = (person: Person) =>
  or(eq(contactMessages.userId, person.id), ifVerified(person, sql`lower(${contactMessages.email}) = ${person.email}`));

/**
 * Letters to administrators about what they wrote on the contact page. Those about their signed-in messages are known by their time:
 * message and letter are written in one transaction.
 */
const lettersAbout = (person: Person) =>
  or(
    ifVerified(person, sql`lower(${outboxMails.replyTo}) = ${person.email}`),
    sql`exists (select 1 from ${contactMessages} where ${contactMessages.userId} = ${person.id} and ${contactMessages.email} = ${outboxMails.replyTo} and ${contactMessages.createdAt} = ${outboxMails.createdAt})`,
  );

/** What they wrote on the contact page, signed in or with the address that is proved to be theirs. */
export const CONTACT_DATA: PersonalTable[] = [
  {
    table: contactMessages,
    holds: [contactMessages.userId, contactMessages.email],
    exported: section({
      key: "contactMessages",
      title: "Mensagens pelo formulário de contato",
      from: contactMessages,
      whose: messagesOf,
      order: contactMessages.createdAt,
      fields: {
        name: [contactMessages.name, "Nome"],
        email: [contactMessages.email, "E-mail"],
        subject: [contactMessages.subject, "Assunto"],
        message: [contactMessages.message, "Mensagem"],
        suspect: [contactMessages.suspect, "Separada por parecer automática"],
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
    // Behind the messages, so that it is erased before them: they tell which letters are about theirs.
    table: outboxMails,
    holds: [outboxMails.replyTo],
    exported: { not: "the letter is the administrators'; the message in it is exported" },
    deleted: {
      by: "erase",
      erase: (tx, person) => tx.delete(outboxMails).where(and(isWaiting, lettersAbout(person))),
    },
  },
];
