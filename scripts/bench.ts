/**
 * `npm run bench`: how the product compares with a bare node:http server that answers a small JSON, in the same run on the same
 * machine. Five interleaved rounds of autocannon at 32 connections; the medians of the ratios are printed, and the bytes of a first
 * load. It needs a built application (`npm start` builds it) and prints ratios only: nothing is asserted.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import autocannon, { type Request } from "autocannon";
import { Hono } from "hono";
import pg from "pg";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { projectFile } from "#app/project-files.ts";
import { signIn, signUp, startServer, stopServer } from "./bench-server.ts";
import { firstLoad } from "./first-load.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 32;
/** `BENCH_ONLY="answer|review"`: the rows whose names match. */
const ONLY = new RegExp(process.env.BENCH_ONLY ?? "");

type Target = {
  name: string;
  path: string;
  method?: "GET" | "PUT" | "POST";
  /** Sent in turn. */
  bodies?: string[];
  member?: boolean;
  /** Each connection is another member's. */
  crowd?: boolean;
  /** Each writes in a topic of his own, in place of path. */
  topics?: boolean;
  /** Answers the question of a card wrongly, in place of path and bodies. */
  question?: boolean;
  /** Answers in the exam that each of them has begun, in place of path and bodies. */
  exam?: boolean;
  /** In place of `bodies`: the body of a connection's request, by how many it has sent in this round. */
  bodyAt?: (count: number) => string;
  /** Brings the database to where each round begins. */
  prepare?: (client: pg.Client) => Promise<unknown>;
  admin?: boolean;
  members?: number;
  /** Of the same built files, served by a library instead of the application (docs/decisions/0012). */
  library?: boolean;
};

/** A note on a passage of the first lesson. */
const NOTE = {
  kind: "lesson",
  textId: "m01-l01",
  quote: "Vista da rua, a Maçonaria é uma associação civil.",
  prefix: "",
  suffix: " Sua unidade é a Loja",
  position: 2,
  colour: "gold",
  body: "Perguntar ao Vigilante o que a potência decide, e o que fica com a Loja.",
};

/** Asked in the review. */
const REVIEW_QUESTION = "m01-l01-q5";

const POST =
  "Fui ferroviário trinta anos, e o que me serviu foi medir a *semana* no domingo à noite, e perguntar qual das três partes passou fome.";

/** The topics in which the crowd writes, one for each connection. */
const topicOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;

const ALL: Target[] = [
  { name: "static home page", path: "/" },
  { name: "the same by serveStatic", path: "/", library: true },
  { name: "lesson's head, signed in", path: "/api/modules/2/lessons/7", member: true },
  { name: "lesson's text, signed in", path: "/api/modules/2/lessons/7/text", member: true },
  { name: "modules, signed in", path: "/api/modules", member: true },
  {
    name: "progress write",
    path: "/api/modules/1/lessons/1/progress",
    method: "PUT",
    bodies: [0.2, 0.4, 0.6].map((position) => JSON.stringify({ position, furthest: position, seconds: 1 })),
    crowd: true,
  },
  { name: "exam answer", path: "", method: "PUT", crowd: true, exam: true },
  {
    name: "review answer",
    path: "/api/review/cards/term/avental/grade",
    method: "POST",
    bodyAt: (seen) => JSON.stringify({ grade: "again", seen }),
    prepare: (client) => prepareReview(client, "term", "avental"),
    crowd: true,
  },
  {
    name: "review answer to a question",
    path: "",
    method: "POST",
    prepare: (client) => prepareReview(client, "question", REVIEW_QUESTION),
    crowd: true,
    question: true,
  },
  {
    name: "note write",
    path: "/api/notes",
    method: "POST",
    bodyAt: () => JSON.stringify({ id: crypto.randomUUID(), ...NOTE }),
    prepare: (client) =>
      client.query("delete from notes where user_id in (select id from profiles where email like '%@bench.example')"),
    crowd: true,
  },
  { name: "topic of 20 posts", path: `/api/community/topics/${topicOf(0)}`, prepare: prepareTopics, member: true },
  { name: "bell's count", path: "/api/notices/unread", member: true },
  {
    name: "post",
    path: "",
    method: "POST",
    bodyAt: () => JSON.stringify({ id: crypto.randomUUID(), source: POST, boardId: "geral", quote: null }),
    prepare: prepareTopics,
    crowd: true,
    topics: true,
  },
  { name: "review's cards, signed in", path: "/api/review", member: true },
  { name: "dashboard, signed in", path: "/api/dashboard", member: true },
  { name: "dictionary page", path: "/dicionario" },
  { name: "library list", path: "/api/library/items", member: true },
  { name: "mentoring sessions", path: "/api/mentoring/sessions", member: true },
  ...[100, 10_000].map(
    (members): Target => ({
      name: `admin page, ${members}`,
      path: "/api/admin/members/search",
      method: "POST",
      bodies: ["{}"],
      admin: true,
      members,
    }),
  ),
];

