import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { contactMessages } from "#app/features/contact/contact.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import type { UnreadCount } from "#app/features/notices/notices.answers.ts";
import type { StuckLetters } from "#app/features/system/system.answers.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";
import type { AdminSummary, AdminWeeks } from "./admin.answers.ts";

const app = testApp();
const { aLodge, aBrother, anOfficer } = lodgesOf(app);
const ago = (time: string) => sql`now() - ${time}::interval`;

test("what waits is told from every room, the oldest first, with what is late; what waits for nobody is not", async () => {
  const { db } = app.services;
  const admin = await app.member({ role: "admin" });
  const matters = async () => (await admin.get<AdminSummary>("/api/admin/summary")).body.matters;
  expect(await matters()).toEqual([]);
  const [first, second] = [await app.member({ name: "Antônio Ferraz" }), await app.member({ name: "Saulo Barreto" })];
  for (const [member, days] of [
    [first, "9 days"],
    [second, "1 day"],
  ] as const)
    await db.insert(degreeRequests).values({
      userId: member.id,
      degree: "companheiro",
      lodge: "Luz do Vale",
      receivedOn: "2026-01-10",
      createdAt: ago(days),
    });
  await db.insert(contactMessages).values([
    {
      name: "Waldir Moura",
      email: "waldir@academia.test",
      subject: "Código",
      message: "Troquei de telefone.",
      createdAt: ago("2 days"),
    },
    {
      name: "Robô",
      email: "robo@academia.test",
      subject: "Oferta",
      message: "Compre.",
      suspect: true,
      createdAt: ago("30 days"),
    },
  ]);
  const letter = { kind: "test", subject: "Aviso", lastError: "550 5.1.1 No such user" };
  await db.insert(outboxMails).values([
    { ...letter, recipient: "foi@academia.test", refusedAt: ago("1 day"), createdAt: ago("1 day") },
    { ...letter, recipient: "esquecida@academia.test", refusedAt: ago("8 days"), createdAt: ago("8 days") },
    { ...letter, recipient: "agora@academia.test", createdAt: ago("10 minutes") },
    { ...letter, recipient: "espera@academia.test", createdAt: ago("3 days") },
  ]);
  await db.update(profiles).set({ lodge: "Loja sem lista" }).where(sql`id = ${first.id}`);
  const told = await matters();
  expect(told.map(({ kind, count, first, late }) => [kind, count, first, late])).toEqual([
    ["degrees", 2, "Antônio Ferraz", true],
    ["letters", 2, "espera@academia.test", false],
    ["messages", 1, "Waldir Moura", false],
    ["spellings", 1, "Loja sem lista", false],
  ]);
  const { body } = await admin.get<StuckLetters>("/api/admin/letters");
  expect(body.letters.map(({ address, gone }) => [address, gone])).toEqual([
    ["espera@academia.test", false],
    ["foi@academia.test", true],
  ]);
});

test("the weeks count lessons and who finished them, the last week at the end", async () => {
  const { db } = app.services;
  const admin = await app.member({ role: "admin" });
  const reader = await app.member();
  for (const [index, time] of ["1 day", "2 days", "8 days", "83 days", "85 days"].entries())
    await db.insert(lessonProgress).values({ userId: reader.id, lessonId: `m01-l0${index + 1}`, completedAt: ago(time) });
  const { body } = await admin.get<AdminWeeks>("/api/admin/weeks");
  expect(body.lessons).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  expect(body.studied).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  expect(body.passed).toEqual(Array(12).fill(0));
});

test("the header counts what waits for who decides, and nothing for others", async () => {
  const lodgeId = await aLodge();
  const [admin, officer, other] = [
    await app.member({ role: "admin" }),
    await anOfficer(lodgeId),
    await anOfficer(await aLodge()),
  ];
  const asks = await aBrother(lodgeId, { name: "Caio Mendonça" });
  const before = (await admin.get<UnreadCount>("/api/notices/unread")).body.decisions.administration!;
  await app.services.db
    .insert(degreeRequests)
    .values({ userId: asks.id, degree: "companheiro", lodge: "Luz do Vale", receivedOn: "2026-01-10" });
  const decisionsOf = async (reader: TestMember) => (await reader.get<UnreadCount>("/api/notices/unread")).body.decisions;
  expect(await decisionsOf(admin)).toEqual({ administration: before + 1, lodge: null });
  expect(await decisionsOf(officer)).toEqual({ administration: null, lodge: 1 });
  expect(await decisionsOf(other)).toEqual({ administration: null, lodge: 0 });
  expect(await decisionsOf(asks)).toEqual({ administration: null, lodge: null });
});
