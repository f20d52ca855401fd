import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TestMember, testApp } from "../../../tests/support/app.ts";
import { outboxMails } from "../../server/mail/mail.table.ts";
import { userRoles } from "../account/account.table.ts";
import { deleteMember } from "../account/deletion.service.ts";
import { auditLog } from "../audit/audit.table.ts";
import { type ContactMessage, type ContactMessageList, MESSAGE_LIMIT } from "./contact.schema.ts";
import { contactMessages } from "./contact.table.ts";
import { purgeMessages } from "./messages.service.ts";

const app = testApp();

let network = 0;
/** A visitor whose tries count for himself alone. */
const stranger = () => {
  network += 1;
  return app.visitorFrom(`198.52.${Math.floor(network / 250)}.${network % 250}`);
};

/** A form filled in by a person; each subject is its own, so that a test finds its message. */
const filled = (changes: Record<string, unknown> = {}) => ({
  name: "Joaquim Prado",
  email: "joaquim@visita.test",
  subject: `Assunto ${randomUUID()}`,
  message: "Boa noite.\n\nGostaria de saber se a biblioteca recebe doações.",
  website: "",
  elapsedMs: 42_000,
  ...changes,
});

const rowOf = async (subject: string) => {
  const [row] = await app.services.db.select().from(contactMessages).where(eq(contactMessages.subject, subject));
  return row;
};

