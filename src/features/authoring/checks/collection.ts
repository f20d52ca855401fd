import { PUBLIC_COLLECTIONS } from "#app/lib/public-collections.ts";

/** What is wrong with the address of a text in a public collection; none where it is one of those above, whole and encrypted. */
export function collectionProblems(address: string): string[] {
  if (!URL.canParse(address)) return [`“${address}” is no address`];
  const { host, pathname } = new URL(address);
  if (!(host in PUBLIC_COLLECTIONS)) return [`${host} is not on the list of public collections`];
  return pathname === "/" ? [`“${address}” leads to a collection, not to a work`] : [];
}
