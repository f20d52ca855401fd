import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const modules = pgTable("modules", {
  id: integer().primaryKey(),
  degree: text().$type<Degree>().notNull(),
  title: text().notNull(),
  description: text().notNull(),
});

export const modulePrerequisites = pgTable(
  "module_prerequisites",
  {
    moduleId: integer("module_id")
      .notNull()
      .references(() => modules.id, { onDelete: "cascade" }),
    requiresId: integer("requires_id")
      .notNull()
      .references(() => modules.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.moduleId, table.requiresId] })],
);

/** A lesson's place and title. Its text is a revision; without one the lesson is still being written. */
export const lessons = pgTable(
  "lessons",
  {
    id: text().primaryKey(),
    moduleId: integer("module_id")
      .notNull()
      .references(() => modules.id),
    number: integer().notNull(),
    title: text().notNull(),
    publishedRevisionId: integer("published_revision_id"),
  },
  (table) => [unique("lessons_module_number").on(table.moduleId, table.number)],
);

export type LessonHeading = { id: string; title: string };

/** One version of a lesson's text, rendered once. Revisions are never changed. */
export const lessonRevisions = pgTable(
  "lesson_revisions",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    lessonId: text("lesson_id")
      .notNull()
      .references(() => lessons.id),
    /** SHA-256 of the source and of what its rendering depends on. */
    sourceHash: text("source_hash").notNull(),
    source: text().notNull(),
    standfirst: text().notNull(),
    /** Sanitised on the server; the only HTML that browsers insert. */
    html: text().notNull(),
    headings: jsonb().$type<LessonHeading[]>().notNull(),
    terms: jsonb().$type<string[]>().notNull(),
    words: integer().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [unique("lesson_revisions_lesson_hash").on(table.lessonId, table.sourceHash)],
);

/** `check` closes a lesson; `pool` feeds the degree's exam and the daily review. */
export const questions = pgTable(
  "questions",
  {
    id: text().primaryKey(),
    lessonId: text("lesson_id")
      .notNull()
      .references(() => lessons.id),
    use: text().$type<"check" | "pool">().notNull(),
    prompt: text().notNull(),
    sourceHash: text("source_hash").notNull(),
  },
  (table) => [index("questions_lesson_idx").on(table.lessonId)],
);

/** Ids are random, so that neither id nor order tells which option is right. */
export const questionOptions = pgTable(
  "question_options",
  {
    id: uuid().primaryKey().defaultRandom(),
    questionId: text("question_id")
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    text: text().notNull(),
    right: boolean("is_right").notNull(),
    why: text().notNull(),
  },
  (table) => [unique("question_options_place").on(table.questionId, table.position)],
);

/** How far a member got in a lesson. The lesson's progress, 0 to 1, follows from it: see `lessonProgressOf`. */
export const lessonProgress = pgTable(
  "lesson_progress",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    lessonId: text("lesson_id")
      .notNull()
      .references(() => lessons.id),
    /** Furthest point of the text reached, 0 to 1. It never goes back. */
    furthest: real().notNull().default(0),
    /** Where the member is reading now, 0 to 1. */
    position: real().notNull().default(0),
    completedAt: moment("completed_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lessonId] }),
    index("lesson_progress_recent_idx").on(table.userId, table.updatedAt.desc()),
    check("lesson_progress_range", sql`${table.furthest} between 0 and 1 and ${table.position} between 0 and 1`),
  ],
);

/** Every answer a member gave; the review of later issues draws on those that were wrong. */
export const lessonAnswers = pgTable(
  "lesson_answers",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    questionId: text("question_id")
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    optionId: uuid("option_id"),
    right: boolean("is_right").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("lesson_answers_user_question_idx").on(table.userId, table.questionId)],
);