/** Sends a message that nobody doubts, and reads it back. */
async function sent(changes: Record<string, unknown> = {}) {
  const form = filled(changes);
  expect((await stranger().post("/api/contact", form)).status).toBe(200);
  return (await rowOf(form.subject))!;
}

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
    expect(left!.sentAt).toBeInstanceOf(Date);
    await app.services.db.delete(userRoles);
  });

  test("a signed-in member's message is tied to his account, and goes with it", async () => {
    const member = await app.member();
    const form = filled();
    expect((await member.post("/api/contact", form)).status).toBe(200);
    expect((await rowOf(form.subject))!.userId).toBe(member.id);
    await app.services.db.transaction((tx) => deleteMember(tx, member.id));
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

describe("for administrators", () => {
  const list = async (admin: TestMember, query = "") =>
    (await admin.get<ContactMessageList>(`/api/contact/messages?${query}`)).body;
  const find = async (admin: TestMember, state: string, id: string) =>
    (await list(admin, `state=${state}`)).messages.find((message) => message.id === id);

  test.each([
    ["get", "/api/contact/messages", undefined],
    ["patch", `/api/contact/messages/${randomUUID()}`, { resolved: true }],
    ["delete", `/api/contact/messages/${randomUUID()}`, undefined],
  ] as const)("%s %s asks for one", async (method, path, json) => {
    const send = (caller: Pick<TestMember, "get" | "patch" | "delete">) =>
      method === "get" ? caller.get(path) : caller[method](path, json);
    expect((await send(app.visitor)).status).toBe(401);
    expect(await send(await app.member())).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  test("messages stand in their state, newest first, with named fields only", async () => {
    const admin = await app.member({ role: "admin" });
    const [older, newer, doubtful] = [await sent(), await sent(), await sent({ website: "x" })];
    const open = await list(admin);
    expect(open.messages.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(Object.keys(open.messages[0]!).sort()).toEqual([
      "createdAt",
      "email",
      "fromMember",
      "id",
      "message",
      "name",
      "resolved",
      "subject",
      "suspect",
    ]);
    expect(await find(admin, "open", doubtful.id)).toBeUndefined();
    expect(await find(admin, "suspect", doubtful.id)).toMatchObject({ suspect: true });
    expect(open.counts.open + open.counts.resolved + open.counts.suspect).toBe(await app.services.db.$count(contactMessages));
    for (const query of ["state=x", "page=0", "sort=name"])
      expect((await admin.get(`/api/contact/messages?${query}`)).status).toBe(422);
  });

  test("the list comes in pages of twenty", async () => {
    const admin = await app.member({ role: "admin" });
    const before = (await list(admin)).counts.open;
    const row = filled();
    const { website: _, elapsedMs: __, ...stored } = row;
    await app.services.db.insert(contactMessages).values(Array.from({ length: 21 }, () => stored));
    const first = await list(admin);
    expect(first.messages).toHaveLength(20);
    expect(first.pages).toBe(Math.ceil((before + 21) / 20));
    const second = await list(admin, "page=2");
    const ids = new Set([...first.messages, ...second.messages].map(({ id }) => id));
    expect(ids.size).toBe(first.messages.length + second.messages.length);
    expect((await list(admin, "page=999")).messages).toEqual([]);
    await app.services.db.delete(contactMessages).where(eq(contactMessages.subject, stored.subject));
  });

  test("a message is resolved and opened again, and both stand in the audit log", async () => {
    const admin = await app.member({ role: "admin", name: "Otávio Leal" });
    const { id } = await sent();
    const resolved = await admin.patch<ContactMessage>(`/api/contact/messages/${id}`, { resolved: true });
    expect(resolved).toMatchObject({ status: 200, body: { id, resolved: { by: "Otávio Leal" } } });
    expect(await find(admin, "open", id)).toBeUndefined();
    expect(await find(admin, "resolved", id)).toMatchObject({ resolved: { by: "Otávio Leal" } });
    const opened = await admin.patch<ContactMessage>(`/api/contact/messages/${id}`, { resolved: false });
    expect(opened.body.resolved).toBeNull();
    expect(await find(admin, "open", id)).toBeDefined();
    const entries = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["contact-message.handle", { resolved: true }],
      ["contact-message.handle", { resolved: false }],
    ]);
    expect(JSON.stringify(entries)).not.toContain("joaquim@visita.test");
  });

  test("twenty presses at once make one move, and the first administrator's name stands", async () => {
    const admins = await Promise.all([app.member({ role: "admin" }), app.member({ role: "admin" })]);
    const { id } = await sent();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => admins[index % 2]!.patch(`/api/contact/messages/${id}`, { resolved: true })),
    );
    expect(await app.services.db.$count(auditLog, eq(auditLog.targetId, id))).toBe(1);
  });

  test("a message that was set aside and is opened again is no longer suspect", async () => {
    const admin = await app.member({ role: "admin" });
    const { id } = await sent({ website: "x" });
    await admin.patch(`/api/contact/messages/${id}`, { resolved: true });
    await admin.patch(`/api/contact/messages/${id}`, { resolved: false });
    expect(await find(admin, "open", id)).toMatchObject({ suspect: false });
  });

  test("a message is deleted at its writer's wish", async () => {
    const admin = await app.member({ role: "admin" });
    const { id, subject } = await sent();
    expect((await admin.delete(`/api/contact/messages/${id}`)).status).toBe(200);
    expect(await rowOf(subject)).toBeUndefined();
    expect((await admin.delete(`/api/contact/messages/${id}`)).status).toBe(404);
    expect(await app.services.db.$count(auditLog, eq(auditLog.targetId, id))).toBe(1);
  });

  test("unknown messages and unknown changes are refused", async () => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.patch(`/api/contact/messages/${randomUUID()}`, { resolved: true })).status).toBe(404);
    expect((await admin.patch("/api/contact/messages/1", { resolved: true })).status).toBe(404);
    const { id } = await sent();
    for (const json of [{}, { resolved: "sim" }, { resolved: true, message: "x" }])
      expect((await admin.patch(`/api/contact/messages/${id}`, json)).status).toBe(422);
  });

  test("an administrator who leaves takes his name with him, not the message", async () => {
    const [admin] = await Promise.all([app.member({ role: "admin" }), app.member({ role: "admin" })]);
    const { id, subject } = await sent();
    await admin.patch(`/api/contact/messages/${id}`, { resolved: true });
    await app.services.db.transaction((tx) => deleteMember(tx, admin.id));
    expect(await rowOf(subject)).toMatchObject({ resolvedBy: null, resolvedAt: expect.any(Date) });
  });
});

test("resolved and doubtful messages are forgotten after 30 days; open ones wait", async () => {
  const [old, recent, open, doubtful] = [await sent(), await sent(), await sent(), await sent({ website: "x" })];
  const set = (id: string, values: { resolvedAt?: unknown; createdAt?: unknown }) =>
    app.services.db
      .update(contactMessages)
      .set(values as never)
      .where(eq(contactMessages.id, id));
  await set(old.id, { resolvedAt: sql`now() - interval '31 days'` });
  await set(recent.id, { resolvedAt: sql`now() - interval '29 days'`, createdAt: sql`now() - interval '90 days'` });
  await set(open.id, { createdAt: sql`now() - interval '90 days'` });
  await set(doubtful.id, { createdAt: sql`now() - interval '31 days'` });
  await purgeMessages.run(app.services, {});
  const left = await Promise.all([old, recent, open, doubtful].map(async ({ subject }) => (await rowOf(subject)) !== undefined));
  expect(left).toEqual([false, true, true, false]);
});
