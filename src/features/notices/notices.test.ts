import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Facts, Kind } from "#app/composition/notice-kinds.ts";
import { profiles, sessions } from "#app/features/account/account.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { notices, pushSubscriptions } from "#app/server/notify/notices.table.ts";
import { openPush } from "#app/server/notify/push.ts";
import { pushNotice } from "#app/server/notify/push-notice.ts";
import { sendDigests } from "#app/server/notify/send-digests.ts";
import { unsubscribeUrl } from "#app/server/notify/unsubscribe.ts";
import { writeNotice } from "#app/server/notify/write-notice.ts";
import { openLive } from "#app/server/realtime/live.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { openNode } from "#tests/support/nodes.ts";
import type { NoticeParts, NoticesPage, Preferences } from "./notices.answers.ts";

const app = testApp();

const tell = <Of extends Kind>(member: TestMember, kind: Of, facts: Facts[Of], from?: string) =>
  app.services.db.transaction((tx) => writeNotice(tx, kind, { memberId: member.id, from }, facts));
const message = { mentorshipSessionId: randomUUID(), scheduledDate: null };
const list = async (member: TestMember, query = "") => (await member.get<NoticesPage>(`/api/notices${query}`)).body;
const unread = async (member: TestMember) => (await member.get("/api/notices/unread")).body.unread;

