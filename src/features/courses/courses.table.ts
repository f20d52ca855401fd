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
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { QuestionKind } from "#app/content/questions.ts";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { QuestionForm } from "./question-forms.policy.ts";

export const modules = pgTable("modules", {
  id: integer().primaryKey(),
  degree: text().$type<Degree>().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  /** Place among the modules of its degree, from 1. The id is permanent and says nothing of it. */
  place: integer().notNull().default(0),
  /** Since when the places of the degree's modules are those that were chosen in the browser; null while they are the files'. */
  movedAt: moment("moved_at"),
  /** Since when its title, description and prerequisites are those of the browser; null while they are the files'. */
  editedAt: moment("edited_at"),
  /** Since when the places of its lessons are those that were chosen in the browser; null while they are the files'. */
  arrangedAt: moment("arranged_at"),
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

/**
 * A lesson's place and title; the id is permanent and says nothing of the place. Its text is a revision; without one the lesson
 * is still being written. A lesson that left the files is retired: it has no place, and what members did in it is kept.
 */
export const lessons = pgTable(
  "lessons",
  {
    id: text().primaryKey(),
    moduleId: integer("module_id")
      .notNull()
      .references(() => modules.id),
    /** Place in the module, from 1. */
    number: integer(),
    title: text().notNull(),
    publishedRevisionId: integer("published_revision_id"),
    retiredAt: moment("retired_at"),
    /** It was retired in the browser: the files do not bring it back. */
    retiredHere: boolean("retired_here").notNull().default(false),
  },
  (table) => [
    // deferrable by the migration, so that lessons may change places in one statement
    unique("lessons_module_number").on(table.moduleId, table.number),
    check("lessons_place", sql`(${table.retiredAt} is null) = (${table.number} is not null)`),
  ],
);

/** Where a text came from: the files of `content/`, or an editor in the browser. The files replace only what came from them. */
export type Origin = "repository" | "editor";

const originColumn = () => text().$type<Origin>().notNull().default("repository");

export type LessonHeading = { id: string; title: string };

/** One version of a lesson's text, rendered once. Revisions are never changed. */
export const lessonRevisions = pgTable(
  "lesson_revisions",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    lessonId: text("lesson_id")
      .notNull()
      .references(() => lessons.id),
    origin: originColumn(),
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

/**
 * `check` closes a lesson; `pool` feeds the degree's exam and the daily review. A question belongs to one lesson, document or
 * study. One that left the files is retired; the answers given to it are kept.
 */
export const questions = pgTable(
  "questions",
  {
    id: text().primaryKey(),
    lessonId: text("lesson_id").references(() => lessons.id),
    documentId: text("document_id"),
    studyId: text("study_id"),
    use: text().$type<"check" | "pool">().notNull(),
    form: text().$type<QuestionForm>().notNull().default("choice"),
    /** What happened, where the question is a case. */
    scene: text(),
    /** What is asked; of `classify`, the sentence to be classified. */
    prompt: text().notNull(),
    kind: text().$type<QuestionKind>(),
    /** The words of the text on which the answer rests. */
    passage: text(),
    /** Questions of one cluster answer one another; no exam asks two of them. */
    cluster: text(),
    /** What is said after the answer, in the forms whose options have no reason of their own: `order` and `match`. */
    explanation: text(),
    origin: originColumn(),
    sourceHash: text("source_hash").notNull(),
    retiredAt: moment("retired_at"),
    /** Since when an administrator keeps it out of exams; null while it may be drawn. */
    undrawnSince: moment("undrawn_since"),
  },
  (table) => [
    index("questions_lesson_idx").on(table.lessonId),
    check("questions_source", sql`num_nonnulls(${table.lessonId}, ${table.documentId}, ${table.studyId}) = 1`),
  ],
);

/** Which side of a pair an option is; `only` in the forms that have no pairs. */
export type OptionSide = "only" | "left" | "right";

/**
 * What a question is answered with: an alternative, an item to put in order, or one side of a pair. Ids are random, so that
 * neither id nor order tells which one is right. Retired options have no place; answers still refer to them.
 */
export const questionOptions = pgTable(
  "question_options",
  {
    id: uuid().primaryKey().defaultRandom(),
    questionId: text("question_id")
      .notNull()
      .references(() => questions.id),
    side: text().$type<OptionSide>().notNull().default("only"),
    /** Place in the source, from 0: of `order` the right place, of `match` the pair. */
    position: smallint(),
    text: text().notNull(),
    /** Whether choosing it is right; null where rightness is a matter of order or of pairs. */
    right: boolean("is_right"),
    why: text(),
  },
  // deferrable by the migration, so that options may change places in one statement
  (table) => [unique("question_options_place").on(table.questionId, table.side, table.position)],
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
    /** Share of the text that was read, 0 to 1. It never goes back. */
    furthest: real().notNull().default(0),
    /** Seconds of reading that have furthered nothing yet. */
    unspentSeconds: real("unspent_seconds").notNull().default(0),
    /** Where the member is reading now, 0 to 1. */
    position: real().notNull().default(0),
    completedAt: moment("completed_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lessonId] }),
    index("lesson_progress_lesson_idx").on(table.lessonId),
    index("lesson_progress_recent_idx").on(table.userId, table.updatedAt),
    index("lesson_progress_completed_idx").on(table.completedAt, table.userId).where(sql`completed_at is not null`),
    check("lesson_progress_range", sql`${table.furthest} between 0 and 1 and ${table.position} between 0 and 1`),
  ],
);

/** Every answer a member gave, in a lesson or on the page of a document or a study. */
export const lessonAnswers = pgTable(
  "lesson_answers",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    questionId: text("question_id")
      .notNull()
      .references(() => questions.id),
    /** The alternative chosen, in the forms that have one. */
    optionId: uuid("option_id").references(() => questionOptions.id),
    /** The ids of the options as they were put: items in order, or the right sides in the order of the left ones. */
    given: jsonb().$type<string[]>(),
    right: boolean("is_right").notNull(),
    /** Made by the browser, where the answer may be sent twice. */
    key: uuid(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("lesson_answers_user_question_idx").on(table.userId, table.questionId),
    index("lesson_answers_question_idx").on(table.questionId),
  ],
);

/** Modules that a member finished. Once finished, a module stays so, whatever lessons are added to it later. */
export const moduleCompletions = pgTable(
  "module_completions",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    moduleId: integer("module_id")
      .notNull()
      .references(() => modules.id),
    completedAt: moment("completed_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.moduleId] })],
);
