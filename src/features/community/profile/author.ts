import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { profiles } from "#app/features/account/account.table.ts";
import type { Author } from "../posts/posts.answers.ts";
import { defaultName } from "./names.policy.ts";
import { communityProfiles } from "./profile.table.ts";

export const authors = alias(profiles, "authors");
export const authorProfiles = alias(communityProfiles, "author_profiles");

/** What is selected of an author, by the joins of `authors` and `authorProfiles`. */
export const authorColumns = {
  authorId: authors.id,
  authorFullName: authors.name,
  authorDegree: authors.degree,
  authorLodge: authors.lodge,
  authorDisplayName: authorProfiles.displayName,
  authorShowsLodge: sql<boolean>`coalesce(${authorProfiles.showLodge}, false)`,
};

export type AuthorRow = {
  authorId: string | null;
  authorFullName: string | null;
  authorDegree: Author["degree"] | null;
  authorLodge: string | null;
  authorDisplayName: string | null;
  authorShowsLodge: boolean;
};

/** An author as others see them; null for one whose account is gone. */
export function presentAuthor(row: AuthorRow): Author | null {
  if (row.authorId === null) return null;
  return {
    id: row.authorId,
    name: row.authorDisplayName ?? defaultName(row.authorFullName!),
    degree: row.authorDegree!,
    lodge: row.authorShowsLodge ? row.authorLodge : null,
  };
}