describe("the list", () => {
  test("shows what happened in words, newest first, with its way; nobody sees another's", async () => {
    const [member, other, actor] = [await app.member(), await app.member(), await app.member({ name: "Roberto Azevedo" })];
    await tell(member, "certificate-issued", {});
    const scheduledDate = "2026-12-05T22:30:00.000Z";
    const move = { mentorshipSessionId: message.mentorshipSessionId, by: "mentor" as const, scheduledDate, durationMinutes: 60 };
    await tell(member, "mentoring-accept", move, actor.id);
    const page = await list(member);
    expect(page).toMatchObject({
      unread: 2,
      next: null,
      notices: [
        {
          topic: "Mentoria",
          text: "Roberto Azevedo aceitou: 5 de dezembro, às\u00a019:30",
          path: `/mentoria/sessao/${message.mentorshipSessionId}`,
          read: false,
        },
        { topic: "Estudo", text: "Seu certificado está pronto", path: "/certificados" },
      ],
    });
    expect(page.oldestUnread).toBe(page.notices[1]!.at);
    expect(await list(other)).toEqual({ notices: [], next: null, unread: 0, oldestUnread: null });
    const [first] = page.notices;
    expect((await other.put(`/api/notices/${first!.id}/read`)).status).toBe(404);
    expect((await other.put("/api/notices/read", { newest: first!.id })).status).toBe(404);
    expect(await unread(member)).toBe(2);
    await app.services.db.delete(profiles).where(eq(profiles.id, actor.id));
    expect((await list(member)).notices[0]!.text).toMatch(/^Um membro aceitou/);
  });

  test("a line of several unfolds into each of them, and nobody else's; a line of one into nothing", async () => {
    const [member, other, actor] = [await app.member(), await app.member(), await app.member({ name: "Roberto Azevedo" })];
    await tell(member, "mentoring-message", message, actor.id);
    await member.put("/api/notices/read", { newest: (await list(member)).notices[0]!.id });
    await tell(member, "certificate-issued", {});
    for (let times = 0; times < 3; times += 1) await tell(member, "mentoring-message", message, actor.id);
    const [line, single, read] = (await list(member)).notices;
    expect(line).toMatchObject({ count: 3, unfold: "Uma por uma" });
    expect([single!.unfold, read!.unfold]).toEqual([null, null]);
    const { parts } = (await member.get<NoticeParts>(`/api/notices/${line!.id}/parts`)).body;
    expect(parts.map(({ text }) => text)).toEqual(Array(3).fill("Roberto Azevedo"));
    expect(parts[0]).toMatchObject({ id: line!.id, at: line!.at });
    expect(parts.map(({ at }) => at)).toEqual(
      parts
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(parts.map(({ id }) => id)).not.toContain(read!.id); // it is a line of its own
    expect((await member.get<NoticeParts>(`/api/notices/${single!.id}/parts`)).body.parts).toEqual([]);
    expect((await other.get(`/api/notices/${line!.id}/parts`)).status).toBe(404);
  });

  test("opening marks one; marking all leaves what came meanwhile; the unread have a list of their own", async () => {
    const member = await app.member();
    await tell(member, "degree-changed", {});
    await tell(member, "certificate-issued", {});
    const [newest, oldest] = (await list(member)).notices;
    expect((await member.put(`/api/notices/${oldest!.id}/read`)).body).toMatchObject({ unread: 1 });
    expect((await member.put(`/api/notices/${oldest!.id}/read`)).body).toMatchObject({ unread: 1 });
    await tell(member, "certificate-revoked", {});
    expect((await member.put("/api/notices/read", { newest: newest!.id })).body).toMatchObject({ unread: 1 });
    expect((await list(member, "?show=unread")).notices.map(({ text }) => text)).toEqual(["Um certificado seu foi revogado"]);
    expect((await list(member)).notices.map(({ read }) => read)).toEqual([false, true, true]);
  });

  test("notices of a group are one line while unread, and begin another once read", async () => {
    const [member, writer] = [await app.member(), await app.member({ name: "Roberto Azevedo" })];
    for (let count = 0; count < 3; count += 1) await tell(member, "mentoring-message", message, writer.id);
    const [line] = (await list(member)).notices;
    expect(line).toMatchObject({ text: "3 mensagens de Roberto Azevedo em uma sessão", count: 3 });
    expect(await unread(member)).toBe(1);
    await member.put(`/api/notices/${line!.id}/read`);
    await tell(member, "mentoring-message", message, writer.id);
    expect((await list(member)).notices.map(({ text }) => text)).toEqual([
      "Roberto Azevedo escreveu em uma sessão",
      "3 mensagens de Roberto Azevedo em uma sessão",
    ]);
  });

  test("goes on behind its last line, whatever came meanwhile", async () => {
    const member = await app.member();
    await app.services.db.insert(notices).values(
      Array.from({ length: 40 }, (_, index) => ({
        userId: member.id,
        kind: "password-changed" as const,
        facts: {},
        createdAt: new Date(Date.now() - index * 1000),
      })),
    );
    const first = await list(member);
    await tell(member, "certificate-issued", {});
    const second = await list(member, `?after=${encodeURIComponent(first.next!)}`);
    expect([first.notices.length, second.notices.length, second.next]).toEqual([30, 10, null]);
    expect(new Set([...first.notices, ...second.notices].map(({ id }) => id)).size).toBe(40);
  });

  test("a kind that the program no longer knows is left out", async () => {
    const member = await app.member();
    await app.services.db.insert(notices).values({ userId: member.id, kind: "former" as Kind, facts: {} });
    expect((await list(member)).notices).toEqual([]);
  });

  test.each([
    ["GET", "/api/notices?show=outras", undefined],
    ["PUT", "/api/notices/read", { newest: "x" }],
    ["PUT", "/api/notices/read", {}],
  ])("%s %s with %j is refused in words", async (method, path, json) => {
    const member = await app.member();
    const answer = method === "GET" ? await member.get(path) : await member.put(path, json);
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_input" } });
  });
});

test("facts that are only for the letter are not kept", async () => {
  const member = await app.member({ role: "admin" });
  const words = { name: "Joaquim", email: "j@visita.example", subject: "S", message: "Palavras", fromMember: false };
  await tell(member, "contact-message", words);
  const [row] = await app.services.db.select().from(notices).where(eq(notices.userId, member.id));
  expect(row!.facts).toEqual({ fromMember: false });
});

test("who has not confirmed their address has their bell, too", async () => {
  const member = await app.member({ unconfirmed: true });
  await tell(member, "password-changed", {});
  expect(await unread(member)).toBe(1);
});

const notify = <Of extends Kind>(member: TestMember, kind: Of, facts: Facts[Of]) =>
  app.services.db.transaction((tx) => app.services.notify(tx, kind, { memberId: member.id } as never, facts));
const lettersTo = ({ email }: TestMember) =>
  app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email)).orderBy(outboxMails.createdAt);
const choose = (member: TestMember, json: object) => member.patch<Preferences>("/api/notices/preferences", json);

