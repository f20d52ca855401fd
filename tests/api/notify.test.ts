import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "../support/app.ts";

const app = testApp();

const lettersTo = (email: string) => app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email));

const tell = (member: Pick<TestMember, "id">) =>
  app.services.db.transaction((tx) => app.services.notify(tx, "password-changed", { memberId: member.id }, {}));

test("a member gets a letter to their address, under its kind", async () => {
  const member = await app.member({ name: "Antônio Prado" });
  await tell(member);
  const [letter, ...more] = await lettersTo(member.email);
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ kind: "password-changed", subject: "Sua senha foi alterada", sentAt: null });
  expect(letter!.text).toMatch(/^Olá, Antônio\.\n/);
  expect(letter!.text).toContain("http://academia.test/forgot-password");
});

test("a name typed into a sign-up with somebody else's address does not reach them by letter", async () => {
  const member = await app.member({ name: "Premiado" });
  await app.services.db.update(profiles).set({ emailVerified: false }).where(eq(profiles.id, member.id));
  await tell(member);
  const [letter] = await lettersTo(member.email);
  expect(letter!.text).toMatch(/^Olá\.\n/);
  expect(`${letter!.text}${letter!.html}`).not.toContain("Premiado");
});

test("nothing is sent for what is rolled back, nor to a member who is gone", async () => {
  const member = await app.member();
  const failing = app.services.db.transaction(async (tx) => {
    await app.services.notify(tx, "password-changed", { memberId: member.id }, {});
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await lettersTo(member.email)).toEqual([]);
  const before = await app.services.db.$count(outboxMails);
  await tell({ id: randomUUID() });
  expect(await app.services.db.$count(outboxMails)).toBe(before);
});
