import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/**
 * The numbers of PostgreSQL's advisory locks: one namespace for the whole database, so that they are all here. Each is held by one
 * process or transaction at a time.
 */
export const LOCKS = {
  /** Bringing the schema up to date. */
  migration: 7_201_001,
  /** Taking the course's texts from the content folder. */
  coursesSync: 7_201_002,
  /** Held for the life of a process that works on an embedded database's folder. */
  owner: 7_201_003,
  /** Publishing what was written in the browser, one text after the other. */
  publication: 7_201_016,
  /** Filling in the demo data. */
  seed: 7_201_004,
  /** Making a backup. */
  backup: 7_201_005,
  /** Taking the library's items from the content folder. */
  librarySync: 7_201_012,
  /** One address of a member at a time: of two who take the same at once, one waits until the other has it. */
  address: 7_202_001,
  /** The requests of one member for mentorship sessions, one after the other. */
  mentorshipRequest: 7_202_002,
  /** The notices of one member about a topic, from one task at a time. */
  topicNotices: 7_202_003,
  /** One name of the community at a time. */
  communityName: 7_202_004,
  /** Bringing what the search finds up to the texts. */
  searchSync: 7_201_013,
  /** Bringing what may be reviewed up to the texts. */
  reviewGate: 7_201_014,
  /** Taking a question out of the exams' draw. */
  examPool: 7_201_015,
} as const;

/**
 * Holds a lock for each key until the end of the transaction. All transactions take them in the same order, so that no two wait for each
 * other.
 * @param keys addresses or members' ids, say
 */
export const lockKeys = (tx: Db, lock: "address" | "mentorshipRequest" | "topicNotices" | "communityName", keys: string[]) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(${LOCKS[lock]}, number)
    from (select distinct hashtext(key) as number from unnest(${sql.param(keys)}::text[]) as key order by number) numbers`);