describe("preferences", () => {
  test("here, e-mail, digest, never: each topic as its member has chosen, the others as they were", async () => {
    const member = await app.member();
    const before = (await member.get<Preferences>("/api/notices/preferences")).body;
    expect(before.topics.map(({ topic, channel }) => `${topic} ${channel}`)).toEqual([
      "mentoring email",
      "messages email",
      "community here",
      "weekly email",
      "week never",
      "degree email",
      "study email",
      "review here",
      "reading here",
      "announcements email",
    ]);
    await choose(member, { channels: { study: "never" } });
    await choose(member, { channels: { degree: "here" } });
    const after = (await choose(member, { channels: { mentoring: "digest" } })).body;
    expect(after.topics.map(({ channel }) => channel)).toEqual([
      "digest",
      "email",
      "here",
      "email",
      "never",
      "here",
      "never",
      "here",
      "here",
      "email",
    ]);
    await notify(member, "certificate-issued", {});
    await notify(member, "degree-changed", {});
    await notify(member, "mentoring-reminder", { ...message, days: 2 });
    await notify(member, "mentoring-unread", message);
    await notify(member, "password-changed", {});
    expect((await lettersTo(member)).map(({ kind }) => kind)).toEqual(["mentoring-unread", "password-changed"]);
    expect((await list(member)).notices.map(({ topic }) => topic)).toEqual(["Segurança", "Mentoria", "Cadastro"]);
  });

  test.each([
    [{ channels: { security: "never" } }, "channels"],
    [{ channels: { administration: "never" } }, "channels"],
    [{ channels: { nada: "here" } }, "channels"],
    [{ channels: { study: "pombo" } }, "channels.study"],
    [{ quiet: { from: "24:00", to: "07:00" } }, "quiet.from"],
    [{ quiet: { from: "07:00", to: "07:00" } }, "quiet.to"],
    [{ timeZone: "America/Atlantida" }, "timeZone"],
    [{ timeZone: "'; drop table notices" }, "timeZone"],
    [{ userId: randomUUID() }, "form"],
  ])("%j is refused in words", async (json, field) => {
    const answer = await choose(await app.member(), json);
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });

  test("an administrator is asked about what only administrators are told", async () => {
    const admin = await app.member({ role: "admin" });
    const { topics } = (await admin.get<Preferences>("/api/notices/preferences")).body;
    expect(topics.map(({ topic }) => topic)).toContain("administration");
  });

  test("in quiet hours a letter waits for their end, by the member's own clock; what guards the account does not", async () => {
    const member = await app.member();
    // quiet for the whole day but one minute, an hour ago where the member is
    const clock = (offset: number, timeZone: string) =>
      new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(Date.now() + offset * 60_000);
    const timeZone = "America/Rio_Branco";
    await choose(member, { quiet: { from: clock(-60, timeZone), to: clock(-61, timeZone) }, timeZone });
    await notify(member, "certificate-issued", {});
    await notify(member, "password-changed", {});
    await app.runJobs();
    const sent = (await lettersTo(member)).map(({ kind, filedAt }) => [kind, filedAt !== null]);
    expect(sent).toEqual([
      ["certificate-issued", false],
      ["password-changed", true],
    ]);
    const [job] = (
      await app.services.db.execute(
        sql`select round(extract(epoch from start_after - now()) / 3600)::int as hours from pgboss.job where name = 'deliver-mail' and state = 'created' order by created_on desc limit 1`,
      )
    ).rows;
    expect(job!.hours).toBe(23);
    expect(await unread(member)).toBe(2);
  });
});

describe("the day's letter", () => {
  const waitFor = (member: TestMember, hours: number) =>
    app.services.db.execute(
      sql`update notices set created_at = created_at - make_interval(hours => ${hours}) where user_id = ${member.id}`,
    );

  test("tells once of what is unread, by titles alone, and leaves what was read or came after six", async () => {
    const member = await app.member({ name: "Antônio Prado" });
    await choose(member, { channels: { mentoring: "digest", study: "digest" } });
    await notify(member, "mentoring-reminder", { ...message, days: 2 });
    await notify(member, "mentoring-reminder", { ...message, days: 5 });
    await notify(member, "certificate-issued", {});
    await member.put(`/api/notices/${(await list(member)).notices[0]!.id}/read`);
    await waitFor(member, 24);
    await Promise.all([sendDigests.run(app.services, {}), sendDigests.run(app.services, {})]);
    await sendDigests.run(app.services, {});
    const [letter, ...more] = await lettersTo(member);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ kind: "daily-digest", subject: "Seu resumo do dia" });
    expect(letter!.text).toContain("• Um pedido de sessão espera a sua resposta (2)");
    expect(letter!.text).not.toContain("certificado");
    await notify(member, "certificate-revoked", {});
    await app.services.db.execute(sql`update notices set created_at = now() + interval '1 minute' where user_id = ${member.id}`);
    await sendDigests.run(app.services, {});
    expect(await lettersTo(member)).toHaveLength(1);
  });

  test("waits for the end of quiet hours", async () => {
    const member = await app.member();
    await choose(member, { channels: { study: "digest" }, quiet: { from: "00:00", to: "23:59" } });
    await notify(member, "certificate-issued", {});
    await waitFor(member, 24);
    await sendDigests.run(app.services, {});
    expect(await lettersTo(member)).toEqual([]);
    await choose(member, { quiet: null });
    await sendDigests.run(app.services, {});
    expect(await lettersTo(member)).toHaveLength(1);
  });

  test("is not written twice when its sender is cut off, and goes with its notices", async () => {
    const member = await app.member();
    await choose(member, { channels: { study: "digest" } });
    await notify(member, "certificate-issued", {});
    await waitFor(member, 24);
    const broken = { ...app.services, jobs: { send: () => Promise.reject(new Error("killed")) } };
    await expect(sendDigests.run(broken, {})).rejects.toThrow("killed");
    expect(await lettersTo(member)).toEqual([]);
    await sendDigests.run(app.services, {});
    expect(await lettersTo(member)).toHaveLength(1);
  });
});

