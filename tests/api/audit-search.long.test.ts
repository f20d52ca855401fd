import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashAddress } from "#app/features/audit/address-hash.service.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction, kindOf } from "#app/features/audit/audit.schema.ts";
import { type TestMember, testApp } from "../support/app.ts";

/** The search among a million lines, of a hundred thousand members and over two years. */
const app = testApp();
const LINES = 1_000_000;
/** Of the table's rows, that a page of fifty lines may read. */
const MOST_ROWS = 25_000;
const FORMER = "saiu@massa.test";

let admin: TestMember;

beforeAll(async () => {
  admin = await app.member({ role: "admin", name: "Otávio Leal" });
  const ordinary = (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter((action) => kindOf(action) !== "certificate");
  const actions = sql.raw(`array['${ordinary.join("','")}']`);
  const { db } = app.services;
  await db.execute(sql`insert into profiles (email, full_name, lodge, created_at)
    select 'm' || n || '@massa.test',
      (array['José','João','Antônio','Conceição','Sebastião','Inácio','Plínio','Otávio'])[1 + n % 8] || ' ' || md5((n / 40)::text),
      case when n % 3 = 0 then 'Pedra Angular, nº ' || n % 500 end, now() - make_interval(secs => n)
    from generate_series(1, 100000) n`);
  // a third is one administrator's, who looks at lists; the acts of the former one, and all of one kind, are from the first months
  await db.execute(sql`with m as (select array_agg(id order by email) as ids from profiles)
    insert into audit_log (at, actor_id, action, target_type, target_id, details, address_hash)
    select timestamptz '2026-01-01 00:00:00Z' - make_interval(mins => ${LINES} - n),
      case when n % 3 = 0 and n > 300000 then ${admin.id}::uuid
        when n % 50 = 0 then null
        when n < 300000 and n % 7 = 0 then '00000000-0000-4000-8000-000000000001'
        else ids[1 + (n::bigint * 7919 % 100000)::int] end,
      case when n < 200000 and n % 5 = 0 then 'certificate.revoke'
        when n % 3 = 0 then 'members.view'
        else (${actions})[1 + n % ${ordinary.length}] end,
      'member', case when n % 3 = 0 then null else ids[1 + (n::bigint * 104729 % 100000)::int]::text end, '{}'::jsonb, null
    from generate_series(1, ${LINES}) n, m`);
  await db.execute(sql`insert into audit_log (at, action, target_type, target_id, address_hash)
    values ('2024-06-01T00:00:00Z', 'account.delete', 'member', '00000000-0000-4000-8000-000000000001', ${hashAddress(app.services.env, FORMER)})`);
  await db.execute(sql`analyze profiles, audit_log`);
}, 300_000);

type Pool = { query: (statement: { text: string }, values?: unknown[]) => Promise<{ rows: any[] }> };
type Node = Record<string, any>;

/** What a search runs on the log and on the members, as PostgreSQL carried it out. */
async function plansOf(filter: object): Promise<{ text: string; plan: Node }[]> {
  const pool = (app.services.db as unknown as { $client: Pool }).$client;
  const query = vi.spyOn(pool, "query");
  expect((await admin.post("/api/admin/audit-log/search", filter)).status, JSON.stringify(filter)).toBe(200);
  const ran = query.mock.calls.filter(([{ text }]) => /^select/.test(text ?? "") && /"audit_log"|fold_text/.test(text));
  query.mockRestore();
  return Promise.all(
    ran.map(async ([{ text }, values]) => {
      const { rows } = await pool.query({ text: `explain (analyze, format json) ${text}` }, values);
      return { text, plan: rows[0]["QUERY PLAN"][0] };
    }),
  );
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const rowsOf = (node: Node): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  node["Actual Loops"];

let slowest = { ms: 0, rows: 0, filter: {} };
afterAll(() => console.log(`slowest query among ${LINES} lines: ${JSON.stringify(slowest)}`));

test.each([
  {},
  { after: '["2024-08-01T00:00:00.000000Z","300000"]' },
  { kind: "view", after: '["2024-08-01T00:00:00.000000Z","300000"]' },
  { actor: "otavio leal" },
  { actor: "saiu@massa.test" },
  { actor: "jose c4ca4238a0b923820dcc509a6f75849b" },
  { actor: "c4ca4238a0b923820dcc509a6f75849b" },
  { actor: "operador do servidor" },
  { actor: "ninguém assim" },
  { member: "m77777@massa.test" },
  { member: "c4ca4238a0b923820dcc509a6f75849b" },
  ...Object.keys(AUDIT_KINDS).map((kind) => ({ kind })),
  { from: "2025-12-31" },
  { until: "2024-03-01" },
  { from: "2025-06-01", until: "2025-06-01" },
  { actor: "otavio leal", kind: "certificate" },
  { actor: "saiu@massa.test", kind: "view" },
  { member: "m77777@massa.test", kind: "member", until: "2025-01-31" },
  { kind: "certificate", from: "2024-01-01" },
])("%j reads few rows, by an index", async (filter) => {
  const plans = await plansOf(filter);
  expect(plans.length).toBeGreaterThan(0);
  for (const { text, plan } of plans) {
    const scans = nodesOf(plan.Plan).filter((node) => /Scan$/.test(node["Node Type"]) && node["Relation Name"]);
    const read = scans.reduce((sum, node) => sum + rowsOf(node), 0);
    if (plan["Execution Time"] > slowest.ms) slowest = { ms: plan["Execution Time"], rows: read, filter };
    expect(
      scans.map((node) => node["Node Type"]),
      text,
    ).not.toContain("Seq Scan");
    expect(read, text).toBeLessThan(MOST_ROWS);
  }
});
