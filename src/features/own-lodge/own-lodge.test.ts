import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { degreeAttestations } from "#app/features/account/degree-attestations.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";

const app = testApp({ LIMITS_FACTOR: "100" });
const { aLodge, aBrother, anOfficer } = lodgesOf(app);

/** @returns the id of a member's request that a degree be confirmed */
async function asks(member: TestMember, degree: Degree = "companheiro"): Promise<string> {
  const row = { userId: member.id, degree, lodge: "Luz do Vale", receivedOn: "2026-03-05" };
  const [request] = await app.services.db.insert(degreeRequests).values(row).returning({ id: degreeRequests.id });
  return request!.id;
}
const approve = (officer: TestMember, requestId: string) => officer.post(`/api/own-lodge/degree-requests/${requestId}/approve`);
const degreeOf = async ({ id }: TestMember) =>
  (await app.services.db.select({ degree: profiles.degree }).from(profiles).where(eq(profiles.id, id)))[0]!.degree;

describe("an officer's own Lodge", () => {
  test("shows its brothers with what they have studied, and nobody else; no addresses", async () => {
    const [lodgeId, other] = [await aLodge(), await aLodge()];
    const officer = await anOfficer(lodgeId);
    const brother = await aBrother(lodgeId, { name: "Abílio Torres" });
    await aBrother(other, { name: "Zeferino Lara" });
    const at = new Date();
    const [lesson] = app.services.catalogue().modules[0]!.lessons;
    await app.services.db
      .insert(lessonProgress)
      .values({ userId: brother.id, lessonId: lesson!.id, furthest: 1, completedAt: at });
    await app.services.db.insert(examAttempts).values({
      ...{ userId: brother.id, degree: "aprendiz", startedAt: at, closesAt: at, finishedAt: at },
      ...{ ended: "delivered", rightCount: 18, passed: true },
    });
    const { status, body } = await officer.get("/api/own-lodge");
    expect(status).toBe(200);
    expect(body.brothers.map(({ name }: { name: string }) => name)).toEqual(["Abílio Torres", "Lauro Bastos"]);
    expect(body.brothers[0]).toMatchObject({ lessons: 1, passedExams: ["aprendiz"], confirmed: true });
    expect(body).toMatchObject({ office: "Secretário", total: 2, activeInMonth: null }); // of two, no figure is given
    expect(JSON.stringify(body)).not.toContain("@");
  });

  test("opens one brother's page: study by module, degree and exams; the brother reads who looked, in what office", async () => {
    const [lodgeId, other] = [await aLodge(), await aLodge()];
    const officer = await anOfficer(lodgeId);
    const [brother, stranger] = [await aBrother(lodgeId, { name: "Abílio Torres" }), await aBrother(other)];
    const at = new Date("2026-11-02T12:00:00Z");
    const [module] = app.services.catalogue().modules;
    await app.services.db
      .insert(lessonProgress)
      .values({ userId: brother.id, lessonId: module!.lessonIds[0]!, furthest: 1, completedAt: at });
    const taken = { userId: brother.id, degree: "aprendiz" as const, startedAt: at, closesAt: at, finishedAt: at };
    await app.services.db.insert(examAttempts).values([
      { ...taken, ended: "delivered", rightCount: 18, passed: true },
      { ...taken, ended: "delivered", rightCount: 9, passed: false },
    ]);
    const { status, body } = await officer.get(`/api/own-lodge/members/${brother.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Abílio Torres",
      passedExams: [{ degree: "aprendiz", on: at.toISOString() }],
      attestations: [],
    });
    expect(body.modules[0]).toEqual({ id: 1, title: module!.title, done: 1, of: module!.lessonIds.length });
    expect(JSON.stringify(body)).not.toMatch(/@|rightCount/);
    await officer.get(`/api/own-lodge/members/${brother.id}`); // once an hour
    expect((await brother.get("/api/oversight")).body.lines).toMatchObject([
      { who: "Lauro Bastos", office: "Secretário", what: "abriu a sua página" },
    ]);
    for (const id of [stranger.id, crypto.randomUUID()])
      expect((await officer.get(`/api/own-lodge/members/${id}`)).status).toBe(404);
    expect((await stranger.get("/api/oversight")).body.lines).toEqual([]);
    const former = await anOfficer(lodgeId, { seconds: -1 });
    for (const caller of [former, brother]) expect((await caller.get(`/api/own-lodge/members/${brother.id}`)).status).toBe(403);
    await officer.get(`/api/own-lodge/members/${officer.id}`); // of themself nothing is written
    expect((await officer.get("/api/oversight")).body.lines).toEqual([]);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      "whose term ended a second ago",
      (id) =>
        app.services.db
          .update(lodgeOfficers)
          .set({ endsAt: sql`now() - interval '1 second'` })
          .where(eq(lodgeOfficers.memberId, id)),
    ],
    ["who left the Lodge", (id) => app.services.db.update(profiles).set({ lodgeId: null }).where(eq(profiles.id, id))],
  ])("is closed to one %s, who confirms nothing either", async (_, change) => {
    const lodgeId = await aLodge();
    const officer = await anOfficer(lodgeId);
    const requestId = await asks(await aBrother(lodgeId));
    await change(officer.id);
    expect((await officer.get("/api/own-lodge")).status).toBe(403);
    expect((await approve(officer, requestId)).status).toBe(403);
  });
});

describe("a degree that an officer confirms", () => {
  test("bears name, office, Lodge and date, which its owner reads, and confirms the Lodge", async () => {
    const lodgeId = await aLodge();
    const officer = await anOfficer(lodgeId);
    const brother = await aBrother(lodgeId);
    await app.services.db.update(profiles).set({ lodgeConfirmedAt: null }).where(eq(profiles.id, brother.id));
    const requestId = await asks(brother);
    expect((await officer.get("/api/own-lodge")).body.degreeRequests).toMatchObject([{ id: requestId, canDecide: true }]);
    expect((await approve(officer, requestId)).status).toBe(200);
    expect(await degreeOf(brother)).toBe("companheiro");
    const { attestations } = (await brother.get("/api/account/degree-requests")).body;
    expect(attestations).toMatchObject([
      { degree: "companheiro", by: "Lauro Bastos", office: "Secretário", lodge: expect.stringMatching(/^Luz do Vale nº/) },
    ]);
    expect(
      (await app.services.db.select().from(profiles).where(eq(profiles.id, brother.id)))[0]!.lodgeConfirmedAt,
    ).not.toBeNull();
    expect((await approve(officer, requestId)).status).toBe(409); // decided already
  });

  test("is of their own Lodge, not their own, and not above their own", async () => {
    const lodgeId = await aLodge();
    const officer = await anOfficer(lodgeId, { degree: "companheiro" });
    const stranger = await asks(await aBrother(await aLodge()));
    expect((await approve(officer, stranger)).body.message).toContain("Só um oficial da Loja dele");
    const own = await asks(officer, "mestre");
    expect((await approve(officer, own)).body.message).toContain("quem confirma é outro");
    const brother = await aBrother(lodgeId, { degree: "companheiro" });
    const above = await asks(brother, "mestre");
    expect((await approve(officer, above)).status).toBe(403);
    expect(await degreeOf(brother)).toBe("companheiro");
    expect(await app.services.db.$count(degreeAttestations, eq(degreeAttestations.attestedBy, officer.id))).toBe(0);
  });

  test("is confirmed once by two officers at once, and two who decide of each other wait for each other", async () => {
    const lodgeId = await aLodge();
    const [one, two] = [await anOfficer(lodgeId), await anOfficer(lodgeId, { office: "veneravel" })];
    const requestId = await asks(await aBrother(lodgeId));
    const answers = await Promise.all([approve(one, requestId), approve(two, requestId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const { id } of [one, two])
      await app.services.db.update(profiles).set({ degree: "aprendiz" }).where(eq(profiles.id, id));
    const [ofOne, ofTwo] = [await asks(one), await asks(two)];
    const crossed = await Promise.all([approve(one, ofTwo), approve(two, ofOne)]);
    for (const { status } of crossed) expect([200, 403]).toContain(status);
  });
});
