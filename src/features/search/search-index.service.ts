import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { SearchKind } from "./kinds.ts";
import { searchDocuments } from "./search.table.ts";

/** Something that can be found. The text that is searched follows from `source`, and is only made when that has changed. */
export type Searchable = {
  kind: SearchKind;
  id: string;
  /** The lowest degree that may find it; null for what everybody may. */
  degree: Degree | null;
  moduleId?: number;
  /** The one member who may find it. */
  ownerId?: string;
  path: string;
  title: string;
  /** Where it belongs, as a result says it; of a post it is looked up, as boards are renamed and topics move. */
  context: string;
  /** Of a post. */
  postedAt?: Date;
  names?: string[];
  source: string;
  /** Makes the plain text of the source; the source itself when missing. */
  text?: () => string;
};

/** Raise when the same source makes another row. */
const INDEXER = 1;

/** So much of a text is searched: PostgreSQL takes no vector of words of more than a megabyte. */
const LONGEST_BODY = 200_000;
const BATCH = 200;

/**
 * What surrounds a hit in what PostgreSQL answers (search.service.ts). Both are characters that no text of ours has, and are taken out
 * of those that do.
 */
export const HIT = { start: "\u{E000}", stop: "\u{E001}" };

const hashOf = ({ text: _, ...facts }: Searchable): string =>
  createHash("sha256")
    .update(JSON.stringify([INDEXER, facts]))
    .digest("hex");

/** In the transaction that changes what is found, so that neither happens without the other. */
export async function indexForSearch(tx: Db, documents: Searchable[]): Promise<void> {
  for (let start = 0; start < documents.length; start += BATCH) {
    const rows = documents.slice(start, start + BATCH).map(rowOf);
    await tx
      .insert(searchDocuments)
      .select(sql`
        select kind, id, degree, module_id, owner_id, path, title, context, names, body, posted_at, source_hash
        from jsonb_populate_recordset(null::search_documents, ${JSON.stringify(rows)}::jsonb)`)
      .onConflictDoUpdate({ target: [searchDocuments.kind, searchDocuments.id], set: REPLACED });
  }
}

/** All that a row is made of, by the names of the columns. */
const REPLACED = Object.fromEntries(
  (["degree", "moduleId", "ownerId", "path", "title", "context", "names", "body", "postedAt", "sourceHash"] as const).map(
    (name) => [name, sql.raw(`excluded.${searchDocuments[name].name}`)],
  ),
);

function rowOf(document: Searchable) {
  const {
    kind,
    id,
    degree,
    moduleId = null,
    ownerId = null,
    postedAt = null,
    path,
    context,
    names = [],
    source,
    text,
  } = document;
  return {
    kind,
    id,
    degree,
    module_id: moduleId,
    owner_id: ownerId,
    path,
    title: clean(document.title),
    context: clean(context),
    names: clean(names.join(" | ")),
    posted_at: postedAt,
    body: clean(text ? text() : source)
      .slice(0, LONGEST_BODY)
      .toWellFormed(),
    source_hash: hashOf(document),
  };
}

const clean = (text: string): string =>
  text
    .replaceAll(/[\u{E000}\u{E001}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** In the transaction that removes what was found. */
export async function removeFromSearch(tx: Db, kind: SearchKind, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(searchDocuments)
    .where(and(eq(searchDocuments.kind, kind), sql`${searchDocuments.id} = any(${sql.param(ids)}::text[])`));
}

/**
 * Brings the rows of some kinds up to these documents; unchanged ones cost a comparison of hashes. Safe when several processes start together.
 * @param read what there is to be found, read in the transaction
 * @returns how many rows were written or removed
 */
export async function syncKinds(db: Db, kinds: SearchKind[], read: (tx: Db) => Promise<Searchable[]>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.searchSync})`);
    const { kind, id, sourceHash } = searchDocuments;
    // before the texts: what somebody writes between the two reads is then taken for new, and not for gone
    const stored = await tx.select({ kind, id, sourceHash }).from(searchDocuments).where(inArray(kind, kinds));
    const documents = await read(tx);
    const keyOf = (each: { kind: SearchKind; id: string }) => `${each.kind} ${each.id}`;
    const hashes = new Map(stored.map((row) => [keyOf(row), row.sourceHash]));
    const changed = documents.filter((document) => hashes.get(keyOf(document)) !== hashOf(document));
    await indexForSearch(tx, changed);
    const present = new Set(documents.map(keyOf));
    const gone = stored.filter((row) => !present.has(keyOf(row)));
    for (const kind of kinds) {
      const ids = gone.filter((row) => row.kind === kind).map(({ id }) => id);
      await removeFromSearch(tx, kind, ids);
    }
    return changed.length + gone.length;
  });
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The words of HTML that we made ourselves, without drawings and the signs of sections. Takes time in proportion to its length. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<svg[\s\S]*?<\/svg>|<span class="sec">[^<]*<\/span>/g, " ")
    .replace(/<\/?(?:button|em|strong|a|sup|cite|mark|span)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole;
    });
}
