import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import type { Oversight } from "#app/features/oversight/oversight.answers.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";

const app = testApp();
const { aLodge, anOfficer } = lodgesOf(app);

const correct = (admin: TestMember, member: { id: string }, input: object) =>
  admin.put(`/api/admin/members/${member.id}/record`, input);
const recordOf = async ({ id }: { id: string }) => (await app.services.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;

test("a name and a Lodge are corrected: the Lodge is confirmed, the member is told and reads who it was", async () => {
  const [admin, member] = [await app.member({ role: "admin", name: "Otávio Leal" }), await app.member({ name: "Antonio Feraz" })];
  const lodgeId = await aLodge();
  const { status, body } = await correct(admin, member, { name: "  Antônio   Ferraz ", lodgeId });
  expect(status).toBe(200);
  expect(body.member).toMatchObject({ name: "Antônio Ferraz", lodge: expect.stringMatching(/^Luz do Vale nº /) });
  expect(await recordOf(member)).toMatchObject({ name: "Antônio Ferraz", lodgeId, lodgeConfirmedAt: expect.any(Date) });
  await app.runJobs();
  expect(app.mails().filter(({ to }) => to === member.email)).toHaveLength(1);
  const { lines } = (await member.get<Oversight>("/api/oversight")).body;
  expect(lines[0]).toMatchObject({ who: "Otávio Leal", what: expect.stringMatching(/^corrigiu o seu nome.* ou a sua Loja$/) });
  const [act] = await app.services.db.select().from(auditLog).where(eq(auditLog.action, "member.correct"));
  expect(act!.details).toEqual({ what: "o nome e a Loja" }); // neither the old name nor the new one
});

test("what is as it was is not written, told or recorded", async () => {
  const [admin, member] = [await app.member({ role: "admin" }), await app.member({ name: "Saulo Barreto" })];
  const acts = () => app.services.db.$count(auditLog, eq(auditLog.action, "member.correct"));
  const before = await acts();
  expect((await correct(admin, member, { name: "Saulo Barreto", lodgeId: null })).status).toBe(200);
  expect(await acts()).toBe(before);
});

test("who is moved to another Lodge holds no office in the former one any more", async () => {
  const admin = await app.member({ role: "admin" });
  const officer = await anOfficer(await aLodge());
  expect((await officer.get("/api/own-lodge")).status).toBe(200);
  expect((await correct(admin, officer, { name: "Lauro Bastos", lodgeId: await aLodge() })).status).toBe(200);
  expect((await officer.get("/api/own-lodge")).status).toBe(403);
});

test("a Lodge that is gone or closed, a name of one letter, one's own record: each is refused in words", async () => {
  const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
  const closed = await aLodge();
  await app.services.db.update(lodges).set({ active: false }).where(eq(lodges.id, closed));
  for (const lodgeId of [closed, randomUUID()]) {
    const { status, body } = await correct(admin, member, { name: "Membro de Teste", lodgeId });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["lodgeId"]]);
  }
  const short = await correct(admin, member, { name: "A", lodgeId: null });
  expect(short.body.fields).toEqual({ name: "Nome deve ter no mínimo 3 caracteres" });
  expect((await correct(admin, admin, { name: "Outro Nome", lodgeId: null })).body.message).toContain("Minha conta");
  expect((await correct(admin, { id: randomUUID() }, { name: "Outro Nome", lodgeId: null })).status).toBe(404);
});

test("the letter that confirms an address is sent once more for who does not find it, and for nobody else", async () => {
  const [admin, member, confirmed] = [
    await app.member({ role: "admin" }),
    await app.member({ unconfirmed: true }),
    await app.member(),
  ];
  const send = (id: string) => admin.post(`/api/admin/members/${id}/confirmation-letter`);
  expect((await send(member.id)).status).toBe(200);
  await app.runJobs();
  await app.runJobs();
  expect(app.mails().filter(({ to }) => to === member.email)).toHaveLength(1);
  expect(await send(confirmed.id)).toMatchObject({ status: 409, body: { message: "Este e-mail já está confirmado." } });
  expect((await send(randomUUID())).status).toBe(404);
  await app.services.db.update(profiles).set({ awaitsConfirmation: false }).where(eq(profiles.id, member.id));
  const { lines } = (await member.get("/api/oversight")).body;
  expect(lines.map(({ what }: { what: string }) => what)).toContain("enviou de novo a você a carta que confirma o endereço");
});

test("the link to a new password goes to the member's address, and its sending is recorded", async () => {
  const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
  expect((await admin.post(`/api/admin/members/${member.id}/password-link`)).status).toBe(200);
  await app.runJobs();
  await app.runJobs();
  const letters = app.mails().filter(({ to }) => to === member.email);
  expect(letters).toHaveLength(1);
  expect(letters[0]!.text).toContain("/reset-password#token=");
  expect(await app.services.db.$count(auditLog, eq(auditLog.action, "member.password-link"))).toBe(1);
});
