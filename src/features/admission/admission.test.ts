import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";
import { admissionRequests } from "./admission.table.ts";

const app = testApp({ LIMITS_FACTOR: "100" });
const { browser, newPerson } = accountsOf(app);
const { aLodge, anOfficer } = lodgesOf(app);

/** Somebody with a confirmed address, who waits. */
async function aWaitingPerson(lodgeId: string | null = null, name = "Jair Monteiro") {
  const person = await app.member({ waiting: true, name });
  await app.services.db.update(profiles).set({ lodgeId, lodge: "Luz do Vale" }).where(eq(profiles.id, person.id));
  await app.services.db.insert(admissionRequests).values({ userId: person.id });
  return person;
}

const profileOf = async (id: string) => (await app.services.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const accept = (...userIds: string[]) => ({ decision: "accept", userIds });
const refuse = (reason: string, ...userIds: string[]) => ({ decision: "refuse", userIds, reason });

afterEach(() => app.decide({}));

describe("who signs up", () => {
  test("is admitted by the confirmation where the house is open, and waits where it admits with approval", async () => {
    await app.decide({ admission: "approval" });
    const visitor = browser();
    const person = newPerson();
    expect((await visitor.post("/api/account/sign-up", person)).status).toBe(200);
    expect((await visitor.session()).member).toMatchObject({ standing: "unconfirmed" });
    expect((await visitor.get("/api/admission")).body).toMatchObject({ request: { state: "pending" }, addressConfirmed: false });
    await app.services.db
      .update(profiles)
      .set({ awaitsConfirmation: false, emailVerified: true })
      .where(eq(profiles.email, person.email));
    expect((await visitor.session()).member).toMatchObject({ standing: "waiting" });
    expect((await visitor.get("/api/admission")).body).toMatchObject({ request: { state: "pending" }, addressConfirmed: true });
    expect((await visitor.get("/api/mentoring/mentors")).body).toMatchObject({ code: "admission_pending" });
    expect((await visitor.get("/api/modules/1")).status).toBe(200);
  });

  test("is refused in words where one comes by invitation", async () => {
    await app.decide({ admission: "invitation" });
    const { status, body } = await browser().post("/api/account/sign-up", newPerson());
    expect([status, body.code]).toEqual([403, "signup_closed"]);
    expect(body.message).toContain("convite");
  });
});

describe("the queue", () => {
  test("is for administrators, oldest first, and says how often somebody asked before", async () => {
    const admin = await app.member({ role: "admin" });
    const [first, second] = [await aWaitingPerson(), await aWaitingPerson(await aLodge(), "Nestor Vargas")];
    await app.services.db
      .update(admissionRequests)
      .set({ createdAt: sql`now() - interval '9 days'` })
      .where(eq(admissionRequests.userId, second.id));
    expect((await app.visitor.get("/api/admin/admissions")).status).toBe(401);
    expect((await first.get("/api/admin/admissions")).status).toBe(403);
    expect((await admin.post("/api/admissions/decisions", refuse("Confirme o número da Loja.", first.id))).body.results).toEqual([
      { userId: first.id, outcome: "done" },
    ]);
    expect((await first.get("/api/admission")).body.request).toMatchObject({
      state: "refused",
      reason: "Confirme o número da Loja.",
    });
    expect((await first.post("/api/admission", { message: "É a 130." })).body.request).toMatchObject({ state: "pending" });
    const { waiting, decided } = (await admin.get("/api/admin/admissions")).body;
    const mine = waiting.filter(({ userId }: { userId: string }) => userId === first.id || userId === second.id);
    expect(mine.map(({ userId }: { userId: string }) => userId)).toEqual([second.id, first.id]);
    expect(mine[0].knownLodge).toMatch(/^Luz do Vale nº/);
    expect(mine[1]).toMatchObject({ askedBefore: 1, message: "É a 130." });
    expect(decided[0]).toMatchObject({ status: "refused", name: "Jair Monteiro" });
  });

  test("who was refused may be accepted after all, once, while their account is there; the refusal stays in the history", async () => {
    const admin = await app.member({ role: "admin" });
    const person = await aWaitingPerson();
    await admin.post("/api/admissions/decisions", refuse("Não achei o nome.", person.id));
    const decidedOf = async () =>
      (await admin.get("/api/admin/admissions")).body.decided.filter(({ userId }: { userId: string }) => userId === person.id);
    const [refused] = await decidedOf();
    expect(Math.round((Date.parse(refused.deletedOn) - Date.parse(refused.at)) / 86_400_000)).toBe(30);
    expect((await admin.post("/api/admissions/decisions", accept(person.id))).body.results[0].outcome).toBe("decided");
    expect((await admin.post("/api/admissions/decisions", { ...accept(person.id), refused: true })).body.results[0].outcome).toBe(
      "done",
    );
    expect((await person.get("/api/session")).body.member).toMatchObject({ standing: "full" });
    expect((await decidedOf()).map(({ status, deletedOn }: any) => [status, deletedOn])).toEqual([
      ["accepted", null],
      ["refused", null],
    ]);
    expect((await admin.post("/api/admissions/decisions", { ...accept(person.id), refused: true })).body.results[0].outcome).toBe(
      "decided",
    );
  });

  test("several are decided at once, each with what became of them; an unconfirmed address is not admitted", async () => {
    const admin = await app.member({ role: "admin" });
    const [ready, unconfirmed] = [await aWaitingPerson(), await aWaitingPerson()];
    await app.services.db
      .update(profiles)
      .set({ awaitsConfirmation: true, emailVerified: false })
      .where(eq(profiles.id, unconfirmed.id));
    const nobody = crypto.randomUUID();
    const { body } = await admin.post("/api/admissions/decisions", accept(ready.id, unconfirmed.id, nobody, admin.id));
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "unconfirmed", "gone", "forbidden"]);
    expect((await ready.get("/api/session")).body.member).toMatchObject({ standing: "full" });
    await app.runJobs();
    expect(app.mails().some(({ to, subject }) => to.includes(ready.email) && subject === "A sua entrada foi aceita")).toBe(true);
    const again = await admin.post("/api/admissions/decisions", refuse("Tarde demais", ready.id));
    expect(again.body.results[0].outcome).toBe("decided");
    expect((await profileOf(ready.id)).awaitsAdmission).toBe(false);
  });

  test("sign-ups with addresses that nobody confirmed hide nobody, and the house is opened while somebody decides", async () => {
    const lodgeId = await aLodge();
    const [admin, officer] = [await app.member({ role: "admin" }), await anOfficer(lodgeId)];
    await app.services.db.execute(sql`
      with false_ones as (
        insert into profiles (email, full_name, awaits_confirmation, awaits_admission, lodge_id, created_at)
        select 'falso' || n || '@academia.test', 'Falso', true, true, ${lodgeId}::uuid, now() - interval '20 days' from generate_series(1, 150) n
        returning id)
      insert into admission_requests (user_id, created_at) select id, now() - interval '20 days' from false_ones`);
    const person = await aWaitingPerson(lodgeId, "Nestor Vargas");
    const { waiting, unconfirmed } = (await admin.get("/api/admin/admissions")).body;
    expect(waiting.find(({ userId }: { userId: string }) => userId === person.id)).toBeDefined();
    expect(unconfirmed).toBeGreaterThanOrEqual(150);
    const own = (await officer.get("/api/own-lodge")).body.admissions;
    expect(own.map(({ userId }: { userId: string }) => userId)).toEqual([person.id]);
    await app.decide({ admission: "approval" });
    const [opened, decided] = await Promise.all([
      admin.put("/api/admin/settings/admission", { value: "open" }),
      officer.post("/api/admissions/decisions", accept(person.id)),
    ]);
    expect([opened.status, decided.status]).toEqual([200, 200]);
    expect((await profileOf(person.id)).awaitsAdmission).toBe(false);
  });

  test("of two who decide at once one does, and the other is told", async () => {
    const lodgeId = await aLodge();
    const [admin, officer] = [await app.member({ role: "admin" }), await anOfficer(lodgeId)];
    for (let round = 0; round < 5; round += 1) {
      const person = await aWaitingPerson(lodgeId);
      const answers = await Promise.all([
        admin.post("/api/admissions/decisions", refuse("Não o conheço", person.id)),
        officer.post("/api/admissions/decisions", accept(person.id)),
      ]);
      const outcomes = answers.map(({ body }) => body.results[0].outcome);
      expect(outcomes.toSorted()).toEqual(["decided", "done"]);
      expect((await profileOf(person.id)).awaitsAdmission).toBe(outcomes[0] === "done");
    }
  });
});