const TARGETS = ALL.filter(({ name }) => ONLY.test(name));

/** A card for each member of the crowd, new and due; the review is open to confirmed addresses only. */
async function prepareReview(client: pg.Client, kind: "term" | "question", subject: string): Promise<void> {
  await client.query("update profiles set email_verified = true, awaits_confirmation = false where email like '%@bench.example'");
  await client.query("delete from review_log where user_id in (select id from profiles where email like '%@bench.example')");
  await client.query("delete from review_cards where user_id in (select id from profiles where email like '%@bench.example')");
  await client.query(
    `insert into review_cards (user_id, kind, subject, source)
     select id, $1, $2, 'lesson:m01-l01' from profiles where email like '%@bench.example'`,
    [kind, subject],
  );
}

/** The crowd's topics of twenty posts each; its members have accepted the rules and are no newcomers. */
async function prepareTopics(client: pg.Client): Promise<void> {
  await client.query("update profiles set email_verified = true, awaits_confirmation = false where email like '%@bench.example'");
  await client.query(
    `insert into community_profiles (user_id, display_name, rules_accepted_at, first_post_at)
     select id, 'Membro M.', now(), now() - interval '2 days' from profiles where email like '%@bench.example' on conflict do nothing`,
  );
  await client.query("delete from community_topics where id::text like '00000000-0000-4000-8000-%'");
  await client.query(
    `insert into community_topics (id, board_id, author_id, title, post_count, last_number)
     select ('00000000-0000-4000-8000-' || lpad((place)::text, 12, '0'))::uuid, 'geral', (select min(id::text)::uuid from profiles), 'Medida', 20, 20
     from generate_series(0, $1 - 1) place`,
    [CONNECTIONS],
  );
  await client.query(
    `insert into community_posts (id, topic_id, number, author_id, source, html, excerpt)
     select gen_random_uuid(), t.id, number, t.author_id, $1, '<p>' || $1 || '</p>', left($1, 100)
     from community_topics t, generate_series(1, 20) number where t.id::text like '00000000-0000-4000-8000-%'`,
    [POST],
  );
  await client.query("analyze community_posts");
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What a member of the crowd sends. */
type Own = { path: string; bodies: string[]; bodyAt?: Target["bodyAt"] };

/**
 * @param cookies of the members, one for each connection in turn
 * @param own what each of them sends, where it is not the same for all
 */
async function requestsPerSecond(
  url: string,
  { method = "GET", bodies = [], bodyAt }: Partial<Target> = {},
  headers: Record<string, string> = {},
  cookies: string[] = [],
  own: Own[] = [],
): Promise<number> {
  let connection = 0;
  const requestsOf = (place: number): Request[] => {
    const cookie = cookies[place % cookies.length];
    const { path, bodies: texts, bodyAt: bodyOf = bodyAt }: Partial<Own> = own[place % own.length] ?? {};
    const sent = { method, headers: { ...headers, ...(cookie && { cookie }) }, ...(path && { path }) };
    let count = 0;
    if (bodyOf) return [{ ...sent, setupRequest: (request) => ({ ...request, body: bodyOf(count++) }) }];
    const all = texts ?? bodies;
    return (all.length > 0 ? all : [undefined]).map((body) => ({ ...sent, ...(body && { body }) }));
  };
  const run = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => client.setRequests(requestsOf(connection++)),
  });
  if (run.non2xx > 0) throw new Error(`${url}: ${run.non2xx} answers were not 2xx`);
  return run.requests.average;
}

/** What is compared with runs in its own process, as the application does. */
async function startOther(which: "--bare" | "--library"): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [import.meta.filename, which], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    server.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { server, url: `http://127.0.0.1:${port}` };
}

/** Acts on the application's database. */
async function inDatabase<Result>(folder: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const { url } = await startEmbedded(folder); // it runs: this only finds it
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await act(client);
  await client.end();
  return result;
}

/** Fills the database up to a number of members. */
async function fillMembers(client: pg.Client, total: number): Promise<void> {
  const missing = `greatest(0, $1 - (select count(*) from profiles))::int`;
  await client.query(
    `insert into profiles (email, full_name, created_at)
     select gen_random_uuid() || '@bench.example', 'Membro ' || n, now() - make_interval(mins => n) from generate_series(1, ${missing}) n`,
    [total],
  );
  await client.query("analyze profiles");
}

