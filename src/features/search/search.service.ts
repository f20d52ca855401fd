import { type SQL, sql } from "drizzle-orm";
import { placeOfPost } from "#app/features/community/posts/indexing.service.ts";
import { moduleStates } from "#app/features/courses/courses.policy.ts";
import { readRecords } from "#app/features/courses/records.service.ts";
import { groupsSeenBy } from "#app/features/reading-groups/access.service.ts";
import type { Ctx } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import { networkOf } from "#app/server/network.ts";
import { PAGE_SIZE, type SearchKind } from "./kinds.ts";
import type { Piece, SearchBrief, SearchPage, SearchResult } from "./search.answers.ts";
import type { SearchInput } from "./search.schema.ts";
import { HIT } from "./search-index.service.ts";
import { lexemesOf } from "./words.ts";

/** How many of each kind the field shows, and how many names near to what nobody has. */
const BRIEF_SIZE = 4;
const NEAR_SIZE = 5;
/**
 * Of each kind so many are ranked by their whole text, which takes ten microseconds a text: those that come first by title and names. No kind of
 * the academy's own texts has more; what is beyond comes behind them.
 */
const RANKED = 300;
/**
 * Of conversations there may be hundreds of thousands with a common word. So many of the newest ones are looked through, and if fewer than ENOUGH of
 * them have it, so many more are found by it.
 */
const NEWEST = 2_000;
const ENOUGH = 200;
const OTHERS = 1_000;
/** What is shorter is like half of all names. */
const SHORTEST_NAME = 3;

/** The best of each kind that the reader may find. @throws AppError too_many_tries */
export async function searchBriefly(ctx: Ctx, text: string): Promise<SearchBrief> {
  const found = await search(ctx, text, {
    counted: sql`partition by kind`,
    pick: sql`place <= ${BRIEF_SIZE}`,
    excerpt: sql`''`,
  });
  const groups = Map.groupBy(found.results, ({ kind }) => kind);
  return {
    groups: [...groups].map(([kind, results]) => ({ kind, total: found.counts[kind]!, results })),
    near: found.near,
  };
}

/** A page of all that the reader may find. @throws AppError too_many_tries */
export async function searchAll(ctx: Ctx, { q, kind, page }: SearchInput): Promise<SearchPage> {
  const { counts, results, near } = await search(ctx, q, {
    counted: kind ? sql`partition by kind` : sql``,
    pick: sql`${kind ? sql`kind = ${kind} and` : sql``} place > ${(page - 1) * PAGE_SIZE} and place <= ${page * PAGE_SIZE}`,
    excerpt: sql`ts_headline('public.portuguese_plain', d.body, asked.words, ${WHOLE})`,
  });
  const total = kind ? (counts[kind] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    counts: (Object.entries(counts) as [SearchKind, number][]).map(([each, count]) => ({ kind: each, total: count })),
    results,
    page,
    pages: Math.ceil(total / PAGE_SIZE),
    near,
  };
}

const MARKS = `StartSel="${HIT.start}", StopSel="${HIT.stop}"`;
const WHOLE = `${MARKS}, HighlightAll=true`;

type Row = { kind: SearchKind; path: string; title: string; context: string; excerpt: string };
type Answer = { counts: Partial<Record<SearchKind, number>>; results: Row[] | null; near: Row[] | null };

/**
 * The whole search is one statement. Titles come before other names, those before text; titles that begin with what was asked come first, the shortest one before the others.
 * Excerpts are made for the rows that are shown alone: each costs about a millisecond.
 * @param picked which of the rows found are shown, by `kind` and `place`; `counted` says among which a row has its place
 */
async function search(ctx: Ctx, text: string, picked: { counted: SQL; pick: SQL; excerpt: SQL }) {
  await ctx.limits.take("search", ctx.actor?.id ?? networkOf(ctx.ip));
  const readable = await readableBy(ctx);
  const readsTopics = ctx.actor?.standing === "full"; // to a visitor each would be read only to be left out
  const words = wordsOf(text);
  const order = sql`begins, rank desc nulls last, named desc, kind, posted_at desc nulls last, id`;
  const { rows } = await ctx.db.execute<Answer>(sql`
    with asked as materialized (
      select ${words} as words, fold_text(${text}) as folded
    ), newest as materialized (
      select d.* from asked, (select * from search_documents where kind = 'topic' order by posted_at desc nulls last limit ${NEWEST}) d
      where ${readsTopics} and d.words @@ asked.words and ${readable}
    ), others as materialized (
      -- the words as a value, of which the planner knows how common they are: a common one is read from the table until there are enough, a rare one by the index
      select d.* from search_documents d
      where ${readsTopics} and (select count(*) from newest) < ${ENOUGH} and d.kind = 'topic' and d.words @@ (${words}) and ${readable}
      limit ${OTHERS}
    ), candidates as (
      select d.* from asked, search_documents d where d.kind <> 'topic' and d.owner_id is null and d.words @@ asked.words and ${readable}
      -- their own by their owner: a word that everybody has in their notes is in hundreds of thousands of them
      union all select d.* from asked, search_documents d where d.owner_id = ${ctx.actor?.id ?? null} and d.words @@ asked.words and ${readable}
      union all select * from newest
      union all select * from others where id not in (select id from newest)
    ), found as materialized (
      select kind, id, posted_at, case when starts_with(d.folded, asked.folded) then length(title) end as begins, ts_rank(head, asked.words) as named
      from asked, candidates d
    ), ranked as (
      select kind, id, posted_at, begins, named, case when row_number() over (partition by kind order by begins, named desc, posted_at desc nulls last, id) <= ${RANKED} then (
        select ts_rank(d.words, asked.words) from asked, search_documents d where d.kind = found.kind and d.id = found.id) end as rank
      from found
    ), placed as (
      select *, row_number() over (${picked.counted} order by ${order}) as place from ranked
    ), near as (
      select d.*, word_similarity(asked.folded, d.folded) as similarity
      from asked, search_documents_named_like(asked.folded) d
      where length(asked.folded) >= ${SHORTEST_NAME} and not exists (select from found) and ${readable}
      order by similarity desc, length(d.title), d.kind, d.id
      limit ${NEAR_SIZE}
    )
    select
      (select coalesce(json_object_agg(kind, total), '{}') from (select kind, count(*)::int as total from found group by kind) c) as counts,
      (select json_agg(r order by ${order}) from (
        select begins, rank, named, id, d.posted_at, d.kind, d.path, ${contextOf} as context, ${picked.excerpt} as excerpt,
          ts_headline('public.portuguese_plain', d.title, asked.words, ${WHOLE}) as title
        from asked, placed join search_documents d using (kind, id)
        where ${picked.pick}
      ) r) as results,
      (select json_agg(json_build_object('kind', kind, 'path', path, 'title', title, 'context', ${contextOf}, 'excerpt', '')
        order by similarity desc, length(title), kind, id) from near d) as near`);
  const { counts, results, near } = rows[0]!;
  return { counts, results: (results ?? []).map(present), near: (near ?? []).map(present) };
}

