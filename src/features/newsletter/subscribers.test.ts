import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { testApp } from "#tests/support/app.ts";
import type { SubscriberList } from "./newsletter.answers.ts";
import { purgeNewsletter } from "./newsletter.service.ts";
import { newsletterSubscribers } from "./newsletter.table.ts";
import { newsletterOf } from "./newsletter.test-support.ts";

const app = testApp();
const { newAddress, ask, tokenFor, rowOf, confirm, leave, confirmedSubscriber } = newsletterOf(app);

describe("keeping and forgetting", () => {
  const age = (email: string, days: number) =>
    app.services.db
      .update(newsletterSubscribers)
      .set({ requestedAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(newsletterSubscribers.email, email));

  test("an address that nobody confirmed in 30 days is removed; confirmed and gone ones stay", async () => {
    const [old, recent] = [newAddress(), newAddress()];
    await ask(old);
    await ask(recent);
    const confirmed = await confirmedSubscriber();
    const gone = await confirmedSubscriber();
    await leave(gone.token);
    for (const email of [old, confirmed.email, gone.email]) await age(email, 31);
    await age(recent, 29);
    await purgeNewsletter.run(app.services, {});
    expect(await rowOf(old)).toBeUndefined();
    for (const email of [recent, confirmed.email, gone.email]) expect(await rowOf(email)).toBeDefined();
  });

  test("asking again begins the 30 days again", async () => {
    const email = newAddress();
    await ask(email);
    await age(email, 31);
    await ask(email);
    await purgeNewsletter.run(app.services, {});
    expect(await rowOf(email)).toBeDefined();
  });

  test("deleting a member takes their address off the list", async () => {
    const member = await app.member();
    await ask(member.email);
    await confirm(tokenFor(member.email, "confirmar"));
    await app.services.db.transaction((tx) => deleteMember(tx, app.services, member.id));
    expect(await rowOf(member.email)).toBeUndefined();
  });
});

describe("for administrators", () => {
  test.each([
    ["post", "/api/newsletter/subscribers/search"],
    ["post", "/api/newsletter/subscribers/export"],
    ["delete", `/api/newsletter/subscribers/${randomUUID()}`],
  ] as const)("%s %s asks for one", async (method, path) => {
    expect((await app.visitor[method](path)).status).toBe(401);
    expect(await (await app.member())[method](path)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  test("the list filters, searches and counts", async () => {
    const admin = await app.member({ role: "admin" });
    const prefix = randomUUID();
    const [one, two] = [`${prefix}-um@boletim.test`, `${prefix}-dois@boletim.test`];
    await ask(one);
    await ask(two);
    await confirm(tokenFor(two, "confirmar"));
    const read = async (input: object) => (await admin.post<SubscriberList>("/api/newsletter/subscribers/search", input)).body;
    const both = await read({ search: prefix.toUpperCase() });
    expect(both.subscribers.map(({ email, status }) => [email, status])).toEqual([
      [two, "confirmed"],
      [one, "pending"],
    ]);
    expect(both.next).toBeNull();
    expect(Object.keys(both.subscribers[0]!).sort()).toEqual([
      "confirmedAt",
      "email",
      "id",
      "requestedAt",
      "status",
      "unsubscribedAt",
    ]);
    expect((await read({ search: prefix, status: "pending" })).subscribers.map(({ email }) => email)).toEqual([one]);
    expect((await read({ search: prefix.replaceAll("-", "_") })).subscribers).toEqual([]); // no wildcards
    expect((await read({ search: "%" })).subscribers).toEqual([]);
    const total = await app.services.db.$count(newsletterSubscribers);
    const { counts } = await read({});
    expect(counts.pending + counts.confirmed + counts.unsubscribed).toBe(total);
  });

  test.each([{ status: "other" }, { page: 2 }, { after: 2 }, { search: "\u0000" }, { sort: "email" }])(
    "%j is refused",
    async (input) => {
      const admin = await app.member({ role: "admin" });
      expect((await admin.post("/api/newsletter/subscribers/search", input)).status).toBe(422);
    },
  );

  test("the file holds one line per address, no formula, and each one's link to leave", async () => {
    const admin = await app.member({ role: "admin" });
    const formula = `+cmd${randomUUID()}@boletim.test`;
    await ask(formula);
    await confirm(tokenFor(formula, "confirmar"));
    const waiting = newAddress();
    await ask(waiting);
    const answer = await admin.post("/api/newsletter/subscribers/export", { status: "confirmed" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="boletim.csv"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const lines = (answer.body as string)
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(lines[0]).toBe('"E-mail";"Situação";"Pedido em";"Confirmado em";"Cancelado em";"Link para sair"');
    const line = lines.find((each) => each.includes(formula))!;
    expect(line.startsWith(`"'${formula}";"confirmado";"`)).toBe(true);
    const token = /boletim\/sair#token=([\w.-]+)/.exec(line)![1]!;
    expect((await leave(token)).status).toBe(200);
    expect(answer.body).not.toContain(waiting);
    const [entry] = await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entry).toMatchObject({ action: "newsletter.export", details: { status: "confirmed", count: lines.length - 1 } });
  });

  test("an address is deleted at its owner's wish, and its link with it", async () => {
    const admin = await app.member({ role: "admin" });
    const email = newAddress();
    await ask(email);
    const { id } = (await rowOf(email))!;
    expect((await admin.delete(`/api/newsletter/subscribers/${id}`)).status).toBe(200);
    expect(await rowOf(email)).toBeUndefined();
    expect((await confirm(tokenFor(email, "confirmar"))).status).toBe(400);
    expect((await admin.delete(`/api/newsletter/subscribers/${id}`)).status).toBe(404);
    expect((await admin.delete("/api/newsletter/subscribers/1")).status).toBe(404);
    const [entry] = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(entry).toMatchObject({ action: "newsletter.delete", actorId: admin.id });
    expect(JSON.stringify(entry)).not.toContain(email);
  });
});
