import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Answer, type TestMember, testApp } from "../support/app.ts";

const app = testApp();

type Read = (caller: TestMember, after: string) => Promise<Answer>;

const byQuery =
  (path: string): Read =>
  (caller, after) =>
    caller.get(`${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}`);
const byBody =
  (path: string, input: object = {}): Read =>
  (caller, after) =>
    caller.post(path, { ...input, after });

const MOMENT = "2026-01-01T00:00:00.000000Z";
const BEHIND_A_MOMENT = JSON.stringify([MOMENT, randomUUID()]);
const LISTS: [name: string, read: Read, good: string][] = [
  ["members, newest first", byBody("/api/admin/members/search"), BEHIND_A_MOMENT],
  ["members by name", byBody("/api/admin/members/search", { order: "name" }), JSON.stringify(["Ana", randomUUID()])],
  ["the audit log", byBody("/api/admin/audit-log/search"), JSON.stringify(["2026-11-01T00:00:00.000000Z", "1"])],
  ["open contact messages", byQuery("/api/contact/messages"), BEHIND_A_MOMENT],
  ["resolved contact messages", byQuery("/api/contact/messages?state=resolved"), BEHIND_A_MOMENT],
  ["subscribers", byBody("/api/newsletter/subscribers/search"), BEHIND_A_MOMENT],
  ["notices", byQuery("/api/notices"), BEHIND_A_MOMENT],
  ["mentorship sessions", byQuery("/api/mentoring/sessions"), BEHIND_A_MOMENT],
  ["states of mentorship sessions", byQuery("/api/mentoring/states"), BEHIND_A_MOMENT],
];

describe.each(LISTS)("the list of %s", (_, read, good) => {
  test("goes on behind a cursor, and refuses in words what is none", async () => {
    const admin = await app.member({ role: "admin" });
    expect((await read(admin, good)).status).toBe(200);
    const malformed = [
      "",
      "x",
      "{}",
      "[]",
      "null",
      '["1","2","3"]',
      JSON.stringify([MOMENT, 1]),
      JSON.stringify(["\u0000", "1"]),
    ];
    const moments = ["2026-02-31T00:00:00.000000Z", "2026-01-01T24:00:00.000000Z", "2026-01-01", "ontem"];
    const unreal = good.includes(MOMENT) ? moments.map((moment) => good.replace(MOMENT, moment)) : [];
    for (const after of [...malformed, ...unreal])
      expect(await read(admin, after)).toMatchObject({ status: 422, body: { fields: { after: "Página desconhecida" } } });
  });
});

test("indexes that descend have nulls first, as lists do that ask for no other order: with nulls last they would not be read in order", async () => {
  const { rows } = await app.services.db.execute(sql`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and 1 = any(indoption)`); // descending, nulls last
  expect(rows).toEqual([{ name: "search_documents_posted_idx" }]); // which is asked so
});
