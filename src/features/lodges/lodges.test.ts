import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";
import { lodgeOfficers } from "./officers.table.ts";

const app = testApp({ LIMITS_FACTOR: "100" });
const { aLodge, aBrother, anOfficer } = lodgesOf(app);

const record = (over: object = {}) => ({
  name: "Estrela do Vale",
  number: crypto.randomUUID().slice(0, 8),
  city: "Ouro Fino",
  state: "MG",
  jurisdiction: "Grande Loja de exemplo",
  ...over,
});
const administrator = () => app.member({ role: "admin", degree: "mestre" });
const profileOf = async (id: string) => (await app.services.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const day = (days: number) => isoDayInBrasilia(new Date(Date.now() + days * 86_400_000));
const writes = async (lodge: string) => {
  const member = await app.member();
  await member.patch("/api/account/profile", { name: "Caio Mendonça", lodge });
  return member;
};

describe("a Lodge", () => {
  test("is registered once, corrected, found by name, number or Oriente, and put out of use", async () => {
    const admin = await administrator();
    const lodge = record();
    const { status, body } = await admin.post("/api/admin/lodges", lodge);
    expect([status, body.active, body.members]).toEqual([200, true, 0]);
    expect((await admin.post("/api/admin/lodges", { ...lodge, name: "ESTRELA DO VALE" })).body.message).toContain(
      "Já há uma Loja",
    );
    const corrected = await admin.put(`/api/admin/lodges/${body.id}`, { ...lodge, city: "Três Corações" });
    expect(corrected.body.city).toBe("Três Corações");
    for (const search of ["estrela", lodge.number, "tres coracoes"]) {
      const found = await admin.get(`/api/admin/lodges?search=${encodeURIComponent(search)}`);
      expect(found.body.lodges.map(({ id }: { id: string }) => id)).toContain(body.id);
    }
    expect((await app.visitor.get(`/api/lodges/suggestions?q=${lodge.number}`)).body.names).toEqual([
      `Estrela do Vale nº ${lodge.number}`,
    ]);
    expect((await admin.put(`/api/admin/lodges/${body.id}/active`, { active: false })).body.active).toBe(false);
    expect((await app.visitor.get(`/api/lodges/suggestions?q=${lodge.number}`)).body.names).toEqual([]);
  });

  test.each([
    ["name", "a".repeat(300), "O nome da Loja deve ter no máximo 80 caracteres"],
    ["name", " ", "Escreva o nome da Loja"],
    ["state", "XX", "Use a sigla do estado, como SP"],
    ["city", "", "Escreva a cidade"],
  ])("whose %s is %s is refused in words", async (field, value, message) => {
    const { status, body } = await (await administrator()).post("/api/admin/lodges", record({ [field]: value }));
    expect([status, body.fields]).toEqual([422, { [field]: message }]);
  });
});

test("a Lodge counts its members and those who were here in thirty days, in the list and on its page", async () => {
  const [admin, lodgeId] = [await administrator(), await aLodge()];
  const [here, away] = [await aBrother(lodgeId), await aBrother(lodgeId)];
  await aBrother(await aLodge());
  for (const [member, days] of [
    [here, 2],
    [away, 40],
  ] as const)
    await app.services.db
      .update(profiles)
      .set({ lastAccessAt: new Date(Date.now() - days * 86_400_000) })
      .where(eq(profiles.id, member.id));
  const { number, members, activeMembers, memberList } = (await admin.get(`/api/admin/lodges/${lodgeId}`)).body;
  expect([members, activeMembers, memberList.length]).toEqual([2, 1, 2]);
  const { lodges } = (await admin.get(`/api/admin/lodges?search=luz%20${number}`)).body;
  expect(lodges.find(({ id }: { id: string }) => id === lodgeId)).toMatchObject({ members: 2, activeMembers: 1 });
});

describe("what members write for a Lodge", () => {
  test("is compared with Lodges whatever stands in their numbers", async () => {
    const admin = await administrator();
    for (const number of ["41(", "[a", "4131-A"]) await admin.post("/api/admin/lodges", record({ name: "Luz do Vale", number }));
    await writes("Loja Lus do Vale, nº 4131");
    const { status, body } = await admin.get("/api/admin/lodge-spellings");
    expect(status).toBe(200);
    const found = body.spellings.find(({ key }: { key: string }) => key.includes("4131"));
    expect(found.suggestion.name).toBe("Luz do Vale nº 4131-A");
  });

  test("waits with the Lodge that it seems to be, is joined to it for all who wrote it, and parted again", async () => {
    const admin = await administrator();
    const { body: lodge } = await admin.post("/api/admin/lodges", record({ name: "Luz da Serra", number: "4130" }));
    const [one, two] = [await writes("Loja Luz da Sera 4130"), await writes("loja luz da sera 4130")];
    const set = await aBrother(await aLodge());
    const { spellings } = (await admin.get("/api/admin/lodge-spellings")).body;
    const found = spellings.find(({ key }: { key: string }) => key.includes("4130"));
    expect(found).toMatchObject({ members: 2, suggestion: { id: lodge.id, name: "Luz da Serra nº 4130" } });
    expect((await admin.post("/api/admin/lodge-spellings", { key: found.key, lodgeId: lodge.id })).body).toEqual({ members: 2 });
    for (const { id } of [one, two])
      expect(await profileOf(id)).toMatchObject({ lodgeId: lodge.id, lodgeConfirmedAt: expect.any(Date) });
    expect((await admin.post("/api/admin/lodge-spellings", { key: found.key, lodgeId: lodge.id })).status).toBe(409);
    const later = await writes("LOJA LUZ DA SERA 4130"); // says so, and nobody has answered for it
    expect(await profileOf(later.id)).toMatchObject({ lodgeId: lodge.id, lodgeConfirmedAt: null });
    expect((await admin.post("/api/admin/lodge-spellings/part", { key: found.key })).body).toEqual({ members: 3 });
    expect((await profileOf(one.id)).lodgeId).toBeNull();
    expect((await profileOf(set.id)).lodgeId).not.toBeNull();
    const own = await admin.post("/api/admin/lodge-spellings/part", { key: "luz da serra no 4130" });
    expect([404, 409]).toContain(own.status);
  });

  test("is the Lodge of that name, and whoever writes another one leaves it at once", async () => {
    const admin = await administrator();
    const { body: lodge } = await admin.post("/api/admin/lodges", record());
    const member = await writes(`estrela do vale nº ${lodge.number}`);
    expect((await profileOf(member.id)).lodgeId).toBe(lodge.id);
    await app.services.db.update(profiles).set({ lodgeConfirmedAt: new Date() }).where(eq(profiles.id, member.id));
    await member.patch("/api/account/profile", { name: "Caio M. Sá", lodge: `estrela do vale nº ${lodge.number}` });
    expect((await profileOf(member.id)).lodgeConfirmedAt).not.toBeNull(); // the name changed, the Lodge did not
    await member.patch("/api/account/profile", { name: "Caio M. Sá", lodge: "Outra" });
    expect(await profileOf(member.id)).toMatchObject({ lodgeId: null, lodgeConfirmedAt: null, lodge: "Outra" });
  });
});

describe("an officer", () => {
  const officerOf = (memberId: string, over: object = {}) => ({
    memberId,
    office: "secretario",
    from: day(0),
    until: day(300),
    ...over,
  });

  test("is appointed among the Lodge's members, and told; the former's term ends where the new one begins", async () => {
    const [admin, lodgeId] = [await administrator(), await aLodge()];
    const former = await anOfficer(lodgeId, { seconds: 100 * 86_400 });
    const brother = await aBrother(lodgeId);
    const { status, body } = await admin.post(`/api/admin/lodges/${lodgeId}/officers`, officerOf(brother.id, { from: day(10) }));
    expect(status).toBe(200);
    expect(body.officers.map(({ memberId }: { memberId: string }) => memberId)).toEqual([former.id, brother.id]);
    expect(body.officers[0].endsAt).toBe(body.officers[1].startsAt);
    expect((await former.get("/api/session")).body.member.can.officiate).toBe(true);
    expect((await brother.get("/api/session")).body.member.can.officiate).toBe(false); // it has not begun
    await app.runJobs();
    expect(app.mails().some(({ to, text }) => to.includes(brother.email) && text.includes("registrou uma"))).toBe(true);
    const ended = await admin.delete(`/api/admin/lodge-officers/${body.officers[0].id}`);
    expect(ended.body.formerOfficers.map(({ memberId }: { memberId: string }) => memberId)).toEqual([former.id]);
    expect((await former.get("/api/session")).body.member.can.officiate).toBe(false);
    expect((await admin.delete(`/api/admin/lodge-officers/${body.officers[0].id}`)).status).toBe(409);
  });

  test("is refused in words: of another Lodge, oneself, a term that is over or endless, twice at once", async () => {
    const [admin, lodgeId] = [await administrator(), await aLodge()];
    await administrator();
    const [brother, stranger] = [await aBrother(lodgeId), await aBrother(await aLodge())];
    await app.services.db.update(profiles).set({ lodgeId }).where(eq(profiles.id, admin.id));
    const appoint = (json: object) => admin.post(`/api/admin/lodges/${lodgeId}/officers`, json);
    expect((await appoint(officerOf(stranger.id))).body.fields).toEqual({ memberId: "Este irmão não é desta Loja." });
    expect((await appoint(officerOf(admin.id))).status).toBe(403);
    expect((await appoint(officerOf(brother.id, { from: day(-20), until: day(-2) }))).body.fields.until).toBe(
      "Este dia já passou",
    );
    expect((await appoint(officerOf(brother.id, { until: day(4_000) }))).body.fields.until).toContain("três anos");
    expect((await appoint(officerOf(brother.id, { from: day(5), until: day(1) }))).body.fields.until).toContain(
      "antes do primeiro",
    );
    const both = await Promise.all([appoint(officerOf(brother.id)), appoint(officerOf(brother.id))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("whose term ends in thirty days without a successor is told once, and so are the administrators", async () => {
    const [admin, lodgeId] = [await administrator(), await aLodge()];
    const ending = await anOfficer(lodgeId, { seconds: 20 * 86_400 });
    const followed = await anOfficer(lodgeId, { seconds: 20 * 86_400, office: "orador" });
    await app.services.db.insert(lodgeOfficers).values({
      lodgeId,
      memberId: ending.id,
      office: "orador",
      startsAt: sql`now() + interval '20 days'`,
      endsAt: sql`now() + interval '300 days'`,
    });
    for (let round = 0; round < 2; round += 1) {
      await app.services.jobs.send(app.services.db, "remind-terms", {});
      await app.runJobs();
      await app.runJobs(); // the letters that it wrote
    }
    const letters = (email: string) =>
      app.mails().filter(({ to, text }) => to.includes(email) && text.includes("em até trinta dias")).length;
    expect([letters(ending.email), letters(followed.email), letters(admin.email)]).toEqual([1, 0, 1]);
  });
});
