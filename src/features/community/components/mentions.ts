/**
 * Members are named in a post by `[@Nome](membro:<id>)`. Whoever writes sees `@Nome` alone; what stands behind a name is kept beside the
 * text, and put in when it is sent.
 */
export type Named = ReadonlyMap<string, string>;

const MENTION = /\[@([^\]\n]{1,120})\]\(membro:([0-9a-f-]{36})\)/g;

/** The text as its writer sees it, and whom its names stand for. Where two share a name, the second keeps its long form. */
export function readable(source: string): { text: string; named: Named } {
  const named = new Map<string, string>();
  const text = source.replace(MENTION, (whole, name: string, id: string) => {
    if ((named.get(name) ?? id) !== id) return whole;
    named.set(name, id);
    return `@${name}`;
  });
  return { text, named };
}

/** The text as it is sent. Of two names that begin alike the longer one counts. */
export function asSource(text: string, named: Named): string {
  const names = [...named.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (names.length === 0) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}[])@(${names.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return text.replace(pattern, (_, name: string) => `[@${name}](membro:${named.get(name)})`);
}

/** What is being typed after an @ that ends at the caret; undefined where nothing is. */
export function typedName(text: string, caret: number): { from: number; search: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]*)?)?$/u.exec(
    text.slice(Math.max(0, caret - 60), caret),
  );
  if (!found) return undefined;
  const search = found[1] ?? "";
  return { from: caret - search.length - 1, search };
}
