import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { AUDIENCES, type Audience, OUTCOMES, type Outcome, STATES, type State } from "./announcements.schema.ts";

/**
 * What the administration tells all members, those of a degree or a Lodge, or the newsletter's subscribers: as a notice, by letter, or both. It stays
 * when its writer leaves.
 */
export const announcements = pgTable(
  "announcements",
  {
    id: uuid().primaryKey().defaultRandom(),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    title: text().notNull(),
    /** Markdown, as it was written. */
    source: text().notNull(),
    /** Sanitised HTML, made of it once. */
    html: text().notNull(),
    audience: text().$type<Audience>().notNull().default("everyone"),
    /** Of the audience `degree`: those who have exactly this degree are told; who has it or a higher one may read it. */
    degree: text().$type<Degree>(),
    /** Of the audience `lodge`. */
    lodgeId: uuid("lodge_id").references(() => lodges.id, { onDelete: "cascade" }),
    /** Shown under the bell and in the list of notices. */
    asNotice: boolean("as_notice").notNull().default(true),
    /** Sent whole by mail, a row of `announcement_letters` for each recipient. */
    asLetter: boolean("as_letter").notNull().default(false),
    state: text().$type<State>().notNull().default("scheduled"),
    /** When it is told. */
    startsAt: moment("starts_at").notNull().defaultNow(),
    /** From when on the notice is no longer shown; null for always. */
    endsAt: moment("ends_at"),
    /** When the last letter had its outcome. */
    finishedAt: moment("finished_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    editedAt: moment("edited_at"),
  },
  (table) => [
    index("announcements_list_idx").on(table.startsAt, table.id),
    index("announcements_author_idx").on(table.authorId),
    index("announcements_lodge_idx").on(table.lodgeId),
    index("announcements_unfinished_idx").on(table.startsAt).where(sql`state in ('scheduled', 'sending')`),
    check("announcements_degree_check", oneOf("degree", DEGREES)),
    check("announcements_state_check", oneOf("state", STATES)),
    check(
      "announcements_audience_check",
      sql`${oneOf("audience", AUDIENCES)} and (audience = 'degree') = (degree is not null) and (audience = 'lodge') = (lodge_id is not null)`,
    ),
  ],
);

/**
 * The recipients of an announcement by letter, each once, with what became of it. They are written down when the sending begins; a letter that has
 * been written names its mail, whose fate is taken over (send-announcements.ts).
 */
export const announcementLetters = pgTable(
  "announcement_letters",
  {
    id: uuid().primaryKey().defaultRandom(),
    announcementId: uuid("announcement_id")
      .notNull()
      .references(() => announcements.id, { onDelete: "cascade" }),
    memberId: uuid("member_id").references(() => profiles.id, { onDelete: "set null" }),
    subscriberId: uuid("subscriber_id").references(() => newsletterSubscribers.id, { onDelete: "set null" }),
    mailId: uuid("mail_id").references(() => outboxMails.id, { onDelete: "set null" }),
    outcome: text().$type<Outcome>().notNull().default("waiting"),
  },
  (table) => [
    unique("announcement_letters_member_key").on(table.announcementId, table.memberId),
    unique("announcement_letters_subscriber_key").on(table.announcementId, table.subscriberId),
    index("announcement_letters_outcome_idx").on(table.announcementId, table.outcome),
    index("announcement_letters_waiting_idx").on(table.announcementId, table.id).where(sql`outcome = 'waiting'`),
    index("announcement_letters_written_idx").on(table.mailId).where(sql`outcome = 'written'`),
    index("announcement_letters_member_idx").on(table.memberId),
    index("announcement_letters_subscriber_idx").on(table.subscriberId),
    index("announcement_letters_mail_idx").on(table.mailId),
    check("announcement_letters_outcome_check", oneOf("outcome", OUTCOMES)),
  ],
);