describe("an officer", () => {
  test("admits who says they are of their own Lodge, whose Lodge is confirmed by it, and nobody else", async () => {
    const [own, other] = [await aLodge(), await aLodge()];
    const officer = await anOfficer(own);
    const [brother, stranger, unknown] = [await aWaitingPerson(own), await aWaitingPerson(other), await aWaitingPerson()];
    const { body } = await officer.post("/api/admissions/decisions", accept(brother.id, stranger.id, unknown.id));
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "forbidden", "forbidden"]);
    expect(await profileOf(brother.id)).toMatchObject({ awaitsAdmission: false, lodgeConfirmedAt: expect.any(Date) });
    const [request] = await app.services.db.select().from(admissionRequests).where(eq(admissionRequests.userId, brother.id));
    expect(request).toMatchObject({ decidedBy: officer.id, decidedAs: "secretario" });
    expect((await officer.get("/api/admin/admissions")).status).toBe(403);
  });

  test.each<[string, (officer: { id: string }, lodgeId: string) => Promise<unknown>]>([
    [
      "whose term has ended",
      ({ id }) => app.services.db.update(lodgeOfficers).set({ endsAt: sql`now()` }).where(eq(lodgeOfficers.memberId, id)),
    ],
    [
      "whose term has not begun",
      ({ id }) =>
        app.services.db
          .update(lodgeOfficers)
          .set({ startsAt: sql`now() + interval '1 minute'` })
          .where(eq(lodgeOfficers.memberId, id)),
    ],
    ["who left the Lodge", ({ id }) => app.services.db.update(profiles).set({ lodgeId: null }).where(eq(profiles.id, id))],
    [
      "whose Lodge is out of use",
      (_, lodgeId) => app.services.db.update(lodges).set({ active: false }).where(eq(lodges.id, lodgeId)),
    ],
    [
      "who is suspended",
      ({ id }) =>
        app.services.db.update(profiles).set({ suspendedAt: new Date(), suspensionReason: "-" }).where(eq(profiles.id, id)),
    ],
  ])("%s decides nothing", async (_, change) => {
    const lodgeId = await aLodge();
    const officer = await anOfficer(lodgeId);
    const person = await aWaitingPerson(lodgeId);
    await change(officer, lodgeId);
    expect((await officer.post("/api/admissions/decisions", accept(person.id))).status).toBe(403);
    expect((await profileOf(person.id)).awaitsAdmission).toBe(true);
  });

  test("of whom a second factor is required decides nothing without it", async () => {
    await app.decide({ secondFactor: "officers" });
    const lodgeId = await aLodge();
    const officer = await anOfficer(lodgeId);
    expect((await officer.get("/api/session")).body.member).toMatchObject({
      secondFactorMissing: true,
      can: { officiate: false },
    });
    const person = await aWaitingPerson(lodgeId);
    expect((await officer.post("/api/admissions/decisions", accept(person.id))).status).toBe(403);
  });
});