describe("one-click leave", () => {
  const press = (url: string, origin = "https://mail.example") =>
    app.visitor.send(new URL(url).pathname + new URL(url).search, {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });

  test("a switchable letter carries it; it takes the topic's letters off and leaves the bell", async () => {
    const member = await app.member();
    await notify(member, "certificate-issued", {});
    await notify(member, "password-changed", {});
    const [switchable, fixed] = await lettersTo(member);
    expect(fixed!.unsubscribeUrl).toBeNull();
    await app.runJobs();
    const sent = app.mails().find(({ to, text }) => to === member.email && text.includes("certificado"))!;
    expect(sent.text).toMatch(/^List-Unsubscribe:\s+<http:\/\/academia\.test\/api\/notices\/one-click\?token/m);
    expect(sent.text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    for (let count = 0; count < 2; count += 1) expect((await press(switchable!.unsubscribeUrl!)).status).toBe(200);
    await notify(member, "certificate-revoked", {});
    expect(await lettersTo(member)).toHaveLength(2);
    expect(await unread(member)).toBe(3);
  });

  test("the day's letter is taken off whole; a forged, foreign or orphaned address does nothing", async () => {
    const [member, other] = [await app.member(), await app.member()];
    await choose(member, { channels: { study: "digest", degree: "digest", messages: "never" } });
    expect((await press(unsubscribeUrl(app.services.env, member.id, "digest"))).status).toBe(200);
    const { topics } = (await member.get<Preferences>("/api/notices/preferences")).body;
    expect(topics.map(({ channel }) => channel)).toEqual([
      ...["email", "never", "here", "email", "never", "here", "here", "here", "here", "email"],
    ]);
    const own = unsubscribeUrl(app.services.env, member.id, "mentoring");
    for (const forged of [own.replace(member.id, other.id), own.replace("mentoring", "security"), `${own}x`, own.split("=")[0]!])
      expect([400, 422]).toContain((await press(forged)).status);
    expect((await press(unsubscribeUrl(app.services.env, randomUUID(), "digest"))).status).toBe(200);
    expect((await other.get<Preferences>("/api/notices/preferences")).body.topics[0]!.channel).toBe("email");
  });
});

describe("push", () => {
  const endpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const allow = (member: TestMember, address: string) => member.put("/api/notices/push", { endpoint: address });

  test.each([
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://user:x@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "x".repeat(2_000),
  ])("%s is no push service, and is refused in words", async (address) => {
    expect(await allow(await app.member(), address)).toMatchObject({
      status: 422,
      body: { fields: { endpoint: "Este navegador usa um serviço de avisos que não conhecemos" } },
    });
  });

  test("wakes each device once for a notice, with nothing in it, and forgets addresses that are no more", async () => {
    const member = await app.member();
    const [kept, gone] = [endpoint(), endpoint()];
    for (const address of [kept, gone]) expect((await allow(member, address)).status).toBe(200);
    const woken: { address: string; body: unknown; headers: Headers }[] = [];
    const push = openPush(app.services.env, async (address, init) => {
      woken.push({ address: String(address), body: init!.body, headers: new Headers(init!.headers) });
      return new Response(null, { status: String(address) === gone ? 410 : 201 });
    });
    const services = { ...app.services, push };
    await notify(member, "certificate-issued", {});
    const { notices: lines } = await list(member);
    for (let count = 0; count < 2; count += 1) await pushNotice.run(services, { noticeId: lines[0]!.id });
    expect(woken.map(({ address }) => address).sort()).toEqual([gone, kept].sort());
    for (const { body, headers } of woken) {
      expect(body ?? null).toBeNull();
      expect(headers.get("authorization")).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]+$/);
      expect(headers.get("ttl")).toBe("86400");
    }
    const left = await app.services.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, member.id));
    expect(left.map((row) => row.endpoint)).toEqual([kept]);
    await notify(member, "certificate-revoked", {});
    const [fresh] = (await list(member)).notices;
    await member.put(`/api/notices/${fresh!.id}/read`);
    await pushNotice.run(services, { noticeId: fresh!.id }); // read meanwhile
    expect(woken).toHaveLength(2);
  });

  test("a browser belongs to whoever allowed it last, and to nobody once they have left", async () => {
    const [first, second] = [await app.member(), await app.member()];
    const address = endpoint();
    await allow(first, address);
    await allow(second, address);
    const owners = async () =>
      (await app.services.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, address))).map(
        ({ userId }) => userId,
      );
    expect(await owners()).toEqual([second.id]);
    await first.delete("/api/notices/push", { endpoint: address });
    expect(await owners()).toEqual([second.id]);
    await app.services.db.delete(sessions).where(eq(sessions.userId, second.id));
    expect(await owners()).toEqual([]);
  });

  test("ten devices at most", async () => {
    const member = await app.member();
    for (let count = 0; count < 10; count += 1) expect((await allow(member, endpoint())).status).toBe(200);
    expect(await allow(member, endpoint())).toMatchObject({ status: 409, body: { message: expect.stringContaining("dez") } });
  });

  test("the server's key is the same in every process, and another one under another secret", () => {
    const { env } = app.services;
    const keyOf = (AUTH_SECRET: string) => openPush({ ...env, AUTH_SECRET }).publicKey;
    expect(keyOf(env.AUTH_SECRET)).toBe(app.services.push.publicKey);
    expect(keyOf("x".repeat(40))).not.toBe(app.services.push.publicKey);
    expect(Buffer.from(app.services.push.publicKey, "base64url")).toHaveLength(65);
  });
});

