import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { listen } from "#app/server/realtime/listen.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { png } from "#tests/support/books.ts";
import { openTopic, reply, writer } from "./community.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const setDegree = (member: TestMember, degree: Degree) =>
  app.services.db.update(profiles).set({ degree }).where(eq(profiles.id, member.id));

const sendPicture = async (member: TestMember, board: string): Promise<string> => {
  const sent = await member.send(`/api/community/images?board=${board}`, {
    method: "POST",
    body: new Uint8Array(await png(40, 40)),
  });
  return ((await sent.json()) as { path: string }).path;
};

/** Everything that is answered to a member, by every path by which a board's words could reach them. */
async function everythingFor(
  canary: string,
  reader: TestMember,
  { board, topicId, postId, image, lesson }: Record<string, string>,
) {
  const call = (method: "get" | "put" | "post" | "delete", path: string, json?: unknown) =>
    (reader[method] as TestMember["post"])(path, json);
  const posts = `/api/community/posts/${postId}`;
  const topics = `/api/community/topics/${topicId}`;
  const newPost = { id: randomUUID(), source: "Resposta.", boardId: board, quote: null };
  const answers = {
    boards: await call("get", "/api/community"),
    list: await call("get", `/api/community/boards/${board}/topics`),
    open: await call("post", `/api/community/boards/${board}/topics`, {
      id: randomUUID(),
      title: "Título",
      source: "B",
      text: null,
    }),
    "follow board": await call("put", `/api/community/boards/${board}/follow`, { following: true }),
    visit: await call("put", `/api/community/boards/${board}/visit`),
    topic: await call("get", topics),
    reply: await call("post", `${topics}/posts`, newPost),
    quote: await call("post", `${topics}/posts`, { ...newPost, id: randomUUID(), quote: { number: 1, words: canary } }),
    hiding: await call("get", `${topics}/hiding`),
    follow: await call("put", `${topics}/follow`, { following: true }),
    read: await call("put", `${topics}/read`, { upTo: 1 }),
    answer: await call("put", `${topics}/answer`, { number: null }),
    edit: await call("put", posts, { source: "Outra", version: 1 }),
    delete: await call("delete", posts, { version: 1 }),
    versions: await call("get", `${posts}/versions`),
    react: await call("put", `${posts}/reactions/useful`),
    draft: await call("get", `/api/community/drafts/topic:${topicId}`),
    "new draft": await call("put", `/api/community/drafts/board:${board}`, { title: "", body: "B", version: 0 }),
    preview: await call("post", "/api/community/preview", { boardId: board, source: "B" }),
    mentions: await call("get", `/api/community/mentions?board=${board}&q=xerxes`),
    "picture for it": await call("get", image!),
    text: await call("get", `/api/community/texts/lesson/${lesson}`),
    search: await call("get", `/api/search?q=${canary}`),
    "search briefly": await call("get", `/api/search/brief?q=${canary}`),
    notices: await call("get", "/api/notices"),
    export: await call("get", "/api/account/export"),
  };
  return answers;
}

/** What there is for everybody, and so answers whatever the degree. */
const FOR_ALL = ["boards", "search", "search briefly", "notices", "export"];

test.each([
  ["companheiro", "aprendiz"],
  ["mestre", "companheiro"],
] as const)(
  "what is written for %s does not exist for %s, by no path",
  async (degree, below) => {
    const board = degree;
    const canary = `canario${degree}`;
    const author = await writer(app, { degree, name: "Xerxes Autor" });
    const module = app.services.catalogue().modules.find((each) => each.degree === degree)!;
    const lesson = module.lessons[0]!.id;
    const image = await sendPicture(author, board);
    const topicId = await openTopic(author, {
      board,
      title: `${canary} no título`,
      source: `${canary} no texto. ![${canary}](${image})`,
      text: { kind: "lesson", textId: lesson },
    });
    // one who was of the degree: they follow, have read and were told, and are lowered afterwards
    const lowered = await writer(app, { degree });
    await lowered.put(`/api/community/topics/${topicId}/follow`, { following: true });
    await lowered.put(`/api/community/boards/${board}/follow`, { following: true });
    await lowered.put(`/api/community/boards/${board}/visit`);
    await lowered.put(`/api/community/topics/${topicId}/read`, { upTo: 1 });
    await lowered.put(`/api/community/posts/${topicId}/reactions/useful`);
    await lowered.post(`/api/community/posts/${topicId}/reports`, { reason: "Um motivo" });
    await reply(author, topicId, { boardId: board, source: `[@x](membro:${lowered.id}), ${canary}.` });
    await app.runJobs();
    expect((await lowered.get("/api/notices")).body.notices[0].text).toContain(`${canary} no título`);
    await setDegree(lowered, below);

    const never = await writer(app, { degree: below, role: "admin" });
    const place = { board, topicId, postId: topicId, image, lesson };
    for (const reader of [lowered, never]) {
      const answers = await everythingFor(canary, reader, place);
      for (const [path, { status, body }] of Object.entries(answers)) {
        expect(status, path).toBe(FOR_ALL.includes(path) ? 200 : 404);
        expect(JSON.stringify(body), path).not.toContain(canary);
      }
    }
    for (const path of ["open", "topic", "list"] as const) {
      const { body } = (await everythingFor(canary, author, place))[path];
      expect(JSON.stringify(body), path).not.toContain("not_found");
    }

    // nothing new reaches them either: neither by notice or letter, nor by the stream
    const before = await app.services.db.select({ id: notices.id }).from(notices).where(eq(notices.userId, lowered.id));
    const heard: string[] = [];
    const channel = await listen(app.services.databaseUrl, app.services.log, { live: (news) => void heard.push(news ?? "") });
    try {
      await reply(author, topicId, { boardId: board, source: `${canary} outra vez.` });
      await app.runJobs();
      await expect.poll(() => heard.some((news) => news === `${author.id} topic:${topicId}`)).toBe(true);
    } finally {
      await channel.close();
    }
    expect(heard.filter((news) => news.startsWith(lowered.id))).toEqual([]);
    expect(await app.services.db.select({ id: notices.id }).from(notices).where(eq(notices.userId, lowered.id))).toHaveLength(
      before.length,
    );
    const named = await reply(author, topicId, { boardId: board, source: `[@x](membro:${lowered.id}), veja.` });
    expect(named.body.fields.source).toContain("não está nesta sala");
    expect(
      app
        .mails()
        .map(({ subject, text }) => subject + text)
        .join(),
    ).not.toContain(canary);
  },
  60_000,
);

