import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";

const app = testApp({ LIMITS_FACTOR: "100000" });
const LODGES = 400;
const LESSONS = 15;
const ASKED = 4;
/** What an officer asks of the Lodge, which has two or three members, then 250. */
const OWN = ["", "/report"];

/** Members with fifteen lessons each over a year, in 400 Lodges. */
async function grow(from: number, to: number): Promise<void> {
  const { db } = app.services;
  const lessonIds = app.services
    .catalogue()
    .modules.flatMap((module) => module.lessonIds)
    .slice(0, LESSONS);
  await db.execute(sql`insert into profiles (email, full_name, degree, lodge_id, last_access_at)
    select 'm' || n || '@massa.test', 'Irmão ' || n, (array['aprendiz','companheiro','mestre'])[1 + n % 3],
      (array(select id from lodges order by number))[1 + n % ${LODGES}], now() - random() * interval '60 days'
    from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`insert into lesson_progress (user_id, lesson_id, furthest, created_at, updated_at, completed_at)
    select p.id, lesson, 1, at, at, at from profiles p, unnest(${sql.param(lessonIds)}::text[]) with ordinality as l(lesson, place),
      lateral (select now() - (hashtext(p.email)::bigint & 65535) / 65536.0 * interval '300 days' + place * interval '3 days' as at) w
    where p.email like 'm%@massa.test' and split_part(substr(p.email, 2), '@', 1)::int between ${from} and ${to}
    on conflict do nothing`);
  await db.execute(sql`insert into module_completions (user_id, module_id, completed_at)
    select user_id, m.id, max(l.completed_at) from lesson_progress l join lessons on lessons.id = l.lesson_id join modules m on m.id = lessons.module_id
    where m.id <= 2 group by user_id, m.id on conflict do nothing`);
  await app.asOwner("vacuum analyze profiles, lesson_progress, module_completions"); // the application's role may not
}

async function slowest(ask: () => Promise<{ status: number }>): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < ASKED; each += 1) {
    const began = performance.now();
    expect((await ask()).status).toBe(200);
    times.push(performance.now() - began);
  }
  return Math.round(Math.max(...times.slice(1)));
}

test("among 1,000 and among 100,000 members the reports answer: the slowest of each is printed", async () => {
  const { db } = app.services;
  const place = { city: "São Paulo", state: "SP", jurisdiction: "Grande Loja" };
  const [lodge] = await db
    .insert(lodges)
    .values(Array.from({ length: LODGES }, (_, at) => ({ name: "Estrela", number: String(at), ...place })))
    .returning();
  const admin = await app.member({ role: "admin", degree: "mestre" });
  const officer = await lodgesOf(app).anOfficer(lodge!.id);
  const asked = ["?months=3", "?months=12", "?months=12&degree=aprendiz&module=2", `?months=12&lodge=${lodge!.id}`];
  const figures: number[][] = [];
  for (const [from, to] of [
    [1, 1_000],
    [1_001, 100_000],
  ] as const) {
    await grow(from, to);
    const each: number[] = [];
    for (const query of asked) each.push(await slowest(() => admin.get(`/api/admin/reports${query}`)));
    for (const path of OWN) each.push(await slowest(() => officer.get(`/api/own-lodge${path}`)));
    figures.push(each);
  }
  const lines = [...asked, ...OWN.map((path) => `Minha Loja ${path}`)].map(
    (query, index) => `${query.slice(0, 24)}: ${figures[0]![index]} ms among 1,000, ${figures[1]![index]} ms among 100,000`,
  );
  // biome-ignore lint/suspicious/noConsole: the figures of docs/performance.md
  console.log(lines.join("\n"));
}, 600_000);
