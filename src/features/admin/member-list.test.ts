import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { profiles, sessions } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { ListedMember } from "./member-list.answers.ts";
import { COUNTED } from "./member-list.schema.ts";

const app = testApp();
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let admin: TestMember;
let vale: string;
const people = {} as Record<"caio" | "davi" | "elias" | "fabio", TestMember>;
beforeAll(async () => {
  const { db } = app.services;
  admin = await app.member({ role: "admin", degree: "mestre", name: "Zeno Sampaio" });
  const place = { city: "São Paulo", state: "SP", jurisdiction: "Grande Loja" };
  const [lodge] = await db
    .insert(lodges)
    .values({ name: "Estrela do Vale", number: "77", ...place })
    .returning();
  vale = lodge!.id;
  people.caio = await app.member({ name: "Caio Mendonça" });
  people.davi = await app.member({ name: "Davi Lima", unconfirmed: true });
  people.elias = await app.member({ name: "Elias Rocha", degree: "companheiro" });
  people.fabio = await app.member({ name: "Fábio Sá" });
  const set = (member: TestMember, values: object) => db.update(profiles).set(values).where(eq(profiles.id, member.id));
  await set(people.caio, { lodgeId: vale, lastAccessAt: daysAgo(3) });
  await set(people.elias, { awaitsAdmission: true, lastAccessAt: daysAgo(200), lodge: "=Luz" });
  await set(people.fabio, { suspendedAt: new Date(), suspensionReason: "Teste", lastAccessAt: null });
  await db
    .insert(degreeRequests)
    .values({ userId: people.caio.id, degree: "companheiro", lodge: "Vale", receivedOn: "2026-01-01" });
});

const listed = async (filter: object): Promise<ListedMember[]> => {
  const { status, body } = await admin.post("/api/admin/members/list", filter);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.members;
};
const names = async (filter: object) => (await listed(filter)).map(({ name }) => name);

test("the list is narrowed by Lodge, degree, state and last access, and by any of them together", async () => {
  expect(await names({})).toEqual(["Caio Mendonça", "Davi Lima", "Elias Rocha", "Fábio Sá", "Zeno Sampaio"]);
  expect(await names({ lodge: vale })).toEqual(["Caio Mendonça"]);
  expect(await names({ lodge: "none", degree: "companheiro" })).toEqual(["Elias Rocha"]);
  expect(await names({ standing: "unconfirmed" })).toEqual(["Davi Lima"]);
  expect(await names({ standing: "waiting" })).toEqual(["Elias Rocha"]);
  expect(await names({ standing: "suspended" })).toEqual(["Fábio Sá"]);
  expect(await names({ standing: "full" })).toEqual(["Caio Mendonça", "Zeno Sampaio"]);
  expect(await names({ access: "30", search: "mendonca" })).toEqual(["Caio Mendonça"]);
  expect(await names({ access: "not-90" })).toEqual(["Elias Rocha"]);
  expect(await names({ access: "never", standing: "suspended" })).toEqual(["Fábio Sá"]);
  expect(await listed({ lodge: vale })).toMatchObject([{ lodge: "Estrela do Vale nº 77", asks: "companheiro", office: null }]);
  expect((await admin.get("/api/admin/members/choices")).body.lodges).toEqual([{ id: vale, name: "Estrela do Vale nº 77" }]);
});

test("an act on several is done to each by itself, and who cannot be is named with the reason", async () => {
  const userIds = [people.caio.id, admin.id, crypto.randomUUID()];
  const { body } = await admin.post("/api/admin/members/batch", { act: "suspend", reason: "Pedido da Loja", userIds });
  expect(body.results).toMatchObject([{ refusal: null }, { refusal: expect.any(String) }, { refusal: expect.any(String) }]);
  expect(await app.services.db.$count(sessions, eq(sessions.userId, people.caio.id))).toBe(0);
  await admin.delete(`/api/admin/members/${people.caio.id}/suspension`);
  const raised = await admin.post("/api/admin/members/batch", { act: "degree", degree: "mestre", userIds: [people.caio.id] });
  expect(raised.body.results).toEqual([{ userId: people.caio.id, refusal: null }]);
  expect(await names({ degree: "mestre" })).toEqual(["Caio Mendonça", "Zeno Sampaio"]);
});

test("the file of the list is safe in a spreadsheet, and read in again as a list to invite it changes nothing", async () => {
  const file = await admin.post<string>("/api/admin/members/export", {});
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="membros.csv"');
  const bytes = await admin.send("/api/admin/members/export", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const csv = Buffer.from(await bytes.arrayBuffer());
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = csv.toString();
  expect(text.split("\r\n")).toHaveLength(7);
  expect(text).toContain(`"Caio Mendonça";"${people.caio.email}";"Estrela do Vale nº 77";"Mestre";"Usuário";"em dia"`);
  expect(text).toContain(`"'=Luz"`);
  const check = await admin.send("/api/admin/invitations/check", { method: "POST", body: csv });
  const { counts } = (await check.json()) as { counts: object };
  // who never confirmed the address is no member yet, and has no Lodge that is known
  expect(counts).toEqual({ ready: 0, wrong: 1, member: 4, invited: 0 });
  const log = await admin.post("/api/admin/audit-log/search", { kind: "member" });
  expect(log.body.entries.map((entry: { text: string }) => entry.text)).toContain("baixou a lista de membros.");
});

test("what fits is counted up to a thousand", async () => {
  const { db } = app.services;
  await db
    .insert(profiles)
    .values(
      Array.from({ length: COUNTED + 5 }, (_, index) => ({ email: `massa${index}@academia.test`, name: `Massa ${index}` })),
    );
  const { body } = await admin.post("/api/admin/members/list", {});
  expect(body.total).toBe(COUNTED + 1);
  const next = await admin.post("/api/admin/members/list", { after: body.next });
  expect(next.body).toMatchObject({ total: null, members: { length: 25 } });
  expect(next.body.members[0].id).not.toBe(body.members[24].id);
});
