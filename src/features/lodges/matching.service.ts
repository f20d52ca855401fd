import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { profiles } from "#app/features/account/account.table.ts";
import { lodgeSpellings } from "./lodges.table.ts";

/** SQL: by what two spellings of a Lodge are the same, whatever their case and accents. The index profiles_spelling_idx has this expression. */
export const spellingKey = (spelling: string | SQLWrapper): SQL<string> => sql`fold_text(${spelling}::text)`;

/** The Lodge that a spelling was joined to. */
export async function findLodgeOf(tx: Db, spelling: string | null): Promise<string | null> {
  if (!spelling) return null;
  const [found] = await tx
    .select({ lodgeId: lodgeSpellings.lodgeId })
    .from(lodgeSpellings)
    .where(eq(lodgeSpellings.key, spellingKey(spelling)));
  return found?.lodgeId ?? null;
}

/**
 * What a member's profile holds of the Lodge that they write. The Lodge follows the words at once, so that the officers of the former one see
 * nothing more; nobody has answered for it yet. The same words change nothing.
 */
export async function lodgeColumns(tx: Db, written: string | null, before?: { lodge: string | null }) {
  if (before && before.lodge === written) return { lodge: written };
  return { lodge: written, lodgeId: await findLodgeOf(tx, written), lodgeConfirmedAt: null } satisfies Partial<
    typeof profiles.$inferInsert
  >;
}
