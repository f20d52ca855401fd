import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/db/client.ts";
import { anchorOf, passageFinder } from "#app/features/notes/anchor.policy.ts";
import { paragraphsOf } from "#app/features/notes/paragraphs.policy.ts";

/** A stretch of the old text, as shares of its length, and where it begins and ends in the new one. */
export type Stretch = { from: number; to: number; newFrom: number; newTo: number };

/** A move of less than this is not worth a write: half a line on a telephone. */
const LEAST_MOVE = 0.002;

/** Where each paragraph of a text that was revised is now. What is gone takes the place of what follows it. */
export function stretchesOf(oldHtml: string, newHtml: string): Stretch[] {
  const [before, after] = [paragraphsOf(oldHtml), paragraphsOf(newHtml)];
  const [starts, newStarts] = [startsOf(before), startsOf(after)];
  const find = passageFinder(after);
  const found = before.map((text, index) => find(anchorOf(text, index))?.block);
  let last = 0; // a paragraph that moved up must not send readers back past what they have read
  const places = found.map((block) => {
    if (block !== undefined && block >= last) last = block;
    return { block: last, isThere: block !== undefined && block === last };
  });
  return before.map((_, index) => {
    const { block, isThere } = places[index]!;
    const newFrom = newStarts[block]!;
    return { from: starts[index]!, to: starts[index + 1]!, newFrom, newTo: isThere ? newStarts[block + 1]! : newFrom };
  });
}

/** Where each paragraph begins, as a share of the whole, and the end. */
const startsOf = (paragraphs: string[]): number[] => [0, ...endsOf(paragraphs.map(({ length }) => length))];

/** Where pieces of these lengths end, as shares of the whole. */
export function endsOf(lengths: number[]): number[] {
  const total = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return at / total;
  });
}

/** Where readers of a text are: the rows of one text in a table with a column `position`. */
export type ReadingPlaces = { table: PgTable; text: PgColumn; id: string };

/** Takes those who are in the middle of a text to the paragraph where they stopped, in its new wording. */
export async function movePositions(tx: Db, { table, text, id }: ReadingPlaces, oldHtml: string, newHtml: string): Promise<void> {
  const moved = stretchesOf(oldHtml, newHtml).filter(
    ({ from, to, newFrom, newTo }) => Math.abs(from - newFrom) > LEAST_MOVE || Math.abs(to - newTo) > LEAST_MOVE,
  );
  if (moved.length === 0) return;
  const column = (name: keyof Stretch) => sql`${sql.param(moved.map((stretch) => stretch[name]))}::float8[]`;
  await tx.execute(sql`
    update ${table} p
    set position = least(1, greatest(0, s.new_from + (p.position - s.old_from) / greatest(s.old_to - s.old_from, 1e-6) * (s.new_to - s.new_from)))
    from unnest(${column("from")}, ${column("to")}, ${column("newFrom")}, ${column("newTo")}) as s(old_from, old_to, new_from, new_to)
    where p.${sql.identifier(text.name)} = ${id} and p.position > 0 and p.position < 1 and p.position >= s.old_from and p.position < s.old_to`);
}
