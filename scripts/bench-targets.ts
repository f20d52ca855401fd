/** What `npm run bench` measures, and what the database needs for it. */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

export const CONNECTIONS = 32;

/** A request that is measured. */
export type Target = {
  name: string;
  path: string;
  method?: "GET" | "PUT" | "POST";
  /** Sent in turn. */
  bodies?: string[];
  member?: boolean;
  /** Each connection is another member's. */
  crowd?: boolean;
  /** Each reads, or writes in, a topic of their own, in place of path. */
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
const REVIEW_QUESTION = "m01-l01-q81";

const POST =
  "Fui ferroviário trinta anos, e o que me serviu foi medir a *semana* no domingo à noite, e perguntar qual das três partes passou fome.";

/** The topics in which the crowd writes, one for each connection. */
export const topicOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;

export const TARGETS: Target[] = [
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
  { name: "topic of 20 posts, each another", path: "", prepare: prepareTopics, crowd: true, topics: true },
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
  {
    name: "post, all to one topic",
    path: `/api/community/topics/${topicOf(0)}/posts`,
    method: "POST",
    bodyAt: () => JSON.stringify({ id: crypto.randomUUID(), source: POST, boardId: "geral", quote: null }),
    prepare: prepareTopics,
    crowd: true,
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

/** Tasks lock the posts that they tell of: those that have not begun are dropped, and those that have are waited for. */
async function untilTold(client: pg.Client): Promise<void> {
  const tasks = "from pgboss.job where name = 'tell-of-posts' and state";
  await client.query(`delete ${tasks} in ('created', 'retry')`);
  while ((await client.query(`select ${tasks} = 'active' limit 1`)).rowCount) await pause(100);
}

/** The crowd's topics of twenty posts each; its members have accepted the rules and are no newcomers. */
async function prepareTopics(client: pg.Client): Promise<void> {
  await untilTold(client);
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

/** What a member of the crowd sends. */
export type Own = { path: string; bodies: string[]; bodyAt?: Target["bodyAt"] };

/** Each of these members begins the exam of Aprendiz, as if they had finished its modules. @returns their answers to its first question with alternatives */
export async function beginExams(client: pg.Client, url: string, cookies: string[]): Promise<Own[]> {
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
    const item = running.items.find(({ form }: { form: string }) => form === "choice" || form === "multiple");
    const ids = item.options.map(({ id }: { id: string }) => id);
    own.push({
      path: `/api/exam-attempts/${running.id}/items/${item.place}/answer`,
      bodies: ids.map((id: string, place: number) =>
        JSON.stringify({ given: item.form === "choice" ? [id] : [id, ids.at(place - 1)] }),
      ),
    });
  }
  return own;
}

/** The same wrong answer of everybody, to each showing of their card. */
export async function wrongAnswer(client: pg.Client): Promise<Own> {
  const { rows } = await client.query("select id from question_options where question_id = $1 and not is_right limit 1", [
    REVIEW_QUESTION,
  ]);
  const path = `/api/review/cards/question/${REVIEW_QUESTION}/answer`;
  return { path, bodies: [], bodyAt: (seen) => JSON.stringify({ given: [rows[0].id], seen }) };
}
