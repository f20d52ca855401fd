import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { QuestionKind } from "#app/content/questions.ts";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { lessons, modules, questions } from "#app/features/courses/courses.table.ts";
import type { JudgedQuestion } from "#app/features/courses/questions.policy.ts";
import type { Degree } from "#app/lib/degrees.ts";

/** How an attempt ended: the member delivered it, or its time was over. */
export type ExamEnd = "delivered" | "time";

/** One attempt at a degree's exam, from its first second. All its times are the database's. */
export const examAttempts = pgTable(
  "exam_attempts",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    degree: text().$type<Degree>().notNull(),
    startedAt: moment("started_at").notNull().defaultNow(),
    closesAt: moment("closes_at").notNull(),
    /** Null while it runs; never later than `closes_at`. */
    finishedAt: moment("finished_at"),
    ended: text().$type<ExamEnd>(),
    /** Questions answered rightly, once it is marked. */
    rightCount: smallint("right_count"),
    passed: boolean(),
  },
  (table) => [
    // one at a time, from however many browsers
    uniqueIndex("exam_attempts_open").on(table.userId).where(sql`${table.finishedAt} is null`),
    index("exam_attempts_user_idx").on(table.userId, table.startedAt),
    index("exam_attempts_finished_idx").on(table.finishedAt).where(sql`finished_at is not null`),
    index("exam_attempts_due_idx").on(table.closesAt).where(sql`${table.finishedAt} is null`),
    check(
      "exam_attempts_marked",
      sql`num_nulls(${table.finishedAt}, ${table.ended}, ${table.rightCount}, ${table.passed}) in (0, 4)`,
    ),
  ],
);

/** A question as it was asked: an attempt keeps it, whatever becomes of the question. */
export type AskedQuestion = JudgedQuestion & {
  prompt: string;
  /** Attempts of before these were kept have none of the three. */
  scene?: string | null;
  kind?: QuestionKind | null;
  passage?: string | null;
  /** The ids of the options that are chosen or put in order, in the order in which this attempt shows them. */
  shown: string[];
  /** What it is about, where that is a document. */
  document?: { id: string; title: string; date: string };
};

/** A question of an attempt, and its answer. */
export const examItems = pgTable(
  "exam_items",
  {
    attemptId: uuid("attempt_id")
      .notNull()
      .references(() => examAttempts.id, { onDelete: "cascade" }),
    /** Place in the attempt, from 1. */
    place: smallint().notNull(),
    questionId: text("question_id")
      .notNull()
      .references(() => questions.id),
    moduleId: integer("module_id")
      .notNull()
      .references(() => modules.id),
    /** The question's lesson, or the one that shows its document. */
    lessonId: text("lesson_id")
      .notNull()
      .references(() => lessons.id),
    asked: jsonb().$type<AskedQuestion>().notNull(),
    /** Ids of options, as `judge` takes them; empty where a pair has no right side yet. Null until the first answer. */
    given: jsonb().$type<string[]>(),
    answeredAt: moment("answered_at"),
    /** The member wants to look at it again. */
    flagged: boolean().notNull().default(false),
    /** Null until the attempt is marked. */
    right: boolean("is_right"),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.place] }),
    unique("exam_items_once").on(table.attemptId, table.questionId),
    index("exam_items_question_idx").on(table.questionId),
  ],
);
