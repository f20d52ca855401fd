import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { JOBS } from "#app/composition/jobs.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { JobPayloads } from "#app/server/jobs/jobs.ts";
import { FILLED, fillAcademy } from "../../scripts/grown/academy.ts";
import { type Answer, PASSWORD, type TestMember, testApp } from "../support/app.ts";
import { type Carried, explainAll, followPlans } from "../support/plans.ts";

/**
 * What the academy does by itself for all members, and the rare requests that concern much: whatever a task reads whole it reads once in a run, and what it
 * looks at grows with what there is and not with its square. GROWN_SIZES names other sizes; GROWN_REPORT=1 prints each task's statements.
 */
const app = testApp({ LIMITS_FACTOR: "1000" });
const SIZES = (process.env.GROWN_SIZES ?? "20000").split(",").map(Number);

let heavy: TestMember;
/** One who leaves, for each size. */
let leaving: TestMember[];
let admin: TestMember;
let take: () => Carried[];
beforeAll(async () => {
  heavy = await app.member({ degree: "mestre", name: "Otávio Leal" });
  leaving = await Promise.all(SIZES.map(() => app.member({ degree: "mestre" })));
  admin = await app.member({ role: "admin", degree: "mestre" });
}, 60_000);

beforeEach(() => {
  take = followPlans("force_custom_plan");
});

const ok = async (answer: Promise<Answer>): Promise<any> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const run = <Name extends keyof JobPayloads>(name: Name, payload: JobPayloads[Name]) => JOBS[name].run(app.services, payload);

/** Statements that differ only in how many values they have. */
const shape = ({ text }: Carried) => text.replace(/\$\d+(?:, \$\d+)*/g, "$");

