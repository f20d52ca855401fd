import { randomUUID } from "node:crypto";
import { eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { files } from "#app/server/files/files.table.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import { executable, pdf, pdfWith, png, svgWithScript } from "#tests/support/books.ts";
import { makeMove, mentorOf, path, startMentorshipSession, write } from "#tests/support/mentoring.ts";
import { openNode } from "#tests/support/nodes.ts";
import type { MentoringSummary, MentorshipSessionsPage } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import type { MessagesPage } from "./messages.answers.ts";
import { FILE_LIMIT, MOST_FILES } from "./messages.schema.ts";
import { mentorshipMessages } from "./messages.table.ts";

const app = testApp();

describe("the conversation", () => {
  test("is read by both, each seeing their own as theirs", async () => {
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

  test("goes on after completion, and is closed a week after a cancellation; what was written stays", async () => {
    const done = await startMentorshipSession(app, ["accept", "complete"]);
    expect((await write(done.mentee, done.id, "Obrigado.")).status).toBe(200);
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "Antes.");
    await makeMove(mentee, id, "withdraw");
    expect((await write(mentor, id, "Até outra vez.")).status).toBe(200);
    await app.services.db
      .update(mentorshipSessions)
      .set({ endedAt: sql`now() - interval '7 days'` })
      .where(eq(mentorshipSessions.id, id));
    expect(await write(mentor, id, "Depois.")).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await mentor.get<MessagesPage>(path(id, "messages"))).body.messages).toHaveLength(2);
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

describe("one's own message", () => {
  const one = (id: string, number = 1) => `${path(id, "messages")}/${number}`;

  test("is changed or taken back within fifteen minutes, by its author, and that it was stays to be seen", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "Às sete.");
    await write(mentee, id, "Engano.");
    expect((await mentee.put(one(id), { body: "Às oito." })).body).toMatchObject({ body: "Às oito.", edited: true });
    expect((await mentee.put(one(id), { body: " " })).status).toBe(422);
    expect((await mentor.put(one(id), { body: "Alheia" })).status).toBe(403);
    expect((await mentor.delete(one(id))).status).toBe(403);
    expect((await (await mentorOf(app)).put(one(id), { body: "Alheia" })).status).toBe(404);
    expect((await mentee.delete(one(id, 2))).body).toMatchObject({ body: null, deleted: true });
    expect((await mentee.put(one(id, 2), { body: "De volta" })).status).toBe(409);
    expect((await mentee.delete(one(id, 3))).status).toBe(404);
    const { messages } = (await mentor.get<MessagesPage>(path(id, "messages"))).body;
    expect(messages.map(({ body, edited, deleted }) => [body, edited, deleted])).toEqual([
      ["Às oito.", true, false],
      [null, false, true],
    ]);
    await app.services.db.update(mentorshipMessages).set({ createdAt: sql`now() - interval '16 minutes'` });
    expect(await mentee.put(one(id), { body: "Tarde." })).toMatchObject({
      status: 409,
      body: { message: "Uma mensagem se muda ou exclui só nos primeiros 15 minutos." },
    });
  });

  test("is seen to be read by the other side", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "Boa noite.");
    const otherRead = async () => (await mentee.get<MessagesPage>(path(id, "messages"))).body.otherRead;
    expect(await otherRead()).toBe(0);
    await mentor.put(path(id, "messages/read"), { upTo: 1 });
    expect(await otherRead()).toBe(1);
  });
});

