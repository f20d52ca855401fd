import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";

const app = testApp();
const { aLodge, anOfficer, aBrother } = lodgesOf(app);

test("an administrator reads one member; the member reads that they did, once an hour, and nobody else reads it", async () => {
  const admin = await app.member({ role: "admin", degree: "mestre", name: "Otávio Sampaio" });
  const lodgeId = await aLodge();
  const [member, officer] = [await aBrother(lodgeId, { name: "Caio Mendonça" }), await anOfficer(lodgeId)];
  const path = `/api/admin/members/${member.id}`;
  const { status, body } = await admin.get(path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    member: { name: "Caio Mendonça", email: member.email },
    knownLodge: { confirmed: true },
    openSessions: 1,
    secondFactor: false,
    exams: [],
    acts: [{ who: "Otávio Sampaio", what: "abriu a sua página" }],
  });
  expect(body.modules[0]).toMatchObject({ id: 1, done: 0, of: app.services.catalogue().modules[0]!.lessonIds.length });
  await admin.get(path);
  const { lines } = (await member.get("/api/oversight")).body;
  expect(lines).toMatchObject([{ who: "Otávio Sampaio", what: "abriu a sua página", office: null }]);
  for (const caller of [member, officer]) expect((await caller.get(path)).status).toBe(403);
  expect((await admin.get(`/api/admin/members/${crypto.randomUUID()}`)).status).toBe(404);
  await admin.get(`/api/admin/members/${admin.id}`); // of themself nothing is written
  expect((await admin.get("/api/oversight")).body.lines).toEqual([]);
});