describe("the letters to those who decide", () => {
  test("go to the administrators and to the officers of the Lodge, once a day", async () => {
    const lodgeId = await aLodge();
    const [admin, officer, other] = [
      await app.member({ role: "admin" }),
      await anOfficer(lodgeId),
      await anOfficer(await aLodge()),
    ];
    await aWaitingPerson(lodgeId);
    await app.services.jobs.send(app.services.db, "tell-deciders", {});
    await app.runJobs();
    await app.runJobs(); // the letters that it wrote
    const told = app.mails().filter(({ text }) => text.includes("esperam a sua palavra"));
    const letters = (email: string) => told.filter(({ to }) => to.includes(email)).length;
    expect([letters(admin.email), letters(officer.email), letters(other.email)]).toEqual([1, 1, 0]);
  });
});

describe("a setting", () => {
  test("is changed by an administrator, kept, written into the log, and told to the others", async () => {
    const [admin, other] = [await app.member({ role: "admin", name: "Otávio Sampaio" }), await app.member({ role: "admin" })];
    const person = await aWaitingPerson();
    const member = await app.member();
    expect((await member.put("/api/admin/settings/admission", { value: "open" })).status).toBe(403);
    const closed = await admin.put("/api/admin/settings/admission", { value: "invitation" });
    expect(closed.body.admission).toBe("invitation");
    expect(closed.body.affected.waiting).toBeGreaterThan(0);
    expect((await profileOf(person.id)).awaitsAdmission).toBe(true); // stays in the queue
    const wrong = await admin.put("/api/admin/settings/admission", { value: "quem quiser" });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { value: "Escolha uma das opções." }]);
    const opened = await admin.put("/api/admin/settings/admission", { value: "open" });
    const changed = opened.body.settings.find(({ key }: { key: string }) => key === "admission").changed;
    expect(changed).toMatchObject({ by: "Otávio Sampaio", from: "Por convite", to: "Aberta" });
    expect(opened.body.changes.slice(0, 2).map(({ to }: { to: string }) => to)).toEqual(["Aberta", "Por convite"]);
    expect((await profileOf(person.id)).awaitsAdmission).toBe(false); // nobody is left stuck
    expect(opened.body.affected.waiting).toBe(0);
    await app.runJobs();
    const told = app.mails().filter(({ text }) => text.includes("mudou uma configuração da casa"));
    expect(told.filter(({ to }) => to.includes(other.email))).toHaveLength(2);
    expect(told.filter(({ to }) => to.includes(admin.email))).toHaveLength(0);
  });
});