describe("a file", () => {
  const send = async (caller: TestMember, session: string, bytes: Uint8Array) => {
    const init = { method: "POST", body: new Uint8Array(bytes), headers: { "content-type": "application/octet-stream" } };
    const response = await caller.send(`/api/mentoring/files?session=${session}`, init);
    return { status: response.status, body: (await response.json()) as any };
  };
  const say = (caller: TestMember, id: string, fileId: string, fileName = "meu-dia.pdf", body = "") =>
    caller.post(path(id, "messages"), { body, key: randomUUID(), fileId, fileName });
  const fileOf = (id: string, number = 1) => path(id, `messages/${number}/file`);

  test("comes with a message, with or without words, and is read by the two parties alone", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const { body: sheet } = await send(mentee, id, pdf(84_000));
    const { body: drawing } = await send(mentor, id, await png());
    expect((await say(mentee, id, sheet.id, "meu\u202E/dia.pdf")).body).toMatchObject({
      ...{ body: "", file: { name: "meu dia.pdf", size: 84_000, picture: false } },
    });
    expect((await say(mentor, id, drawing.id, "prancha.png", "Veja.")).body).toMatchObject({
      ...{ body: "Veja.", file: { name: "prancha.png", picture: true } },
    });
    for (const reader of [mentor, mentee]) {
      const read = await reader.get(fileOf(id));
      expect([read.status, read.headers.get("content-type"), read.headers.get("content-disposition")]).toEqual([
        ...[200, "application/pdf", 'attachment; filename="meu dia.pdf"'],
      ]);
      expect((await reader.get(fileOf(id, 2))).headers.get("content-type")).toBe("image/webp");
    }
    for (const stranger of [app.visitor, await app.member({ role: "admin", degree: "mestre" })])
      expect((await stranger.get(fileOf(id))).status).toBeGreaterThanOrEqual(401);
    expect((await send(await app.member(), id, pdf())).status).toBe(404);
  });

  test("is a picture or a PDF without anything that acts, for the session it was sent to, and once", async () => {
    const one = await startMentorshipSession(app);
    const other = await startMentorshipSession(app);
    for (const wrong of [executable(), svgWithScript(), pdfWith("<< /OpenAction << /S /JavaScript /JS (x) >> >>")])
      expect((await send(one.mentee, one.id, wrong)).status).toBe(415);
    expect((await send(one.mentee, one.id, pdf(FILE_LIMIT.bytes + 1))).body.message).toBe(FILE_LIMIT.message);
    const { body: sheet } = await send(one.mentee, one.id, pdf());
    expect((await say(other.mentee, other.id, sheet.id)).body.fields).toEqual({
      fileId: "O arquivo não está mais guardado. Anexe-o de novo.",
    });
    expect((await say(one.mentee, one.id, sheet.id)).status).toBe(200);
    expect((await say(one.mentee, one.id, sheet.id)).status).toBe(422);
    expect((await say(one.mentee, one.id, randomUUID())).status).toBe(422);
  });

  test("goes when its message is taken back, and when its author's account is deleted", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const kept = async () =>
      (await app.services.db.select().from(files).where(isNotNull(files.attachedAt))).filter(({ purpose }) =>
        purpose.endsWith(id),
      );
    for (const caller of [mentee, mentee, mentor]) await say(caller, id, (await send(caller, id, pdf())).body.id);
    expect(await kept()).toHaveLength(3);
    expect((await mentee.delete(path(id, "messages/1"))).body).toMatchObject({ body: null, file: null });
    expect((await mentor.get(fileOf(id))).status).toBe(404);
    expect(await kept()).toHaveLength(2);
    expect((await mentee.post("/api/account/deletion", { currentPassword: PASSWORD })).status).toBe(200);
    expect((await mentor.get(fileOf(id, 2))).status).toBe(404);
    expect((await mentor.get(fileOf(id, 3))).status).toBe(200);
    expect(await kept()).toHaveLength(1);
  });

  test("is one of forty in a session; the words of one that is too many are not lost", async () => {
    const { id, mentee } = await startMentorshipSession(app);
    const rows = Array.from({ length: MOST_FILES }, () => ({
      id: randomUUID(),
      purpose: "x",
      mediaType: "application/pdf",
      size: 1,
      sha256: "",
    }));
    await app.services.db.insert(files).values(rows);
    await app.services.db.insert(mentorshipMessages).values(
      rows.map(({ id: fileId }, index) => ({
        ...{
          mentorshipSessionId: id,
          number: index + 1,
          authorId: mentee.id,
          side: "mentee" as const,
          body: "",
          fileId,
          fileName: "f",
        },
      })),
    );
    await app.services.db.update(mentorshipSessions).set({ messageCount: MOST_FILES }).where(eq(mentorshipSessions.id, id));
    const { body: sheet } = await send(mentee, id, pdf());
    expect((await say(mentee, id, sheet.id)).body.fields.fileId).toContain("até 40 arquivos");
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
    expect((await mentor.get("/api/mentoring/summary")).body).toMatchObject({ unread: 0, requests: 1, upcoming: 0 });
  });

  test.each([{ upTo: -1 }, { upTo: "1" }, {}, { upTo: 1, side: "mentor" }])("%j is refused", async (json) => {
    const { id, mentor } = await startMentorshipSession(app);
    expect((await mentor.put(path(id, "messages/read"), json)).status).toBe(422);
  });
});

describe("news of a session", () => {
  test("reach the open pages of both parties, and nobody else's", async () => {
    const node = await openNode(app);
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const [ofMentor, ofMentee, ofOther] = [
      await node.follow(mentor.id, "/api/events"),
      await node.follow(mentee.id, "/api/events"),
      await node.follow((await app.member()).id, "/api/events"),
    ];
    for (const stream of [ofMentor, ofMentee, ofOther]) expect(await stream.next()).toMatchObject({ event: "again" });
    await write(mentee, id, "Ao vivo.");
    expect([await ofMentor.next(), await ofMentor.next()].map((news) => news?.data.subject).sort()).toEqual([
      `conversation:${id}`,
      "notices",
    ]);
    expect(await ofMentee.next()).toEqual({ event: "changed", data: { subject: `conversation:${id}` } });
    await makeMove(mentor, id, "accept");
    expect((await ofMentee.next())?.data.subject).toMatch(/^(notices|mentoring:)/);
    expect((await ofMentee.next())?.data.subject).toMatch(/^(notices|mentoring:)/);
    await expect(ofOther.next(250)).rejects.toThrow("no event");
  });

  test("a page that comes back reads what it missed, in order, once", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    for (let number = 1; number <= 60; number += 1) await write(mentee, id, String(number));
    const read = async (after: number) => (await mentor.get<MessagesPage>(`${path(id, "messages")}?after=${after}`)).body;
    const [first, last] = [await read(1), await read(51)];
    expect([first.messages[0]!.number, first.messages.at(-1)!.number, first.more]).toEqual([2, 51, true]);
    expect(last.messages.map(({ body }) => body)).toEqual(["52", "53", "54", "55", "56", "57", "58", "59", "60"]);
    expect(last.more).toBe(false);
  });

  test("unread messages of a session are one line under the bell, which the conversation clears", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    for (const text of ["Uma.", "Duas.", "Três."]) await write(mentee, id, text);
    const lines = async () => (await mentor.get<NoticesPage>("/api/notices?show=unread")).body.notices.map(({ text }) => text);
    expect(await lines()).toEqual([
      "3 mensagens de Antônio Figueira Lopes em uma sessão",
      "Antônio Figueira Lopes pediu uma sessão",
    ]);
    await mentor.put(path(id, "messages/read"), { upTo: 2 });
    expect(await lines()).toHaveLength(2);
    await mentor.put(path(id, "messages/read"), { upTo: 3 });
    expect(await lines()).toEqual(["Antônio Figueira Lopes pediu uma sessão"]);
  });
});
