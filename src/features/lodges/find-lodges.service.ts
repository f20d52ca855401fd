import { setImmediate } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { fold } from "#app/lib/text.ts";
import { lodgeSpellings, lodges } from "./lodges.table.ts";
import { spellingKey } from "./matching.service.ts";

/** Texts that are looked at without a pause, and how much of each, in characters: no Lodge's name is longer. */
const AT_ONCE = 250;
const LONGEST = 200;

export type FoundLodge = { id: string; name: string; number: string | null; city: string; state: string | null };

/** "Loja Estrela do Vale, nº 077" and "estrela do vale 77" are the same; "nº 77" and "77" too. */
const plain = (typed: string): string =>
  fold(typed)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:(?:a\W*)?(?:r\W*)?l\W*s\W*|(?:a\W*)?loja(?: simbolica| maconica)?) +/, "")
    .replace(/\bn(?:[º°o]|um(?:ero)?)?\.? ?(?=\d)/g, " ")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b0+(?=\d)/g, "")
    .trim();

/**
 * Which active Lodges each text can mean: by number, by name, by both, or by a spelling that an administrator joined. One that is joined
 * means that Lodge alone; none and several are for the caller to tell.
 */
export async function findLodges(db: Db, typed: readonly string[]): Promise<Map<string, FoundLodge[]>> {
  const texts = [...new Set(typed)].filter((text) => text.trim() !== "");
  if (texts.length === 0) return new Map();
  const { id, name, number, city, state } = lodges;
  const [active, joined] = await Promise.all([
    db.select({ id, name, number, city, state }).from(lodges).where(eq(lodges.active, true)),
    db
      .select({ text: sql<string>`typed.text`, lodgeId: lodgeSpellings.lodgeId })
      .from(lodgeSpellings)
      .innerJoin(sql`unnest(${sql.param(texts)}::text[]) as typed(text)`, eq(lodgeSpellings.key, spellingKey(sql`typed.text`))),
  ]);
  const byId = new Map(active.map((lodge) => [lodge.id, lodge]));
  const bySpelling = new Map(joined.map((row) => [row.text, byId.get(row.lodgeId)]));
  const byText = new Map<string, FoundLodge[]>();
  for (const lodge of active)
    for (const key of new Set(
      [lodge.name, lodge.number ?? "", `${lodge.name} ${lodge.number ?? ""}`, `${lodge.name} nº ${lodge.number ?? ""}`].map(
        plain,
      ),
    ))
      if (key) byText.set(key, [...(byText.get(key) ?? []), lodge]);
  const found = new Map<string, FoundLodge[]>();
  for (const text of texts) {
    if (found.size % AT_ONCE === 0) await setImmediate(); // others have the loop
    const spelled = bySpelling.get(text);
    found.set(text, spelled ? [spelled] : (byText.get(plain(text.slice(0, LONGEST))) ?? []));
  }
  return found;
}
