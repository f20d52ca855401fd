import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { ContactMessage, ContactMessageList } from "./contact.answers.ts";
import { contactMessages } from "./contact.table.ts";
import { contactOf } from "./contact.test-support.ts";
import { purgeMessages } from "./messages.service.ts";

const app = testApp();
const { filled, rowOf, sent } = contactOf(app);

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

  test("messages are listed by state, newest first, with named fields only", async () => {
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
    const row = filled();
    const { website: _, elapsedMs: __, ...stored } = row;
    await app.services.db.insert(contactMessages).values(Array.from({ length: 21 }, () => stored));
    const first = await list(admin);
    expect(first.messages).toHaveLength(20);
    const second = await list(admin, `after=${encodeURIComponent(first.next!)}`);
    expect(second.messages.length).toBeGreaterThan(0);
    const ids = new Set([...first.messages, ...second.messages].map(({ id }) => id));
    expect(ids.size).toBe(first.messages.length + second.messages.length);
    await app.services.db.delete(contactMessages).where(eq(contactMessages.subject, stored.subject));
  });

  test("a message is resolved and opened again, and both are in the audit log", async () => {
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

  test("twenty presses at once make one move, and the first administrator's name is kept", async () => {
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

  test("an administrator who leaves takes their name with them, not the message", async () => {
    const [admin] = await Promise.all([app.member({ role: "admin" }), app.member({ role: "admin" })]);
    const { id, subject } = await sent();
    await admin.patch(`/api/contact/messages/${id}`, { resolved: true });
    await app.services.db.transaction((tx) => deleteMember(tx, app.services, admin.id));
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
