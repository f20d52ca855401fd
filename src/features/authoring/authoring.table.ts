import { and, eq, sql } from "drizzle-orm";
import {
  bigserial,
  check,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Origin } from "#app/features/courses/courses.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import {
  DRAFT_STATES,
  type DraftState,
  PARTS,
  type Part,
  type TextBody,
  type TextKind,
  type TextRef,
} from "./authoring.schema.ts";

/** Who writes the texts of a degree, and who reviews them. It holds while the member takes part and has that degree or a higher one. */
export const authors = pgTable(
  "authors",
  {
    memberId: uuid("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    degree: text().$type<Degree>().notNull(),
    part: text().$type<Part>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.degree, table.part] }),
    check("authors_degree_check", oneOf("degree", DEGREES)),
    check("authors_part_check", oneOf("part", PARTS)),
  ],
);

const subject = {
  /** One of TEXT_KINDS; the database does not list them, so that a new kind needs no migration. */
  kind: text().$type<TextKind>().notNull(),
  /** The id of the text; of a new one, the id that it will have. */
  subjectId: text("subject_id").notNull(),
};

/** The one draft of a text, until it is published or thrown away. */
export const drafts = pgTable(
  "drafts",
  {
    ...subject,
    degree: text().$type<Degree>().notNull(),
    /** The module of a lesson, the lesson of a question, the sort of a study. */
    parentId: text("parent_id").notNull(),
    body: jsonb().$type<TextBody>().notNull(),
    /** Counts the saves: one that was made on an older version is refused. */
    version: integer().notNull().default(1),
    state: text().$type<DraftState>().notNull().default("draft"),
    /** What changes and why, as its author tells the reviewer and the history. */
    reason: text().notNull().default(""),
    /** Who began it. They and everybody who saved it may not review it. */
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    /** Everybody who saved it. */
    writers: jsonb().$type<string[]>().notNull(),
    savedBy: uuid("saved_by").references(() => profiles.id, { onDelete: "set null" }),
    savedAt: moment("saved_at").notNull().defaultNow(),
    submittedAt: moment("submitted_at"),
    /** Who decided that it is published at its hour, and when that is. */
    publisherId: uuid("publisher_id").references(() => profiles.id, { onDelete: "set null" }),
    publishAt: moment("publish_at"),
    /** Why it could not be published at its hour. */
    failure: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index("drafts_author_idx").on(table.authorId),
    index("drafts_saved_by_idx").on(table.savedBy),
    index("drafts_publisher_idx").on(table.publisherId),
    index("drafts_due_idx").on(table.publishAt).where(sql`state = 'scheduled'`),
    check("drafts_degree_check", oneOf("degree", DEGREES)),
    check("drafts_state_check", oneOf("state", DRAFT_STATES)),
    check("drafts_hour_check", sql`(state = 'scheduled') = (publish_at is not null)`),
  ],
);

/** What members read of a text that is otherwise a file, once it was edited, retired or written here (edited-texts.policy.ts). */
export const editedTexts = pgTable(
  "edited_texts",
  {
    ...subject,
    degree: text().$type<Degree>().notNull(),
    /** Null where the file holds. */
    body: jsonb().$type<TextBody>(),
    retiredAt: moment("retired_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    editedAt: moment("edited_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    check("edited_texts_degree_check", oneOf("degree", DEGREES)),
  ],
);

/**
 * The history of a text that was published here: each version whole, so that it can be compared and restored. The first one is what the
 * repository had. What the repository brings afterwards stands beside, unpublished, until somebody settles it.
 */
export const textVersions = pgTable(
  "text_versions",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    ...subject,
    /** From 1. */
    number: integer().notNull(),
    origin: text().$type<Origin>().notNull(),
    body: jsonb().$type<TextBody>().notNull(),
    reason: text().notNull().default(""),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    publisherId: uuid("publisher_id").references(() => profiles.id, { onDelete: "set null" }),
    /** Null for a text of the repository that was never shown. */
    publishedAt: moment("published_at"),
    /** When somebody decided about a text that the repository brought. */
    settledAt: moment("settled_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("text_versions_number").on(table.kind, table.subjectId, table.number),
    index("text_versions_author_idx").on(table.authorId),
    index("text_versions_publisher_idx").on(table.publisherId),
    index("text_versions_unsettled_idx").on(table.kind, table.subjectId).where(sql`published_at is null and settled_at is null`),
  ],
);

/** What a draft said before somebody else wrote over it, or before it was thrown away. Kept for ninety days. */
export const draftCopies = pgTable(
  "draft_copies",
  {
    id: uuid().primaryKey().defaultRandom(),
    ...subject,
    body: jsonb().$type<TextBody>().notNull(),
    /** Who had written it. */
    memberId: uuid("member_id").references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("draft_copies_subject_idx").on(table.kind, table.subjectId, table.createdAt),
    index("draft_copies_member_idx").on(table.memberId),
    index("draft_copies_age_idx").on(table.createdAt),
  ],
);

/** What a reader of a draft remarks at a passage. It goes with the draft. */
export const remarks = pgTable(
  "remarks",
  {
    id: uuid().primaryKey().defaultRandom(),
    ...subject,
    memberId: uuid("member_id").references(() => profiles.id, { onDelete: "set null" }),
    passage: text().notNull(),
    words: text().notNull(),
    settledAt: moment("settled_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("remarks_subject_idx").on(table.kind, table.subjectId, table.createdAt),
    index("remarks_member_idx").on(table.memberId),
  ],
);

/** Who has a draft open now: told again every twenty seconds, and forgotten after a minute. */
export const draftReaders = pgTable(
  "draft_readers",
  {
    ...subject,
    memberId: uuid("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    seenAt: moment("seen_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.memberId] }),
    index("draft_readers_member_idx").on(table.memberId),
  ],
);

/** The rows of a text in one of these tables. */
export const rowsOf = (table: { kind: PgColumn; subjectId: PgColumn }, { kind, id }: TextRef) =>
  and(eq(table.kind, kind), eq(table.subjectId, id));
