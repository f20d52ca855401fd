import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type TestMember, testApp } from "#tests/support/app.ts";

const app = testApp({ LIMITS_FACTOR: "100000" });
const CALLS = 300;

/** So many mentors in all, each with six hours in a week and thirty sessions, some of them open. */
async function growTo(count: number): Promise<void> {
  await app.services.db.execute(sql`with made as (
      insert into profiles (email, full_name, lodge, degree)
      select 'mentor' || n || '@massa.test', 'Mentor ' || md5(n::text), 'Pedra Angular nº ' || n % 400, 'mestre'
      from generate_series((select count(*) + 1 from mentors), ${count}) n returning id),
    named as (
      insert into mentors (user_id, bio, specialties, rating, total_sessions, max_mentees)
      select id, repeat('Lê com calma. ', 12), array['Ritual', 'História'], 1 + random() * 4, (random() * 40)::int, 20 from made returning user_id)
    insert into mentor_hours (mentor_id, weekday, starts_at, ends_at)
      select user_id, day, 1140, 1320 from named, unnest(array[0, 1, 2, 3, 4, 6]) day`);
  await app.services.db.execute(sql`insert into mentorship_sessions
      (mentor_id, mentee_id, title, description, status, scheduled_date, answered_at, created_at)
    select m.user_id, (array(select id from profiles where degree = 'aprendiz' limit 500))[1 + (n * 37) % 400], 'Tema', 'Texto',
      case when n < 4 then 'accepted' else 'completed' end, now() + make_interval(days => n), now() - make_interval(days => 40), now() - make_interval(days => 41)
    from mentors m, generate_series(1, 30) n
    where not exists (select from mentorship_sessions s where s.mentor_id = m.user_id)
    on conflict do nothing`);
  await app.asOwner("vacuum analyze");
}

async function measure(call: () => Promise<{ status: number }>): Promise<{ median: number; p99: number }> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const from = performance.now();
    expect((await call()).status).toBe(200);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return { median: times[CALLS / 2]!, p99: times[Math.floor(CALLS * 0.99)]! };
}

test("the list of mentors, a search in it, a mentor's free hours and their day among 300 and among 3,000 mentors", async () => {
  const viewer = await app.member();
  await app.services.db.execute(sql`insert into profiles (email, full_name, degree)
    select 'm' || n || '@massa.test', 'Membro ' || n, 'aprendiz' from generate_series(1, 500) n`);
  const calls: Record<string, (caller: TestMember, mentor: string) => Promise<{ status: number }>> = {
    list: (caller) => caller.get("/api/mentoring/mentors"),
    search: (caller) => caller.post("/api/mentoring/mentors/search", { q: "historia pedra" }),
    hours: (caller, mentor) => caller.get(`/api/mentoring/mentors/${mentor}/hours`),
  };
  const found: Record<number, Record<string, { median: number; p99: number }>> = {};
  for (const count of [300, 3_000]) {
    await growTo(count);
    const { rows } = await app.services.db.execute(sql`select user_id from mentors limit 1`);
    found[count] = {};
    for (const [name, call] of Object.entries(calls)) {
      await measure(() => call(viewer, String(rows[0]!.user_id))); // warm
      found[count]![name] = await measure(() => call(viewer, String(rows[0]!.user_id)));
    }
  }
  for (const name of Object.keys(calls)) {
    const [few, many] = [found[300]![name]!, found[3_000]![name]!];
    const figures = [few, many].map(({ median, p99 }) => `${median.toFixed(1)} (99th ${p99.toFixed(1)})`).join(" and ");
    process.stdout.write(`${name}: ${figures} ms, ${(many.p99 / few.p99).toFixed(2)} times at the 99th\n`);
  }
}, 600_000);
