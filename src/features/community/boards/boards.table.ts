import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";

/** The rooms in which members write. The migration makes the general one and one for each degree; administrators add others. */
export const communityBoards = pgTable(
  "community_boards",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** The lowest degree that may know what is written there; null for every member. */
    degree: text().$type<Degree>(),
    position: integer().notNull(),
    /** Since when nothing new is written there. */
    closedAt: moment("closed_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [check("community_boards_degree_check", sql`${table.degree} in ('aprendiz', 'companheiro', 'mestre')`)],
);

/** Members who moderate a board; administrators moderate all that they may read. */
export const communityModerators = pgTable(
  "community_moderators",
  {
    boardId: text("board_id")
      .notNull()
      .references(() => communityBoards.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.userId] }), index("community_moderators_user_idx").on(table.userId)],
);

/** When a member was last in a board. A visit ends after half an hour without a sign of them; what is newer than the one before is new. */
export const communityBoardVisits = pgTable(
  "community_board_visits",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    boardId: text("board_id")
      .notNull()
      .references(() => communityBoards.id, { onDelete: "cascade" }),
    visitedAt: moment("visited_at").notNull().defaultNow(),
    previousAt: moment("previous_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.boardId] }),
    index("community_board_visits_board_idx").on(table.boardId),
  ],
);
