import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userRoles } from "#app/features/account/account.table.ts";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { testApp } from "#tests/support/app.ts";
import { MESSAGE_LIMIT } from "./contact.schema.ts";
import { contactMessages } from "./contact.table.ts";
import { contactOf } from "./contact.test-support.ts";

const app = testApp();
const { stranger, filled, rowOf, sent } = contactOf(app);

/** Letters about one message. */
const lettersAbout = (subject: string) => app.mails().filter(({ text }) => text.includes(`Assunto: ${subject}`));

const headersOf = (letter: string) => letter.slice(0, letter.search(/\r?\n\r?\n/));

describe("writing", () => {
  test("a visitor's message is kept, and every administrator gets it, to be answered with one press", async () => {
    const admins = await Promise.all([app.member({ role: "admin", name: "Otávio Leal" }), app.member({ role: "admin" })]);
    const member = await app.member();
    const form = filled();
    expect(await stranger().post("/api/contact", form)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await rowOf(form.subject)).toMatchObject({
      name: form.name,
      email: form.email,
      message: form.message,
      userId: null,
      suspect: false,
      resolvedAt: null,
    });
    await app.runJobs();
    const letters = lettersAbout(form.subject);
    for (const { email } of admins) expect(letters.filter(({ to }) => to === email)).toHaveLength(1);
    expect(letters.some(({ to }) => to === member.email)).toBe(false);
    for (const { subject, text } of letters) {
      expect(subject).toBe("Nova mensagem pelo site");
      expect(headersOf(text)).toMatch(/^Reply-To: joaquim@visita\.test$/m);
      expect(headersOf(text)).not.toContain(form.subject);
      expect(text).toContain("Gostaria de saber se a biblioteca recebe doações.");
      expect(text).toContain("sem entrar em uma conta");
    }
    await app.services.db.delete(userRoles);
  });

  test("once a letter has left, neither its text nor the writer's address is kept in the outbox", async () => {
    const admin = await app.member({ role: "admin" });
    await sent({ email: "passageiro@visita.test" });
    const waiting = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, admin.email));
    expect(waiting).toMatchObject([{ replyTo: "passageiro@visita.test", sentAt: null }]);
    await app.runJobs();
    const [left] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, admin.email));
    expect(left).toMatchObject({ replyTo: null, html: null, text: null });
    expect(left!.filedAt).toBeInstanceOf(Date);
    await app.services.db.delete(userRoles);
  });

  test("a signed-in member's message is tied to their account, and goes with it", async () => {
    const member = await app.member();
    const form = filled();
    expect((await member.post("/api/contact", form)).status).toBe(200);
    expect((await rowOf(form.subject))!.userId).toBe(member.id);
    await app.services.db.transaction((tx) => deleteMember(tx, app.services, member.id));
    expect(await rowOf(form.subject)).toBeUndefined();
  });

  test("Windows line breaks become plain ones, and blanks around the fields go", async () => {
    const row = await sent({ name: "  Joaquim Prado ", message: "  Primeira linha\r\nsegunda linha\r\r\n " });
    expect(row).toMatchObject({ name: "Joaquim Prado", message: "Primeira linha\nsegunda linha" });
  });

  test.each([
    ["name", "Jo", "Nome deve ter no mínimo 3 caracteres"],
    ["name", "a".repeat(101), "Nome muito longo"],
    ["name", "Joaquim\r\nBcc: outro@visita.test", "Escreva em uma só linha"],
    ["email", "nada", "Email inválido"],
    ["email", "", "Email inválido"],
    ["email", `${"a".repeat(250)}@b.test`, "Email muito longo"],
    ["email", "a@b.test\r\nBcc: c@d.test", "Email inválido"],
    ["email", "a@b.test\nSubject: outro", "Email inválido"],
    ["email", "a@b.test,c@d.test", "Email inválido"],
    ["email", "A <a@b.test>", "Email inválido"],
    ["email", "a@b.test%0d%0aBcc:c@d.test", "Email inválido"],
    ["subject", "  a ", "Assunto deve ter no mínimo 3 caracteres"],
    ["subject", "a".repeat(121), "Assunto muito longo"],
    ["subject", "Olá\nBcc: c@d.test", "Escreva em uma só linha"],
    ["message", "curta", "Mensagem deve ter no mínimo 10 caracteres"],
    ["message", "a".repeat(MESSAGE_LIMIT + 1), "Mensagem muito longa"],
    ["message", "com um zero \u0000 no meio", "A mensagem tem caracteres que não se leem"],
  ])("%s %j is refused in words, and nothing is kept or sent", async (field, value, message) => {
    const [messages, letters] = [await app.services.db.$count(contactMessages), await app.services.db.$count(outboxMails)];
    expect(await stranger().post("/api/contact", filled({ [field]: value }))).toMatchObject({
      status: 422,
      body: { code: "invalid_input", fields: { [field]: message } },
    });
    expect(await app.services.db.$count(contactMessages)).toBe(messages);
    expect(await app.services.db.$count(outboxMails)).toBe(letters);
  });

  test("every field at its longest is taken", async () => {
    const row = await sent({ name: "a".repeat(100), message: "b".repeat(MESSAGE_LIMIT) });
    expect(row.message).toHaveLength(MESSAGE_LIMIT);
  });

  test("a missing field, an unknown one, or another shape is refused", async () => {
    const { message: _, ...without } = filled();
    for (const json of [without, filled({ resolvedAt: null }), filled({ suspect: false }), [], "x", filled({ elapsedMs: "9" })])
      expect((await stranger().post("/api/contact", json)).status).toBe(422);
  });

  test("the sixth message of an hour from one network is refused, and other networks are not", async () => {
    const visitor = app.visitorFrom("203.0.113.78");
    for (let tries = 1; tries <= 5; tries += 1) expect((await visitor.post("/api/contact", filled())).status).toBe(200);
    expect(await visitor.post("/api/contact", filled())).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
    expect((await stranger().post("/api/contact", filled())).status).toBe(200);
  });

  test("an IPv6 network counts as one", async () => {
    for (let tries = 1; tries <= 5; tries += 1)
      expect((await app.visitorFrom(`2001:db8:0:7::${tries}`).post("/api/contact", filled())).status).toBe(200);
    expect((await app.visitorFrom("2001:db8:0:7::99").post("/api/contact", filled())).status).toBe(429);
  });
});

describe("what looks automated", () => {
  test.each([
    ["the hidden field is filled in", { website: "https://spam.example" }],
    ["it all took a second", { elapsedMs: 1_000 }],
  ])("when %s, the answer is the same, the message is set aside, and nobody is written to", async (_, changes) => {
    await app.member({ role: "admin" });
    const form = filled(changes);
    expect(await stranger().post("/api/contact", form)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await rowOf(form.subject))!.suspect).toBe(true);
    await app.runJobs();
    expect(lettersAbout(form.subject)).toEqual([]);
    await app.services.db.delete(userRoles);
  });
});
