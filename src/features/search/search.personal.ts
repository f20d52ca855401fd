import { cascade, type PersonalTable } from "#app/server/personal-data.ts";
import { searchDocuments } from "./search.table.ts";

/** What of a member's own can be found by them. What they look for is kept nowhere. */
export const SEARCH_DATA: PersonalTable[] = [
  {
    table: searchDocuments,
    holds: [searchDocuments.ownerId],
    exported: { not: "a copy, for the search, of what is exported from where it is kept" },
    deleted: cascade,
  },
];
