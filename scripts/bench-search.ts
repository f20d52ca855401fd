/**
 * `npm run bench:search`: how long the search takes among 10,000 documents, one at a time and 32 at once, for words that few, many and
 * no documents have. Each duration is a whole request to the running program; its ratio to a request that asks the database nothing is printed too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { signIn, startServer, stopServer } from "./bench-server.ts";

const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const AT_ONCE = 8;

const SEARCHES = {
  "a word of few texts": "compagnonnage",
  "a word of a tenth": "esquadro",
  "the word of all texts": "loja",
  "three words": "pedra bruta aprendiz",
  "as it is typed": "esqu",
  "misspelled, found by its letters": "esquadrinho",
  "found nowhere": "zzxqwv",
};

/** Fills the search up with texts of a lesson's length, made of the real ones' sentences in another order. */
async function fill(folder: string): Promise<void> {
  const { url } = await startEmbedded(folder); // it runs: this only finds it
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create temp table sentences as
      select row_number() over (order by md5(s)) - 1 as n, s from search_documents, regexp_split_to_table(body, '(?<=[.!?]) ') s where length(s) > 20;
    create index on sentences (n)`);
  await client.query(
    `insert into search_documents (kind, id, degree, path, title, context, names, body, source_hash)
     select 'study', 'bench-' || d, 'aprendiz', '/bench/' || d,
       (select left(s, 60) from sentences where n = d * 7919 % (select count(*) from sentences)), '', '',
       (select string_agg(s, ' ') from generate_series(0, 59) i join sentences on n = (d * 131 + i * 977) % (select count(*) from sentences)), ''
     from generate_series(1, $1 - (select count(*) from search_documents)::int) d`,
    [DOCUMENTS],
  );
  await client.query("vacuum analyze search_documents");
  const { rows } = await client.query("select count(*), round(avg(length(body))) as letters from search_documents");
  console.log(`${rows[0].count} documents of ${rows[0].letters} letters on average`);
  await client.end();
}

const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

const folder = mkdtempSync(join(tmpdir(), "academia-bench-"));
const app = await startServer(folder);
try {
  await fill(folder);
  const cookie = await signIn(app.url, "aluno@academia.example");
  const duration = async (path: string): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(app.url + path, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return performance.now() - started;
  };
  const measure = async (path: string, atOnce: number): Promise<number[]> => {
    const durations: number[] = [];
    const worker = async () => {
      for (let round = 0; round < ROUNDS / atOnce; round += 1) durations.push(await duration(path));
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return durations;
  };
  await measure("/api/search/brief?q=loja", 1);
  const base = at(await measure("/healthz", 1), 0.5);
  console.log(
    `a request without a query: ${base.toFixed(1)} ms\n${"".padEnd(34)} field: median, 95%, ratio; page: median, 95%; ${AT_ONCE} at once: median`,
  );
  for (const [name, words] of Object.entries(SEARCHES)) {
    const q = encodeURIComponent(words);
    const field = await measure(`/api/search/brief?q=${q}`, 1);
    const page = await measure(`/api/search?q=${q}`, 1);
    const crowd = await measure(`/api/search/brief?q=${q}`, AT_ONCE);
    const [a, b, c, d, e] = [at(field, 0.5), at(field, 0.95), at(page, 0.5), at(page, 0.95), at(crowd, 0.5)].map((ms) =>
      ms.toFixed(0),
    );
    console.log(`${name.padEnd(34)} ${a} ms, ${b} ms, ${(at(field, 0.5) / base).toFixed(0)}×; ${c} ms, ${d} ms; ${e} ms`);
  }
} finally {
  await stopServer(app.server);
  rmSync(folder, { recursive: true, force: true });
}
