/**
 * `npm run bench:community`: whether the community stays as fast when it has grown. The same requests among 100 topics and among 20,000
 * with 500,000 posts, one at a time: median and 99th percentile of each, and how the second stands to the first.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { signIn, startServer, stopServer } from "./bench-server.ts";

const FEW = 100;
const MANY = Number(process.env.BENCH_TOPICS ?? 20_000);
const POSTS_PER_TOPIC = 25;
/** A topic that never ends, with so many posts as there are topics. */
const LONG_TOPIC = "00000000-0000-4000-8000-000000000001";
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 500);

/** Fills the general board up to so many topics, each with its posts, and one with as many posts; and the search with them. */
async function fill(client: pg.Client, topics: number): Promise<void> {
  await client.query(
    `insert into community_topics (id, board_id, author_id, title, post_count, last_number)
     values ($1, 'geral', (select id from profiles order by created_at, id limit 1), 'Assunto sem fim', $2, $2)
     on conflict (id) do update set post_count = $2, last_number = $2`,
    [LONG_TOPIC, topics],
  );
  await client.query(
    `insert into community_posts (id, topic_id, number, author_id, source, html, excerpt)
     select gen_random_uuid(), t.id, number, t.author_id, 'Mais uma do malho.', '<p>Mais uma do malho.</p>', 'Mais uma do malho.'
     from community_topics t, generate_series(1, $2::int) number where t.id = $1 on conflict do nothing`,
    [LONG_TOPIC, topics],
  );
  await client.query(
    `insert into community_topics (id, board_id, author_id, title, post_count, last_number, last_post_at, created_at)
     select gen_random_uuid(), 'geral', (select id from profiles order by created_at, id offset n % 10 limit 1), 'Assunto da medida ' || n, $2, $2,
       now() - make_interval(mins => n), now() - make_interval(mins => n + 30)
     from generate_series((select count(*) from community_topics where board_id = 'geral')::int + 1, $1::int) n`,
    [topics, POSTS_PER_TOPIC],
  );
  await client.query(
    `insert into community_posts (id, topic_id, number, author_id, source, html, excerpt, created_at)
     select gen_random_uuid(), t.id, number, t.author_id, words, '<p>' || words || '</p>', left(words, 100), t.last_post_at - make_interval(secs => $1::int - number)
     from community_topics t, generate_series(1, $1::int) number,
       lateral (select 'Mensagem ' || number || ' sobre a régua e o malho: ' || repeat('o ofício não come o descanso ', 1 + number % 8) as words) w
     where not exists (select from community_posts p where p.topic_id = t.id)`,
    [POSTS_PER_TOPIC],
  );
  await client.query(
    `insert into search_documents (kind, id, degree, path, title, context, names, body, source_hash, posted_at)
     select 'topic', p.id, 'aprendiz', '/comunidade/assunto/' || p.topic_id || case when p.number > 1 then '#p' || p.number else '' end,
       p.excerpt, '', '', p.source, '', p.created_at
     from community_posts p on conflict do nothing`,
  );
  await client.query("vacuum analyze community_topics, community_posts, search_documents");
  await client.query("checkpoint"); // else what was filled in is written to the disk while it is measured
  const { rows } = await client.query(
    "select (select count(*) from community_topics) topics, (select count(*) from community_posts) posts",
  );
  console.log(`${rows[0].topics} topics, ${rows[0].posts} posts`);
}

const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

type Request = { path: string; json?: () => object; rounds?: number };

const folder = mkdtempSync(join(tmpdir(), "academia-bench-"));
const app = await startServer(folder);
const { url } = await startEmbedded(folder); // it runs: this only finds it
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  const cookie = await signIn(app.url, "aluno@academia.example");
  const send = async (path: string, method: string, json?: object) => {
    const headers = { cookie, origin: app.url, ...(json && { "content-type": "application/json" }) };
    const answer = await fetch(app.url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    return body;
  };
  await send("/api/community/rules", "PUT");
  await send("/api/community/boards/geral/visit", "PUT");
  await client.query("update community_profiles set first_post_at = now() - interval '2 days'");
  await client.query("update community_board_visits set visited_at = now() - interval '3 hours'");

  const measure = async (topics: number): Promise<Map<string, number[]>> => {
    const { rows } = await client.query(
      `select id from community_topics where board_id = 'geral' and last_number = ${POSTS_PER_TOPIC} order by md5(id::text) limit 1`,
    );
    const middle = topics / 2;
    const topic = `/api/community/topics/${rows[0].id}`;
    const { next } = (await send("/api/community/boards/geral/topics", "GET")) as { next: string };
    const requests: Record<string, Request> = {
      "topic of 20 posts": { path: topic },
      "the longest topic's middle": { path: `/api/community/topics/${LONG_TOPIC}?from=${middle}` },
      "before its middle": { path: `/api/community/topics/${LONG_TOPIC}?before=${middle}` },
      "the boards, with what is new": { path: "/api/community" },
      "a board's topics": { path: "/api/community/boards/geral/topics" },
      "its second page": { path: `/api/community/boards/geral/topics?after=${encodeURIComponent(next)}` },
      "a lesson's talk": { path: "/api/community/texts/lesson/m01-l01" },
      "bell's count": { path: "/api/notices/unread" },
      post: {
        path: `${topic}/posts`,
        json: () => ({ id: crypto.randomUUID(), source: "Uma resposta.", boardId: "geral", quote: null }),
      },
      "search for a word of all posts": { path: "/api/search/brief?q=malho", rounds: 60 },
      "of all but the newest": { path: "/api/search/brief?q=regua", rounds: 60 },
      "of none": { path: "/api/search/brief?q=zzyzx", rounds: 60 },
    };
    const durations = new Map<string, number[]>();
    for (const [name, { path, json, rounds = ROUNDS }] of Object.entries(requests)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const started = performance.now();
        await send(path, json ? "POST" : "GET", json?.());
        times.push(performance.now() - started);
      }
      durations.set(name, times.slice(Math.ceil(rounds / 10))); // the first ones warm up
    }
    return durations;
  };
  await fill(client, FEW);
  const before = await measure(FEW);
  await fill(client, MANY);
  const after = await measure(MANY);
  console.log(`\n${"".padEnd(32)} median and 99% among ${FEW} topics; among ${MANY}; the 99% of these to those`);
  for (const [name, few] of before) {
    const many = after.get(name)!;
    const [a, b, c, d] = [at(few, 0.5), at(few, 0.99), at(many, 0.5), at(many, 0.99)];
    console.log(`${name.padEnd(32)} ${[a, b, c, d].map((ms) => `${ms.toFixed(1)} ms`).join("  ")}  ${(d / b).toFixed(2)}×`);
  }
} finally {
  await client.end();
  await stopServer(app.server);
  rmSync(folder, { recursive: true, force: true });
}