/** SQL: where what is found belongs. */
const contextOf = sql`case d.kind when 'topic' then coalesce(${placeOfPost(sql`d.id`)}, 'Comunidade') else d.context end`;

/** What the reader may find: of their degree and of those below, of lessons those of open modules, of reading groups those of their Lodge, and their own. */
async function readableBy({ db, actor, catalogue }: Ctx): Promise<SQL> {
  if (actor?.standing !== "full") return sql`(d.degree is null and d.owner_id is null)`;
  const { modules } = catalogue();
  const states = moduleStates(modules, actor, await readRecords(db, actor.id));
  const open = modules.flatMap(({ id }) => (states.get(id)!.lock ? [] : [id]));
  return sql`(
    ${covers(actor.degree, sql`d.degree`)}
    and (d.module_id is null or d.module_id = any(${sql.param(open)}))
    and (d.kind <> 'group' or d.id = any(array(${groupsSeenBy(actor)})))
    and (d.owner_id is null or d.owner_id = ${actor.id}))`;
}

/** All words must occur; what is being typed may be the beginning of its last word. */
function wordsOf(text: string): SQL {
  const { whole, begun } = lexemesOf(text);
  const stemmed = (words: string) => sql`to_tsquery('public.portuguese_plain', ${words})`;
  const parts = [...whole.map((words) => stemmed(words))];
  if (begun) parts.push(sql`(${stemmed(begun.words)} || to_tsquery('simple', ${begun.prefix}))`);
  return parts.length > 0 ? sql.join(parts, sql` && `) : sql`''::tsquery`;
}

const present = ({ kind, path, title, context, excerpt }: Row): SearchResult => ({
  kind,
  path,
  title: piecesOf(title),
  context,
  excerpt: piecesOf(excerptOf(excerpt)),
});

/** An excerpt's letters: three lines of a wide page. */
const EXCERPT = 280;
/** A sentence whose first hit is farther from its beginning than this is entered by its middle. */
const FAR = 180;

/** Of a text with its hits marked, what is around the first of them, from the beginning of a sentence. */
export function excerptOf(text: string): string {
  const hit = text.indexOf(HIT.start);
  if (hit < 0) return "";
  const before = text.slice(0, hit);
  const sentence = Math.max(
    0,
    ...[...before.matchAll(/[.!?…:][”"')\]]*\s+|\n+/g)].map(({ index, 0: end }) => index + end.length),
  );
  const far = hit - sentence > FAR;
  const from = far ? before.indexOf(" ", hit - FAR / 2) + 1 : sentence;
  const rest = text.slice(from).replace(/\s+/g, " ").trim();
  if (rest.length <= EXCERPT) return far ? `… ${rest}` : rest;
  const most = rest.slice(0, EXCERPT);
  const ends = [...most.matchAll(/[.!?…][”"')\]]*(?=\s)/g)].map(({ index, 0: end }) => index + end.length);
  const whole = ends.at(-1) ?? 0;
  const cut = whole > EXCERPT / 2 ? most.slice(0, whole) : `${most.slice(0, most.lastIndexOf(" ")).replace(/[,;:]$/, "")} …`;
  // a hit that was cut in its middle would mark all that follows
  const open = cut.lastIndexOf(HIT.start);
  const closed = open > cut.lastIndexOf(HIT.stop) ? cut.slice(0, open) + cut.slice(open + HIT.start.length) : cut;
  return far ? `… ${closed}` : closed;
}

/** Parts a text at the marks of its hits. */
function piecesOf(text: string): Piece[] {
  return text.split(HIT.start).flatMap((part, index) => {
    const [hit, rest] = index === 0 ? ["", part] : part.split(HIT.stop, 2);
    return [
      { text: hit!, hit: true },
      { text: rest ?? "", hit: false },
    ].filter((piece) => piece.text !== "");
  });
}