/** Each of these members begins the exam of Aprendiz, as if he had finished its modules. @returns his answers to its first choice of one */
async function beginExams(client: pg.Client, url: string, cookies: string[]): Promise<Own[]> {
  const those = "email like '%@bench.example'";
  await client.query(`update profiles set email_verified = true, awaits_confirmation = false where ${those}`);
  await client.query(
    `insert into lesson_progress (user_id, lesson_id) select id, 'm01-l01' from profiles where ${those} on conflict do nothing`,
  );
  await client.query(
    `insert into module_completions (user_id, module_id)
     select p.id, m.id from profiles p, modules m where ${those} and m.degree = 'aprendiz' on conflict do nothing`,
  );
  const own: Own[] = [];
  for (const cookie of cookies) {
    const answer = await fetch(`${url}/api/exams/aprendiz/attempts`, { method: "POST", headers: { cookie, origin: url } });
    if (answer.status !== 200) throw new Error(`the exam answered ${answer.status}`);
    const { running } = await answer.json();
    const item = running.items.find((one: { form: string }) => one.form === "choice");
    own.push({
      path: `/api/exam-attempts/${running.id}/items/${item.place}/answer`,
      bodies: item.options.map(({ id }: { id: string }) => JSON.stringify({ given: [id] })),
    });
  }
  return own;
}

/** The same wrong answer of everybody, to each showing of his card. */
async function wrongAnswer(client: pg.Client): Promise<Own> {
  const { rows } = await client.query("select id from question_options where question_id = $1 and not is_right limit 1", [
    REVIEW_QUESTION,
  ]);
  const path = `/api/review/cards/question/${REVIEW_QUESTION}/answer`;
  return { path, bodies: [], bodyAt: (seen) => JSON.stringify({ given: [rows[0].id], seen }) };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "academia-bench-"));
  const app = await startServer(folder);
  const bare = await startOther("--bare");
  const library = await startOther("--library");
  try {
    const cookie = await signIn(app.url, "aluno@academia.example");
    const adminCookie = await signIn(app.url, "admin@academia.example");
    const crowd: string[] = [];
    for (let count = 0; count < CONNECTIONS; count += 1) crowd.push(await signUp(app.url));
    const exams = await inDatabase(folder, (client) => beginExams(client, app.url, crowd));
    const wrong = await inDatabase(folder, wrongAnswer);
    const talks = crowd.map((_, place): Own => ({ path: `/api/community/topics/${topicOf(place)}/posts`, bodies: [] }));
    const ratios = new Map<string, number[]>(TARGETS.map(({ name }) => [name, []]));
    const rates = new Map<string, number[]>(TARGETS.map(({ name }) => [name, []]));
    // Targets that need more members come last, because members are only added.
    const phases = [
      TARGETS.filter(({ members }) => !members),
      ...TARGETS.filter(({ members }) => members).map((target) => [target]),
    ];
    for (const phase of phases) {
      await inDatabase(folder, (client) => fillMembers(client, phase[0]!.members ?? 0));
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const target of phase) {
          if (target.prepare) await inDatabase(folder, target.prepare);
          const base = await requestsPerSecond(bare.url);
          const headers = {
            origin: app.url,
            "accept-encoding": "gzip, deflate, br",
            ...((target.bodies || target.bodyAt || target.exam || target.question) && { "content-type": "application/json" }),
          };
          const cookies = target.member ? [cookie] : target.admin ? [adminCookie] : target.crowd ? crowd : [];
          const site = target.library ? library : app;
          const own = target.exam ? exams : target.topics ? talks : target.question ? [wrong] : [];
          const rate = await requestsPerSecond(site.url + target.path, target, headers, cookies, own);
          ratios.get(target.name)!.push(rate / base);
          rates.get(target.name)!.push(rate);
          console.log(`round ${round}: ${target.name.padEnd(26)} ${Math.round(rate)} req/s, bare ${Math.round(base)}`);
        }
      }
    }
    console.log(
      `\nMedian of ${ROUNDS} interleaved rounds of ${SECONDS} s at ${CONNECTIONS} connections, relative to a bare node:http JSON server:`,
    );
    for (const { name } of TARGETS)
      console.log(
        `  ${name.padEnd(26)} ${median(ratios.get(name)!).toFixed(3)}   (${Math.round(median(rates.get(name)!))} req/s)`,
      );
    console.log("\nFirst load, gzip bytes:");
    for (const path of ["/", "/dashboard"]) {
      const { html, scripts, styles } = await firstLoad(app.url, path);
      console.log(`  ${path.padEnd(12)} HTML ${html}, scripts ${scripts}, styles ${styles}`);
    }
  } finally {
    bare.server.kill();
    library.server.kill();
    await stopServer(app.server);
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv.includes("--library")) {
  const files = new Hono().use(serveStatic({ root: projectFile("build/pages/client"), precompressed: true }));
  serve({ fetch: files.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
} else if (process.argv.includes("--bare")) {
  const body = JSON.stringify({ ok: true });
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
} else await main();