test("the house's name signs the letters, at the server's address", async () => {
  const admin = await app.member({ role: "admin" });
  await app.member({ role: "admin" });
  expect((await admin.put("/api/admin/settings/senderName", { value: " Secretaria " })).status).toBe(200);
  await app.runJobs();
  expect(app.mails().at(-1)!.text).toMatch(/^From: Secretaria <nao-responda@academia.example>/m);
});

test("who answers for the data is set by the house, and everybody reads it", async () => {
  const admin = await app.member({ role: "admin" });
  const set = (key: string, value: string) => admin.put(`/api/admin/settings/${key}`, { value });
  expect((await app.visitor.get("/api/house")).body).toEqual({ controller: "", dataOfficer: "", dataOfficerEmail: "" });
  const wrong = await set("dataOfficerEmail", "encarregado");
  expect([wrong.status, wrong.body.fields]).toEqual([422, { value: "Escreva um e-mail, como nome@dominio.org.br." }]);
  await set("controller", "Associação de Estudos, Rua das Acácias 33");
  await set("dataOfficerEmail", " encarregado@estudos.test ");
  expect((await app.visitor.get("/api/house")).body).toMatchObject({
    controller: "Associação de Estudos, Rua das Acácias 33",
    dataOfficerEmail: "encarregado@estudos.test",
  });
});

test("who was refused and has not asked again is deleted after thirty days, and nobody else", async () => {
  const [gone, asked, recent] = [await aWaitingPerson(), await aWaitingPerson(), await aWaitingPerson()];
  const refused = { status: "refused" as const, reason: "Não", decidedAt: sql`now() - interval '31 days'` };
  for (const { id } of [gone, asked])
    await app.services.db.update(admissionRequests).set(refused).where(eq(admissionRequests.userId, id));
  await app.services.db.insert(admissionRequests).values({ userId: asked.id });
  await app.services.db
    .update(admissionRequests)
    .set({ ...refused, decidedAt: sql`now()` })
    .where(eq(admissionRequests.userId, recent.id));
  await app.services.jobs.send(app.services.db, "purge-refused", {});
  await app.runJobs();
  const left = await app.services.db.select({ id: profiles.id }).from(profiles);
  const has = (person: { id: string }) => left.some(({ id }) => id === person.id);
  expect([has(gone), has(asked), has(recent)]).toEqual([false, true, true]);
});
