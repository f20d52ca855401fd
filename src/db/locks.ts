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
  /** Filling in the demo data. */
  seed: 7_201_004,
  /** Making a backup. */
  backup: 7_201_005,
  /** Taking the library's items from the content folder. */
  librarySync: 7_201_012,
} as const;