test("a card of a page above the reader's degree is not sent to them", async () => {
  const author = await writer(app, { degree: "mestre" });
  const { modules } = app.services.catalogue();
  const pathOf = (degree: Degree) => {
    const module = modules.find((each) => each.degree === degree)!;
    return `/modulo/${module.id}/licao/1`;
  };
  const source = [
    ...DEGREES.map((degree) => `[lição](${pathOf(degree)})`),
    "[verbete](/dicionario/avental)",
    "[grau](/rito-york?corpo=capitulo#grau-7)",
  ];
  const topicId = await openTopic(author, { source: source.join(" ") });
  const cards = async (degree: Degree) => {
    const { body } = await (await app.member({ degree })).get(`/api/community/topics/${topicId}`);
    return body.posts[0].cards.map(({ path }: { path: string }) => path);
  };
  const open = ["/dicionario/avental", "/rito-york?corpo=capitulo#grau-7"];
  expect(await cards("aprendiz")).toEqual([pathOf("aprendiz"), ...open]);
  expect(await cards("companheiro")).toEqual([pathOf("aprendiz"), pathOf("companheiro"), ...open]);
  expect(await cards("mestre")).toEqual([pathOf("aprendiz"), pathOf("companheiro"), pathOf("mestre"), ...open]);
});

test("a lesson is not discussed in a board of a lower degree", async () => {
  const author = await writer(app, { degree: "mestre" });
  const lesson = app.services.catalogue().modules.find(({ degree }) => degree === "mestre")!.lessons[1]!.id;
  const topic = { id: randomUUID(), title: "Título", source: "B", text: { kind: "lesson", textId: lesson } };
  expect((await author.post("/api/community/boards/geral/topics", topic)).status).toBe(404);
  expect((await author.post("/api/community/boards/mestre/topics", topic)).status).toBe(200);
});

test("a reply that is sent again is read through its own topic's gate, whichever topic it is sent to", async () => {
  const [author, thief, admin] = [
    await writer(app, { degree: "mestre" }),
    await writer(app, { degree: "mestre" }),
    await writer(app, { degree: "mestre", role: "admin" }),
  ];
  const open = await openTopic(author);
  const quoting = async (board: string) => {
    const topicId = await openTopic(author, { board, source: "Palavras do canário." });
    const post = { id: randomUUID(), boardId: board, source: "Cito.", quote: { number: 1, words: "Palavras do canário." } };
    expect((await thief.post(`/api/community/topics/${topicId}/posts`, post)).status).toBe(200);
    return { topicId, post };
  };
  const [above, hidden] = [await quoting("mestre"), await quoting("geral")];
  await setDegree(thief, "aprendiz");
  await admin.post(`/api/community/topics/${hidden.topicId}/hide`, { reason: "Não cabe" });
  // their own topic, too: why it is hidden is for those of the board
  const own = { id: randomUUID(), title: "Meu assunto", source: "B", text: null };
  await setDegree(thief, "mestre");
  expect((await thief.post("/api/community/boards/mestre/topics", own)).status).toBe(200);
  await admin.post(`/api/community/posts/${own.id}/hide`, { reason: "Diz o canário" });
  await setDegree(thief, "aprendiz");
  const opened = await thief.post("/api/community/boards/geral/topics", own);
  expect(opened).toMatchObject({ status: 404, body: { code: "not_found" } });
  for (const { post } of [above, hidden]) {
    const again = await thief.post(`/api/community/topics/${open}/posts`, { ...post, boardId: "geral", quote: null });
    expect(again.status).toBe(404);
    expect(JSON.stringify(again.body)).not.toContain("canário");
  }
});

test("why something was hidden in a board is not read in the log of acts by an administrator of a lower degree", async () => {
  const [author, moderator, below] = [
    await writer(app, { degree: "mestre" }),
    await writer(app, { degree: "mestre", role: "admin" }),
    await writer(app, { degree: "companheiro", role: "admin" }),
  ];
  const topicId = await openTopic(author, { board: "mestre" });
  const { id } = (await reply(author, topicId, { boardId: "mestre" })).body;
  await moderator.post(`/api/community/posts/${id}/hide`, { reason: "Diz o canário da mensagem" });
  await moderator.post(`/api/community/topics/${topicId}/hide`, { reason: "Diz o canário do assunto" });
  const read = async (admin: TestMember) =>
    JSON.stringify((await admin.post("/api/admin/audit-log/search", {})).body) +
    (await (await admin.send("/api/admin/audit-log/export", { method: "POST", body: "{}" })).text());
  expect(await read(moderator)).toMatch(/canário da mensagem.*canário do assunto|canário do assunto.*canário da mensagem/s);
  expect(await read(below)).not.toContain("canário");
  expect(await read(below)).toContain("Mestre"); // the act itself is there
});
