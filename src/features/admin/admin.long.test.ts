import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { sendAnnouncements } from "#app/features/announcements/send-announcements.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";

const app = testApp();

type Statement = { text: string; values: unknown[] };
type Pool = { query: (statement: { text: string }, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }> };

/** The statements that a search runs on the table of members, each with the plan that PostgreSQL makes for it. */
async function plansOf(
  admin: TestMember,
  input: object,
  path = "/api/admin/members/search",
): Promise<{ text: string; plan: string }[]> {
  const pool = (app.services.db as unknown as { $client: Pool }).$client;
  const ran: Statement[] = [];
  const query = vi.spyOn(pool, "query");
  expect((await admin.post(path, input)).status).toBe(200);
  for (const [statement, values] of query.mock.calls)
    if (/from "profiles"/.test(statement.text ?? "") && /fold_text|order by|count/.test(statement.text))
      ran.push({ text: statement.text, values: values ?? [] });
  query.mockRestore();
  return Promise.all(
    ran.map(async ({ text, values }) => {
      const { rows } = await pool.query({ text: `explain ${text}` }, values);
      return { text, plan: rows.map((row) => row["QUERY PLAN"]).join("\n") };
    }),
  );
}

test("among 100,000 members every order, filter and search of the list is answered by an index", async () => {
  const { db } = app.services;
  const admin = await app.member({ role: "admin" });
  await db.execute(sql`insert into profiles (email, full_name, lodge, degree, created_at)
    select 'm' || n || '@massa.test',
      (array['José','João','Antônio','Conceição','Sebastião','Inácio','Plínio','Otávio'])[1 + n % 8] || ' ' || md5(n::text),
      case when n % 3 = 0 then 'Pedra Angular, nº ' || n % 500 end,
      (array['aprendiz','companheiro','mestre'])[1 + n % 3], now() - make_interval(secs => n)
    from generate_series(1, 100000) n`);
  await db.execute(sql`analyze profiles`);
  const inputs = [
    {},
    { order: "name" },
    { search: "conceicao" },
    { search: "m77777@" },
    { search: "jose pedra" },
    { search: "xyzxyz" },
    { search: "jo" },
    { order: "name", search: "otavio", degree: "mestre" },
    { role: "admin" },
    { role: "user", degree: "companheiro" },
  ];
  for (const input of inputs) {
    const pages = (await plansOf(admin, input)).filter(({ text }) => text.includes("limit"));
    expect(pages, JSON.stringify(input)).toHaveLength(1);
    expect(pages[0]!.plan, JSON.stringify(input)).not.toMatch(/Seq Scan on profiles/);
  }
  // the list of /admin/membros, which counts up to a thousand
  const place = { city: "São Paulo", state: "SP", jurisdiction: "Grande Loja" };
  const [lodge] = await db
    .insert(lodges)
    .values(Array.from({ length: 400 }, (_, at) => ({ name: "Estrela", number: String(at), ...place })))
    .returning();
  await db.execute(sql`update profiles set
    lodge_id = (array(select id from lodges))[1 + (extract(epoch from created_at)::bigint % 400)],
    last_access_at = case when extract(second from created_at)::int % 5 > 0 then now() - (random() * interval '400 days') end,
    suspended_at = case when full_name like 'Plínio%0' then now() end,
    suspension_reason = case when full_name like 'Plínio%0' then 'Teste' end,
    awaits_confirmation = full_name like '%a1', awaits_admission = full_name like '%b2'`);
  await db.execute(sql`vacuum analyze profiles`);
  const filters = [
    {},
    { standing: "suspended" },
    { standing: "unconfirmed" },
    { standing: "waiting" },
    { degree: "companheiro", order: "newest" },
    { lodge: lodge!.id },
    { access: "never" },
    { access: "30" },
    { access: "not-90", degree: "mestre", search: "otavio" },
  ];
  for (const input of filters) {
    const plans = await plansOf(admin, input, "/api/admin/members/list");
    expect(plans.length, JSON.stringify(input)).toBe(2);
    for (const { text, plan } of plans)
      if (!text.includes("count")) expect(plan, JSON.stringify(input)).not.toMatch(/Seq Scan on profiles/);
    const times: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      const begun = performance.now();
      await admin.post("/api/admin/members/list", input);
      times.push(performance.now() - begun);
    }
    // biome-ignore lint/suspicious/noConsole: the figures of docs/performance.md
    console.log(
      `${JSON.stringify(input)}: median ${times.toSorted((a, b) => a - b)[10]!.toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    );
  }
  // the morning, the header's figures, and a letter to all: whom it reaches, and its first minute
  await db.execute(sql`insert into lesson_progress (user_id, lesson_id, completed_at)
    select p.id, l.id, now() - (random() * interval '300 days') from profiles p
    cross join lateral (select id from lessons where retired_at is null order by id limit 15) l`);
  await db.execute(sql`vacuum analyze lesson_progress`);
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let run = 0; run < 10; run += 1) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
    // biome-ignore lint/suspicious/noConsole: the figures of docs/performance.md
    console.log(
      `${name}: median ${times.toSorted((a, b) => a - b)[5]!.toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    );
  };
  for (const path of ["/api/admin/summary", "/api/admin/weeks", "/api/notices/unread", "/api/admin/announcements/recipients"])
    await timed(path, async () => expect((await admin.get(path)).status).toBe(200));
  const letter = { title: "Aos irmãos", source: "Na quinta, às 20:00.", audience: "everyone", degree: null, lodgeId: null };
  const told = { asNotice: false, asLetter: true, startsAt: null, endsAt: null };
  expect((await admin.post("/api/admin/announcements", { ...letter, ...told })).status).toBe(200);
  const begun = performance.now();
  await sendAnnouncements.run(app.services, {});
  // biome-ignore lint/suspicious/noConsole: the figures of docs/performance.md
  console.log(`a letter's first minute: ${(performance.now() - begun).toFixed(0)} ms`);
  await timed("/api/admin/announcements", async () => expect((await admin.get("/api/admin/announcements")).status).toBe(200));
  // words that few members have are found, and counted, by the index of the texts
  for (const search of ["m77777@", "xyzxyz"]) {
    const plans = await plansOf(admin, { search });
    expect(plans.length).toBeGreaterThan(1);
    for (const { plan } of plans) expect(plan).toMatch(/profiles_search_idx/);
  }
  // who could moderate a board of the community, by name and address or by signature
  await db.execute(sql`insert into community_profiles (user_id, display_name, rules_accepted_at)
    select id, 'Irmão ' || md5(id::text), now() from profiles on conflict do nothing`);
  await db.execute(sql`analyze community_profiles`);
  for (const q of ["m77777@", "conceicao", "xyzxyz", "irmao abc", "jose de pedra"]) {
    const [search] = (await plansOf(admin, { q }, "/api/community/boards/geral/moderators/candidates")).filter(({ text }) =>
      text.includes("union"),
    );
    expect(search!.plan, q).toMatch(/profiles_search_idx/);
    expect(search!.plan, q).toMatch(/community_profiles_words_idx/);
  }
}, 120_000);
