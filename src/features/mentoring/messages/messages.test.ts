import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions } from "#app/features/account/account.table.ts";
import { openLive } from "#app/server/realtime/live.ts";
import { testApp } from "#tests/support/app.ts";
import { makeMove, path, startMentorshipSession, write } from "#tests/support/mentoring.ts";
import { openNode } from "#tests/support/nodes.ts";
import type { MentoringSummary, MentorshipSessionsPage } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import type { MessagesPage } from "./messages.answers.ts";
import { mentorshipMessages } from "./messages.table.ts";

const app = testApp();

describe("the conversation", () => {
  test("is read by both, each seeing his own as his", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    expect((await write(mentee, id, "  Boa noite.  ")).body).toMatchObject({ number: 1, mine: true, body: "Boa noite." });
    await write(mentor, id, "Boa noite, meu Irmão.");
    const { body } = await mentor.get<MessagesPage>(path(id, "messages"));
    expect(body.messages.map(({ number, mine, body: text }) => [number, mine, text])).toEqual([
      [1, false, "Boa noite."],
      [2, true, "Boa noite, meu Irmão."],
    ]);
    expect(body.more).toBe(false);
  });

  test.each([
    ["an empty message", { body: "  " }, "body"],
    ["a message that is too long", { body: "x".repeat(4001) }, "body"],
    ["a message without a key", { key: undefined }, "key"],
    ["a message in somebody else's name", { authorId: randomUUID() }, "form"],
  ])("%s is refused", async (_, change, field) => {
    const { id, mentee } = await startMentorshipSession(app);
    const { status, body } = await mentee.post(path(id, "messages"), { body: "olá", key: randomUUID(), ...change });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test("goes on after completion, and is closed by cancellation; what was written stays", async () => {
    const done = await startMentorshipSession(app, ["accept", "complete"]);
    expect((await write(done.mentee, done.id, "Obrigado.")).status).toBe(200);
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "Antes.");
    await makeMove(mentee, id, "withdraw");
    expect(await write(mentor, id, "Depois.")).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await mentor.get<MessagesPage>(path(id, "messages"))).body.messages).toHaveLength(1);
  });

  test("sending again with the same key writes one message; another's key is refused", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => write(mentee, id, "Uma vez só", key)));
    expect(answers.map(({ status, body }) => [status, body.number])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect((await write(mentor, id, "Outra", key)).status).toBe(409);
    expect((await mentor.get<MessagesPage>(path(id, "messages"))).body.messages).toHaveLength(1);
  });

  test("messages written at once by both are numbered without gap or double", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await Promise.all(Array.from({ length: 24 }, (_, index) => write(index % 2 ? mentor : mentee, id, `nº ${index}`)));
    const rows = await app.services.db.select().from(mentorshipMessages).where(eq(mentorshipMessages.mentorshipSessionId, id));
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  });

  test("older messages come fifty at a time", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await app.services.db.insert(mentorshipMessages).values(
      Array.from({ length: 120 }, (_, index) => ({
        mentorshipSessionId: id,
        number: index + 1,
        authorId: mentee.id,
        side: "mentee" as const,
        body: `m${index + 1}`,
      })),
    );
    await app.services.db.update(mentorshipSessions).set({ messageCount: 120 }).where(eq(mentorshipSessions.id, id));
    const first = (await mentor.get<MessagesPage>(path(id, "messages"))).body;
    expect([first.messages[0]!.number, first.messages.at(-1)!.number, first.more]).toEqual([71, 120, true]);
    const last = (await mentor.get<MessagesPage>(`${path(id, "messages")}?before=21`)).body;
    expect([last.messages[0]!.number, last.messages.at(-1)!.number, last.more]).toEqual([1, 20, false]);
    expect((await mentor.get(`${path(id, "messages")}?before=x`)).status).toBe(422);
  });

  test("sixty messages a minute are enough for anybody", async () => {
    const { id, mentee } = await startMentorshipSession(app);
    for (let count = 1; count <= 60; count += 1) expect((await write(mentee, id, `${count}`)).status).toBe(200);
    const refused = await write(mentee, id, "61");
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("unread messages", () => {
  test("are counted for each party, each session, and in all", async () => {
    const one = await startMentorshipSession(app);
    const { id, mentor, mentee } = one;
    await write(mentee, id, "1");
    await write(mentee, id, "2");
    const unread = async (caller: typeof mentor) => ({
      all: (await caller.get<MentoringSummary>("/api/mentoring/summary")).body.unread,
      here: (await caller.get<MentorshipSessionsPage>("/api/mentoring/sessions")).body.mentorshipSessions.find(
        (mentorshipSession) => mentorshipSession.id === id,
      )!.unread,
    });
    expect(await unread(mentor)).toEqual({ all: 2, here: 2 });
    expect(await unread(mentee)).toEqual({ all: 0, here: 0 });
    expect((await mentor.put(path(id, "messages/read"), { upTo: 1 })).body).toEqual({ unread: 1 });
    expect((await mentor.put(path(id, "messages/read"), { upTo: 0 })).body).toEqual({ unread: 1 });
    expect((await mentor.put(path(id, "messages/read"), { upTo: 99 })).body).toEqual({ unread: 0 });
    await write(mentor, id, "3");
    expect(await unread(mentor)).toEqual({ all: 0, here: 0 });
    expect(await unread(mentee)).toEqual({ all: 1, here: 1 });
    expect((await mentor.get("/api/mentoring/summary")).body).toEqual({ unread: 0, requests: 1, upcoming: 0 });
  });

  test.each([{ upTo: -1 }, { upTo: "1" }, {}, { upTo: 1, side: "mentor" }])("%j is refused", async (json) => {
    const { id, mentor } = await startMentorshipSession(app);
    expect((await mentor.put(path(id, "messages/read"), json)).status).toBe(422);
  });
});

describe("live, across two processes", () => {
  test("a message and a move on one node reach the page that is open on the other", async () => {
    const [one, other] = [await openNode(app), await openNode(app)];
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "Antes de abrir.");
    const [ofMentor, ofMentee] = await Promise.all([
      one.follow(mentor.id, path(id, "stream")),
      other.follow(mentee.id, `${path(id, "stream")}?after=1`),
    ]);
    expect(ofMentor.response.headers.get("content-type")).toBe("text/event-stream");
    expect(ofMentor.response.headers.get("cache-control")).toBe("no-store");
    expect(ofMentor.response.headers.get("x-accel-buffering")).toBe("no");
    expect(await ofMentor.next()).toMatchObject({ event: "mentorshipSession" });
    expect(await ofMentor.next()).toMatchObject({
      event: "message",
      id: "1",
      data: { number: 1, mine: false, body: "Antes de abrir." },
    });
    expect(await ofMentee.next()).toMatchObject({ event: "mentorshipSession" });
    await write(mentee, id, "Ao vivo.\nDuas linhas.");
    expect(await ofMentor.next()).toMatchObject({ id: "2", data: { mine: false, body: "Ao vivo.\nDuas linhas." } });
    expect(await ofMentee.next()).toMatchObject({ id: "2", data: { mine: true } });
    const { body } = await makeMove(mentor, id, "accept");
    expect(await ofMentee.next()).toMatchObject({ event: "mentorshipSession", data: { updatedAt: body.updatedAt } });
    await ofMentor.leave();
    await ofMentee.leave();
  });

  test("a page that comes back gets what it missed, in order, once", async () => {
    const [one, other] = [await openNode(app), await openNode(app)];
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const before = await one.follow(mentor.id, path(id, "stream"));
    await write(mentee, id, "1");
    expect(await before.nextOf("message")).toMatchObject({ id: "1" });
    await before.leave();
    for (let number = 2; number <= 130; number += 1) {
      // straight into the table, as the limit on messages would stop a member here
      await app.services.db.execute(sql`insert into mentorship_messages (session_id, number, author_id, side, body)
        values (${id}, ${number}, ${mentee.id}, 'mentee', ${String(number)})`);
    }
    await app.services.db.update(mentorshipSessions).set({ messageCount: 130 }).where(eq(mentorshipSessions.id, id));
    const after = await other.follow(mentor.id, `${path(id, "stream")}?after=0`, { "last-event-id": "1" });
    const ids: (string | undefined)[] = [];
    while (ids.length < 129) ids.push((await after.nextOf("message"))?.id);
    expect(ids).toEqual(Array.from({ length: 129 }, (_, index) => String(index + 2)));
    await after.leave();
  });

  test("nothing is lost when the listening connection breaks", async () => {
    const node = await openNode(app);
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const stream = await node.follow(mentor.id, path(id, "stream"));
    expect(await stream.next()).toMatchObject({ event: "mentorshipSession" });
    await app.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen' and datname = current_database()`,
    );
    await write(mentee, id, "No escuro.");
    expect(await stream.next(6000)).toMatchObject({ event: "message", data: { body: "No escuro." } });
    await stream.leave();
  });

  test("the stream of a session that ended is closed at the next heartbeat; it lives on until then", async () => {
    const node = await openNode(app, { live: openLive(60) });
    const { id, mentor } = await startMentorshipSession(app);
    const stream = await node.follow(mentor.id, path(id, "stream"));
    expect(await stream.next()).toMatchObject({ event: "mentorshipSession" });
    await expect(stream.next(250)).rejects.toThrow("no event");
    await app.services.db.delete(sessions).where(eq(sessions.userId, mentor.id));
    expect(await stream.next()).toMatchObject({ event: "end" });
    expect(await stream.next()).toBeUndefined();
  });

  test("a session that was ended gets nothing of what is written after", async () => {
    const node = await openNode(app); // its heartbeat is far away
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const stream = await node.follow(mentor.id, path(id, "stream"));
    expect(await stream.next()).toMatchObject({ event: "mentorshipSession" });
    await expect(stream.next(250)).rejects.toThrow("no event");
    await app.services.db.delete(sessions).where(eq(sessions.userId, mentor.id));
    await write(mentee, id, "Só para quem ainda está dentro.");
    expect(await stream.next()).toMatchObject({ event: "end" });
    expect(await stream.next()).toBeUndefined();
  });

  test("asking for the headers only holds no stream open", async () => {
    const { id, mentor } = await startMentorshipSession(app);
    for (let count = 0; count < 9; count += 1) {
      const answer = await mentor.send(path(id, "stream"), { method: "HEAD" });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    }
    const answer = await mentor.send(path(id, "stream"), {});
    expect(answer.status).toBe(200);
    await answer.body!.cancel();
    expect((await (await app.member()).send(path(id, "stream"), { method: "HEAD" })).status).toBe(404);
  });

  test("a stopping process ends its streams at once, and those that still come", async () => {
    const node = await openNode(app);
    const { id, mentor } = await startMentorshipSession(app);
    const stream = await node.follow(mentor.id, path(id, "stream"));
    expect(await stream.next()).toMatchObject({ event: "mentorshipSession" });
    node.services.live.close();
    expect(await stream.next(500)).toBeUndefined();
    const late = await node.follow(mentor.id, path(id, "stream"));
    expect(await late.next()).toMatchObject({ event: "mentorshipSession" });
    expect(await late.next(500)).toBeUndefined();
  });

  test("one member holds eight streams at most, and leaving one makes room", async () => {
    const node = await openNode(app);
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const streams = [];
    for (let count = 0; count < 8; count += 1) streams.push(await node.follow(mentor.id, path(id, "stream")));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
    expect((await node.follow(mentor.id, path(id, "stream"))).response.status).toBe(429);
    const ofOther = await node.follow(mentee.id, path(id, "stream"));
    expect(ofOther.response.status).toBe(200);
    await streams[0]!.leave();
    await expect.poll(async () => (await node.follow(mentor.id, path(id, "stream"))).response.status).toBe(200);
  });

  test("somebody else's stream is not found, for an administrator too", async () => {
    const node = await openNode(app);
    const { id } = await startMentorshipSession(app);
    for (const member of [await app.member(), await app.member({ role: "admin" })])
      expect((await node.follow(member.id, path(id, "stream"))).response.status).toBe(404);
  });
});