describe("live, across two processes", () => {
  test("a notice that one process writes shows on the page that is open on the other", async () => {
    const node = await openNode(app);
    const member = await app.member();
    const stream = await node.follow(member.id, "/api/events");
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.response.headers.get("cache-control")).toBe("no-store");
    expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
    expect(await stream.next()).toEqual({ event: "again", data: {} });
    await tell(member, "certificate-issued", {});
    expect(await stream.next()).toEqual({ event: "changed", data: { subject: "notices" } });
    await stream.leave();
  });

  test("after the listening connection broke, every page is told that anything may be new", async () => {
    const node = await openNode(app);
    const member = await app.member();
    const stream = await node.follow(member.id, "/api/events");
    expect(await stream.next()).toMatchObject({ event: "again" });
    await app.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen' and datname = current_database()`,
    );
    expect(await stream.next(6000)).toMatchObject({ event: "again" });
    await stream.leave();
  });

  test("the stream of a session that ended is closed at the next heartbeat or news, and tells nothing", async () => {
    const [beating, silent] = [await openNode(app, { live: openLive(60) }), await openNode(app)];
    const member = await app.member();
    const streams = [await beating.follow(member.id, "/api/events"), await silent.follow(member.id, "/api/events")];
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: "again" });
    await expect(streams[0]!.next(250)).rejects.toThrow("no event");
    await app.services.db.delete(sessions).where(eq(sessions.userId, member.id));
    expect(await streams[0]!.next()).toMatchObject({ event: "end" });
    await tell(member, "certificate-issued", {});
    expect(await streams[1]!.next()).toMatchObject({ event: "end" });
    for (const stream of streams) expect(await stream.next()).toBeUndefined();
  });

  test("a stopping process ends its streams at once, and those that still come", async () => {
    const node = await openNode(app);
    const member = await app.member();
    const stream = await node.follow(member.id, "/api/events");
    expect(await stream.next()).toMatchObject({ event: "again" });
    node.services.live.close();
    expect(await stream.next(500)).toBeUndefined();
    const late = await node.follow(member.id, "/api/events");
    expect(await late.next()).toMatchObject({ event: "again" });
    expect(await late.next(500)).toBeUndefined();
  });

  test("one member holds eight streams at most; leaving one makes room; asking for the headers only holds none", async () => {
    const node = await openNode(app);
    const [member, other] = [await app.member(), await app.member()];
    for (let count = 0; count < 9; count += 1) {
      const { status } = await member.send("/api/events", { method: "HEAD" });
      expect(status).toBe(200);
    }
    const streams = [];
    for (let count = 0; count < 8; count += 1) streams.push(await node.follow(member.id, "/api/events"));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
    expect((await node.follow(member.id, "/api/events")).response.status).toBe(429);
    expect((await node.follow(other.id, "/api/events")).response.status).toBe(200);
    await streams[0]!.leave();
    await expect.poll(async () => (await node.follow(member.id, "/api/events")).response.status).toBe(200);
  });
});
