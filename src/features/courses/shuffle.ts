import { createHash } from "node:crypto";

/** The items in an order that depends only on `seed`: the same for one member at every visit, another for the next member. */
export function shuffleFor<Item extends { id: string }>(seed: string, items: readonly Item[]): Item[] {
  const key = ({ id }: Item) => createHash("sha256").update(`${seed}:${id}`).digest("hex");
  return items
    .map((item) => ({ item, key: key(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}