/** Runs it, and says how long it took and which statements it was made of. */
async function follow(name: string, act: () => Promise<unknown>) {
  take();
  const start = performance.now();
  await act();
  const ms = performance.now() - start;
  const all = take();
  expect(all).not.toEqual([]);
  const kinds = Object.values(Object.groupBy(all, shape)).map((same) => ({
    text: same![0]!.text,
    times: same!.length,
    ms: same!.reduce((sum, { ms }) => sum + ms, 0),
    rows: same!.reduce((sum, { rows }) => sum + rows, 0),
    whole: same!.flatMap(({ whole }) => whole),
  }));
  const rows = kinds.reduce((sum, kind) => sum + kind.rows, 0);
  console.log(`${name}: ${ms.toFixed(0)} ms, ${all.length} statements, ${rows} rows`);
  if (process.env.GROWN_REPORT)
    for (const { times, ms, rows, whole, text } of kinds.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
      console.log(
        `  ${times}× ${ms.toFixed(0)} ms, ${rows} rows, ${whole.length}× whole ${[...new Set(whole)]}: ${text.slice(0, 120)}`,
      );
  const again = kinds
    .filter(({ whole }) => whole.length > new Set(whole).size)
    .map(({ text, whole }) => `${whole.length}× ${text}`);
  return { statements: all.length, rows, again };
}

/** By the clock of members of this zone it is seven in the morning. */
const zoneAtSeven = () => {
  const hour = new Date().getUTCHours();
  return `Etc/GMT${hour > 7 ? "+" : "-"}${Math.abs(hour - 7)}`;
};
/** Two in sixteen members have something to be told of, all others are looked through. */
const occasions = () => `
  insert into review_settings (user_id, per_day, time_zone) select id, 60, '${zoneAtSeven()}' from profiles where right(id::text, 1) in ('3', 'a')
    on conflict (user_id) do update set time_zone = excluded.time_zone;
  update notices set digest_due = true, created_at = created_at - interval '1 day'
    where right(user_id::text, 1) in ('4', 'b') and is_latest and read_at is null;
  insert into community_reads (user_id, topic_id, read_up_to)
    select user_id, topic_id, 5 from community_follows where topic_id is not null and right(user_id::text, 1) not in ('5', 'c')
    on conflict (user_id, topic_id) do update set read_up_to = 5;
  insert into community_follows (user_id, board_id) select id, 'geral' from profiles where right(id::text, 1) in ('5', 'c') on conflict do nothing;
  update exam_attempts set started_at = now() - interval '3 hours', closes_at = now() - interval '1 hour' where finished_at is null;`;

const SCHEDULED = (Object.keys(JOBS) as (keyof JobPayloads)[]).filter((name) => "cron" in JOBS[name] && name !== "back-up-daily");

/** Those that do nothing on other days. */
const ON_A_DAY: Partial<Record<keyof JobPayloads, string>> = {
  "tell-of-week": "2026-11-30T12:00:00Z", // a Monday
  "remind-reading-groups": "2026-12-04T12:00:00Z", // a Friday
};

let filled = 0;
describe.each(SIZES)("among %d members", (size) => {
  beforeAll(async () => {
    await app.asOwner(
      fillAcademy(
        filled,
        size,
        [heavy, ...leaving].map(({ id }) => id),
      ),
    );
    await app.asOwner(occasions());
    await app.asOwner(`vacuum analyze ${FILLED.join(", ")}`);
    filled = size;
    await explainAll(app, "force_custom_plan");
    await vi.waitFor(() => heavy.get("/api/session"), { timeout: 10_000 });
  }, 1_200_000);

  test.each(SCHEDULED)("the task %s", { timeout: 1_200_000 }, async (name) => {
    if (name in ON_A_DAY) vi.setSystemTime(ON_A_DAY[name]!);
    const { rows, again } = await follow(name, () => run(name, {} as never)).finally(() => vi.useRealTimers());
    expect(again).toEqual([]);
    expect(rows).toBeLessThan((name === "write-weekly-letters" ? 400 : 60) * size); // for its followers, up to a hundred topics of a board
  });

  test("a post in a board that many follow", { timeout: 1_200_000 }, async () => {
    const [{ id }] = await app.asOwner("select id from community_posts where number = 5 order by created_at desc limit 1");
    const { rows, again } = await follow("tell-of-posts", () => run("tell-of-posts", { postIds: [id] }));
    expect(again).toEqual([]);
    expect(rows).toBeLessThan(60 * size);
  });

  test("an announcement, told and taken back", { timeout: 1_200_000 }, async () => {
    const announcement = {
      title: "Reunião",
      source: "Venham todos.",
      audience: "degree",
      degree: "mestre" satisfies Degree,
      lodgeId: null,
      asNotice: true,
      asLetter: true,
      startsAt: null,
      endsAt: null,
    };
    const { id } = await ok(admin.post("/api/admin/announcements", announcement));
    const sent = await follow("send-announcements", () => run("send-announcements", {}));
    const told = await follow("tell-announcement", () => run("tell-announcement", { announcementId: id }));
    const back = await follow("announcement taken back", () => ok(admin.delete(`/api/admin/announcements/${id}`)));
    expect([...sent.again, ...told.again, ...back.again]).toEqual([]);
    expect(sent.rows).toBeLessThan(60 * size);
    expect(told.rows).toBeLessThan(60 * size);
    expect(back.rows).toBeLessThan(2 * size);
  });

  test("the export of a member's data", async () => {
    const { rows } = await follow("export", () => ok(heavy.get("/api/account/export")));
    expect(rows).toBeLessThan(20_000);
  });

  test("the deletion of an account", async () => {
    await app.asOwner("analyze outbox_mails");
    const member = leaving[SIZES.indexOf(size)]!;
    const { rows } = await follow("deletion", () => ok(member.post("/api/account/deletion", { currentPassword: PASSWORD })));
    expect(rows).toBeLessThan(20_000);
  });
});

/** So many posts one member has written, half of them in one topic, which has as many of others, and in topics of others. */
const POSTS = Number(process.env.GROWN_POSTS ?? 2_000);
const manyPosts = (author: string, topicId: string) => `
  set session_replication_role = replica;
  create temp table written as
    select n, case when n <= ${POSTS} then '${topicId}'::uuid else md5('t' || n / 20)::uuid end as topic_id,
      case when n % 2 = 1 then '${author}'::uuid else o.id end as author_id, 'Resposta ' || n || repeat(' ' || md5(n::text), 12) as said
    from generate_series(1, ${2 * POSTS}) n join (select id, row_number() over () as place from profiles where id <> '${author}' limit 50) o on o.place = 1 + n % 50;
  insert into community_topics (id, board_id, author_id, title, post_count, last_number, last_post_at)
    select topic_id, 'geral', (array_agg(author_id order by n))[1], 'Assunto', count(*), max(n), now() from written group by topic_id;
  insert into community_posts (id, topic_id, number, author_id, source, html, excerpt)
    select case when n = min(n) over (partition by topic_id) then topic_id else md5('p' || n)::uuid end, topic_id, n, author_id, said,
      '<p>' || said || '</p>' || case when n % 10 = 0 then '<blockquote><p>Resposta ' || n - 1 || ' ' || md5((n - 1)::text) || '</p></blockquote>' else '' end, left(said, 80)
    from written;
  insert into community_mentions (post_id, user_id) select id, '${author}' from community_posts where number % 10 = 4;
  insert into community_reactions (post_id, user_id, kind) select id, '${author}', 'useful' from community_posts where number % 4 = 0;
  insert into search_documents (kind, id, degree, path, title, context, names, body, source_hash)
    select 'topic', id::text, 'aprendiz', '/comunidade/assunto/' || topic_id || '#p' || number, excerpt, '', '', source, '' from community_posts on conflict do nothing;`;

describe("much by one member", () => {
  const topicId = crypto.randomUUID();
  let author: TestMember;
  beforeAll(async () => {
    author = await app.member({ degree: "mestre" });
    await app.asOwner(manyPosts(author.id, topicId));
    await app.asOwner("vacuum analyze");
    await explainAll(app, "force_custom_plan");
    await vi.waitFor(() => author.get("/api/session"), { timeout: 10_000 });
  }, 600_000);

  test("a topic is hidden and shown in statements for many posts each", { timeout: 600_000 }, async () => {
    for (const [act, body] of [["hide", { reason: "Não cabe." }], ["show"]] as const) {
      const { statements, again } = await follow(`topic of ${POSTS} posts: ${act}`, () =>
        ok(admin.post(`/api/community/topics/${topicId}/${act}`, body)),
      );
      expect(again).toEqual([]);
      expect(statements).toBeLessThan(30 + POSTS / 100);
    }
  });

  test("their account is deleted in a time that grows with their posts", { timeout: 600_000 }, async () => {
    const { rows, statements } = await follow(`deletion of an author of ${POSTS} posts`, () =>
      ok(author.post("/api/account/deletion", { currentPassword: PASSWORD })),
    );
    expect(rows).toBeLessThan(30 * POSTS + 25 * Math.max(...SIZES)); // each of some statements may read all posts once
    expect(statements).toBeLessThan(POSTS / 2);
  });
});
