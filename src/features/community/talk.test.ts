import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { png } from "#tests/support/books.ts";
import { communityModerators } from "./boards/boards.table.ts";
import { openTopic, reply, writer } from "./community.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const readTopic = async (member: TestMember, topicId: string, query = "") =>
  (await member.get(`/api/community/topics/${topicId}${query}`)).body;

describe("quotes", () => {
  test("say what the quoted post says, and nothing else", async () => {
    const [author, other] = [await writer(app), await writer(app)];
    const topicId = await openTopic(author, { source: "A régua mede\n*cada* dia." });
    const forged = await reply(other, topicId, { quote: { number: 1, words: "A régua não mede nada" } });
    expect([forged.status, forged.body.message]).toEqual([
      409,
      "A mensagem 1 não diz mais o trecho citado. Retire a citação, ou cite de novo, e envie.",
    ]);
    expect((await reply(other, topicId, { quote: { number: 1, words: "régua mede cada  dia" } })).status).toBe(200);
  });

  test("lose their words when the quoted post no longer says them, or says nothing", async () => {
    const [author, other] = [await writer(app), await writer(app)];
    const topicId = await openTopic(author, { source: "Primeiro trecho. Segundo trecho." });
    await reply(other, topicId, { quote: { number: 1, words: "Primeiro trecho." } });
    await reply(other, topicId, { quote: { number: 1, words: "Segundo trecho." } });
    await author.put(`/api/community/posts/${topicId}`, { source: "Segundo trecho.", version: 1 });
    const words = async () => (await readTopic(other, topicId)).posts.slice(1).map((post: any) => post.quote.words);
    expect(await words()).toEqual([null, "Segundo trecho."]);
    await author.delete(`/api/community/posts/${topicId}`, { version: 2 });
    expect(await words()).toEqual([null, null]);
    expect((await reply(other, topicId, { quote: { number: 1, words: "Segundo trecho." } })).status).toBe(409);
  });
});

describe("an edit", () => {
  test("leaves what was said before to be read", async () => {
    const [author, other] = [await writer(app), await writer(app)];
    const topicId = await openTopic(author, { source: "Antes." });
    const edited = await author.put(`/api/community/posts/${topicId}`, { source: "Depois.", version: 1 });
    expect(edited.body).toMatchObject({ html: "<p>Depois.</p>", version: 2, editedAt: expect.any(String) });
    const { body } = await other.get(`/api/community/posts/${topicId}/versions`);
    expect(body.versions).toMatchObject([
      { version: 1, html: "<p>Antes.</p>" },
      { version: 2, html: "<p>Depois.</p>" },
    ]);
  });

  test("of two at once is one; the other is told, and nothing is lost", async () => {
    const author = await writer(app);
    const topicId = await openTopic(author);
    const edits = ["Uma.", "Outra."].map((source) => author.put(`/api/community/posts/${topicId}`, { source, version: 1 }));
    const answers = await Promise.all(edits);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.message).toContain("mudada em outra aba");
    expect((await author.delete(`/api/community/posts/${topicId}`, { version: 1 })).status).toBe(409);
  });
});

test("a deleted post leaves its place without words, and nothing that it said before", async () => {
  const [author, other] = [await writer(app), await writer(app)];
  const topicId = await openTopic(author, { source: "Palavra indizivelmente." });
  await author.put(`/api/community/posts/${topicId}`, { source: "Palavra indizivelmente, de novo.", version: 1 });
  expect((await other.get("/api/search?q=indizivelmente")).body.results).toHaveLength(1);
  expect((await author.delete(`/api/community/posts/${topicId}`, { version: 2 })).body).toMatchObject({
    state: "deleted",
    html: null,
    source: null,
  });
  const topic = await readTopic(other, topicId);
  expect(topic.posts[0]).toMatchObject({ number: 1, state: "deleted", html: null, author: { id: author.id } });
  expect((await other.get(`/api/community/posts/${topicId}/versions`)).status).toBe(404);
  expect((await other.get("/api/search?q=indizivelmente")).body.results).toEqual([]);
  expect(
    JSON.stringify(
      await app.asOwner(
        "select source, html, excerpt from community_posts union all select source, html, '' from community_post_versions",
      ),
    ),
  ).not.toContain("indizivelmente");
});

test("reactions are counted once for each member and kind, and taken back", async () => {
  const [author, one, two] = [await writer(app), await app.member(), await app.member()];
  const topicId = await openTopic(author);
  const path = `/api/community/posts/${topicId}/reactions`;
  await one.put(`${path}/useful`);
  await one.put(`${path}/useful`);
  await two.put(`${path}/useful`);
  const { body } = await two.put(`${path}/thanks`);
  expect(body).toMatchObject({ reactions: { useful: 2, agree: 0, thanks: 1 } });
  expect(body.reacted.toSorted()).toEqual(["thanks", "useful"]);
  expect((await one.delete(`${path}/useful`)).body).toEqual({ reactions: { useful: 1, agree: 0, thanks: 1 }, reacted: [] });
  expect((await author.put(`${path}/useful`)).status).toBe(403);
  expect((await readTopic(two, topicId)).posts[0]).toMatchObject({ reactions: { useful: 1, thanks: 1 } });
});

test("who reads a page while others do has their own marks on it, and nobody else's source", async () => {
  const [author, one, two] = [await writer(app), await writer(app), await app.member()];
  const moderator = await app.member({ role: "admin" });
  const topicId = await openTopic(author, { source: "A pergunta do *autor*." });
  await reply(one, topicId, { source: "A resposta de *um*." });
  await one.put(`/api/community/posts/${topicId}/reactions/useful`);
  await two.put(`/api/community/posts/${topicId}/reactions/useful`);
  await two.put(`/api/community/posts/${topicId}/reactions/thanks`);
  const word = { body: "Uma palavra da moderação." };
  const talk = await readTopic(author, topicId);
  expect((await moderator.post(`/api/community/posts/${talk.posts[0].id}/word`, word)).status).toBe(200);
  const readers = { author, one, two, moderator };
  const names = Array.from({ length: 5 }, () => Object.keys(readers) as (keyof typeof readers)[]).flat();
  const pages = await Promise.all(names.map(async (name) => ({ name, posts: (await readTopic(readers[name], topicId)).posts })));
  const own = {
    author: [
      { mine: true, source: "A pergunta do *autor*.", addressed: true, reacted: [] },
      { mine: false, source: null },
    ],
    one: [
      { mine: false, source: null, addressed: false, reacted: ["useful"] },
      { mine: true, source: "A resposta de *um*." },
    ],
    two: [
      { mine: false, source: null, addressed: false, reacted: ["useful", "thanks"] },
      { mine: false, source: null },
    ],
    moderator: [
      { mine: false, source: null, addressed: false, reacted: [] },
      { mine: false, source: null },
    ],
  };
  for (const { name, posts } of pages) {
    for (const post of posts) post.reacted.sort().reverse();
    expect(posts, name).toMatchObject(own[name]);
    expect(posts[0].reactions, name).toEqual({ useful: 2, agree: 0, thanks: 1 });
  }
});

test("whoever opened a topic marks its answer, which goes when that is deleted", async () => {
  const [author, other] = [await writer(app), await writer(app)];
  const topicId = await openTopic(author);
  const { body: answer } = await reply(other, topicId);
  expect((await other.put(`/api/community/topics/${topicId}/answer`, { number: 2 })).status).toBe(403);
  expect((await author.put(`/api/community/topics/${topicId}/answer`, { number: 9 })).status).toBe(404);
  expect((await author.put(`/api/community/topics/${topicId}/answer`, { number: 2 })).status).toBe(200);
  expect((await readTopic(other, topicId)).topic.answerNumber).toBe(2);
  await other.delete(`/api/community/posts/${answer.id}`, { version: 1 });
  expect((await readTopic(other, topicId)).topic.answerNumber).toBeNull();
});

describe("what is new", () => {
  test("is counted since the last visit, for each topic from what was read", async () => {
    const [author, reader] = [await writer(app), await writer(app)];
    const board = "aprendiz";
    const old = await openTopic(author, { board });
    await reader.put(`/api/community/topics/${old}/read`, { upTo: 5 });
    const topicsOf = async () => (await reader.get(`/api/community/boards/${board}/topics`)).body;
    const newsOf = async () => (await reader.get("/api/community")).body.boards.find(({ id }: { id: string }) => id === board);
    expect(await newsOf()).toMatchObject({ news: 0, lastVisitAt: null });
    await reader.put(`/api/community/boards/${board}/visit`);
    await app.asOwner(`update community_board_visits set visited_at = now() - interval '2 hours' where user_id = '${reader.id}'`);

    await reply(author, old, { boardId: board });
    const fresh = await openTopic(author, { board });
    expect(await newsOf()).toMatchObject({ news: 2 });
    await reader.put(`/api/community/boards/${board}/visit`); // the visit goes on: what is new stays so
    expect((await topicsOf()).topics).toMatchObject([
      { id: fresh, isNew: true, news: 1 },
      { id: old, isNew: false, news: 1 },
    ]);
    expect((await readTopic(reader, old)).topic.readUpTo).toBe(1);
    expect((await reader.put(`/api/community/topics/${old}/read`, { upTo: 2 })).body).toEqual({ readUpTo: 2, unread: 0 });
    expect((await reader.put(`/api/community/topics/${old}/read`, { upTo: 1 })).body).toEqual({ readUpTo: 2, unread: 0 });
    expect(await newsOf()).toMatchObject({ news: 1 });

    const { body: held } = await reply(author, old, { boardId: board });
    const newsOfOld = async () => (await topicsOf()).topics.find(({ id }: { id: string }) => id === old).news;
    expect([(await newsOf()).news, await newsOfOld()]).toEqual([2, 1]);
    await app.asOwner(`update community_posts set state = 'held' where id = '${held.id}'`);
    expect([(await newsOf()).news, await newsOfOld()]).toEqual([1, 0]); // what nobody may read is no news
  });

  test("is told to followers once, in one line for each topic, under the name that its author chose", async () => {
    const [author, reader] = [await writer(app), await writer(app)];
    await author.put("/api/community/profile", { displayName: "Irmão Dorival", showLodge: false });
    const topicId = await openTopic(author, { title: "A régua e o turno" });
    await reader.put(`/api/community/topics/${topicId}/follow`, { following: true });
    const { body: first } = await reply(author, topicId);
    await app.runJobs();
    const lines = async () => (await reader.get("/api/notices")).body.notices;
    expect(await lines()).toMatchObject([
      { text: "Irmão Dorival respondeu em “A régua e o turno”", path: `/comunidade/assunto/${topicId}#p2`, count: 1 },
    ]);
    await app.services.db.transaction((tx) => app.services.jobs.send(tx, "tell-of-posts", { postIds: [first.id] })); // run again
    await reply(author, topicId);
    await reply(author, topicId);
    await app.runJobs();
    expect(await lines()).toMatchObject([{ text: "3 respostas em “A régua e o turno”", count: 3 }]);
    await reader.put(`/api/community/topics/${topicId}/read`, { upTo: 4 });
    expect((await lines())[0].read).toBe(true);
    expect((await author.get("/api/notices")).body.notices).toEqual([]);

    await reader.put(`/api/community/topics/${topicId}/follow`, { following: false });
    await reply(reader, topicId); // writing in it does not follow it again
    await reply(author, topicId);
    await app.runJobs();
    expect(await lines()).toHaveLength(1);
  });

  test("of a board is told to who follows it, but for topics that they have left", async () => {
    const [author, reader] = [await writer(app), await writer(app)];
    await reader.put("/api/community/boards/geral/follow", { following: true });
    const told = async () => {
      await app.runJobs();
      return (await reader.get("/api/notices")).body.notices.map(({ text }: { text: string }) => text);
    };
    const [one, two] = [await openTopic(author, { title: "Primeiro" }), await openTopic(author, { title: "Segundo" })];
    expect((await told()).toSorted()).toEqual(["Membro T. abriu “Primeiro”", "Membro T. abriu “Segundo”"]);
    await reader.put("/api/notices/read", { newest: (await reader.get("/api/notices")).body.notices[0].id });
    await reader.put(`/api/community/topics/${two}/follow`, { following: false });
    await reply(author, one);
    await reply(author, two);
    expect((await told())[0]).toBe("Membro T. respondeu em “Primeiro”");
    expect(await told()).toHaveLength(3);
    await reader.put("/api/community/boards/geral/follow", { following: false });
  });
});

describe("mentions", () => {
  test("name a member as they sign, and tell them alone", async () => {
    const [author, named] = [await writer(app), await writer(app, { name: "Benedito Salles" })];
    const topicId = await openTopic(author, { title: "T1t" });
    const { body } = await reply(author, topicId, { source: `[@Grão-Mestre](membro:${named.id}), o que acha?` });
    expect(body.html).toBe(`<p><span class="mention" data-member="${named.id}">@Benedito S.</span>, o que acha?</p>`);
    await app.runJobs();
    expect((await named.get("/api/notices")).body.notices).toMatchObject([
      { text: expect.stringContaining("citou você em “T1t”") },
    ]);
  });

  test("find members of the board by the beginnings of the name with which they sign, and by nothing else", async () => {
    const reader = await writer(app);
    const salles = await writer(app, { name: "Zózimo Quaresma Salles" });
    await writer(app, { name: "Zózimo Ausente", degree: "aprendiz" });
    await app.member({ name: "Zózimo Calado" }); // has never come to the community
    await salles.put("/api/community/profile", { displayName: "Zózimo da Serra", showLodge: false });
    const find = async (q: string, board = "geral") =>
      (await reader.get(`/api/community/mentions?board=${board}&q=${encodeURIComponent(q)}`)).body.members?.map(
        ({ name }: { name: string }) => name,
      );
    expect(await find("zoz")).toEqual(["Zózimo A.", "Zózimo da Serra"]);
    expect(await find("Zózimo d")).toEqual(["Zózimo da Serra"]);
    expect(await find("serra")).toEqual(["Zózimo da Serra"]);
    expect(await find("salles")).toEqual([]);
    expect(await find("quaresma")).toEqual([]);
    expect(await find("%")).toEqual([]);
    expect(JSON.stringify((await reader.get("/api/community/mentions?board=geral&q=zoz")).body)).not.toContain("@");
  });
});

describe("a draft", () => {
  test("is kept in the account until it is sent, and two windows do not overwrite each other", async () => {
    const member = await writer(app);
    const topicId = await openTopic(await writer(app));
    const path = `/api/community/drafts/topic:${topicId}`;
    expect((await member.get(path)).body).toEqual({ draft: null });
    expect((await member.put(path, { title: "", body: "Um começo", version: 0 })).body).toMatchObject({
      body: "Um começo",
      version: 1,
    });
    expect((await member.put(path, { title: "", body: "De outra janela", version: 0 })).status).toBe(409);
    expect((await member.put(path, { title: "", body: "Um começo, e mais", version: 1 })).body.version).toBe(2);
    expect((await member.put(path, { title: "", body: "De outra janela", version: 1 })).status).toBe(409);
    expect((await readTopic(member, topicId)).topic.draft).toMatchObject({ body: "Um começo, e mais", version: 2 });
    await reply(member, topicId);
    expect((await member.get(path)).body).toEqual({ draft: null });
  });
});

describe("pictures", () => {
  const send = async (member: TestMember, body: BodyInit, board = "geral") => {
    const answer = await member.send(`/api/community/images?board=${board}`, { method: "POST", body });
    return { status: answer.status, body: (await answer.json()) as any };
  };

  test("are seen by their sender until a post shows them, and then by who may read it", async () => {
    const [author, other] = [await writer(app), await app.member()];
    const { body: image } = await send(author, new Uint8Array(await png(2_000, 1_000)));
    expect(image).toMatchObject({ width: 1_600, height: 800 });
    expect([(await author.get(image.path)).status, (await other.get(image.path)).status]).toEqual([200, 404]);
    const topicId = await openTopic(author, { source: `![A régua](${image.path})` });
    expect((await readTopic(other, topicId)).posts[0].html).toBe(
      `<p><img src="${image.path}" alt="A régua" width="1600" height="800"></p>`,
    );
    expect((await other.get(image.path)).headers.get("content-type")).toBe("image/webp");
    const stolen = await reply(await writer(app), topicId, { source: `![x](${image.path})` });
    expect(stolen.body.fields.source).toContain("não está mais guardada");
    await author.delete(`/api/community/posts/${topicId}`, { version: 1 });
    expect((await author.get(image.path)).status).toBe(404);
  });

  test("are pictures, and not of other sites", async () => {
    const author = await writer(app);
    expect((await send(author, "<svg/>")).status).toBe(415);
    const bomb = await send(author, new Uint8Array(await png(9_000, 9_000)));
    expect([bomb.status, bomb.body.message]).toEqual([415, "Esta imagem está danificada ou tem dimensões grandes demais."]);
    expect((await send(await app.member(), new Uint8Array(await png(9, 9)))).body.code).toBe("rules_unaccepted");
    const topicId = await openTopic(author);
    const other = await reply(author, topicId, { source: "![x](https://example.org/x.png)" });
    expect(other.body.fields.source).toContain("imagens de outros sites não são aceitas");
  });
});

describe("the profile", () => {
  test("is what others see of a member; an e-mail never is", async () => {
    const member = await writer(app, { name: "Otávio Lins" });
    await app.services.db.update(profiles).set({ lodge: "Luz do Vale" }).where(eq(profiles.id, member.id));
    const topicId = await openTopic(member);
    const author = async () => (await (await app.member()).get(`/api/community/topics/${topicId}`)).body;
    expect((await author()).posts[0].author).toEqual({ id: member.id, name: "Otávio L.", degree: "aprendiz", lodge: null });
    await member.put("/api/community/profile", { displayName: "Otávio Lins", showLodge: true });
    expect((await author()).posts[0].author).toMatchObject({ name: "Otávio Lins", lodge: "Luz do Vale" });
    expect(JSON.stringify(await author())).not.toContain("@academia.test");
    await member.put("/api/community/profile", { displayName: "", showLodge: false });
    expect((await author()).posts[0].author).toMatchObject({ name: "Otávio L.", lodge: null });
  });

  test.each([
    "Administração",
    "A Moderação",
    "Аdministração",
    "Moderаdor",
    "Ad-ministracao",
    "AdmInIstração",
    "Ana\u202e Lima",
    "admin",
    "Membro removido",
    "x",
    "otavio@lins.br",
    "http://a.b",
    "1234",
  ])("is not called %s", async (displayName) => {
    const { status, body } = await (await app.member()).put("/api/community/profile", { displayName, showLodge: false });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ["displayName"]]);
  });
});

test("two members do not choose names that look the same; the name that everybody begins with may be that of several", async () => {
  const [one, other, namesake] = [
    await writer(app, { name: "Otávio Lins" }),
    await writer(app),
    await writer(app, { name: "Otávio Lemos" }),
  ];
  const call = (member: typeof one, displayName: string) =>
    member.put("/api/community/profile", { displayName, showLodge: false });
  expect((await call(one, "Caio  Brasil")).status).toBe(200);
  for (const name of ["Caio Brasil", "caio brasil", "Caio Brasll", "Cáio-Brasil", "Otávio L."])
    expect([name, (await call(other, name)).status]).toEqual([name, 422]);
  expect((await call(one, "Caio Brasil")).status).toBe(200);
  expect((await call(namesake, "")).status).toBe(200);
  expect((await call(namesake, "Otávio L.")).status).toBe(200);
});

test("a lesson says where it is discussed and by how many, and has one topic in a board", async () => {
  const [author, other] = [await writer(app), await writer(app)];
  const text = { kind: "lesson", textId: "m01-l02" };
  const path = "/api/community/texts/lesson/m01-l02";
  expect((await other.get(path)).body).toMatchObject({ topicId: null, boardId: "aprendiz", replies: 0, people: 0 });
  const topicId = await openTopic(author, { board: "aprendiz", text });
  await reply(other, topicId, { boardId: "aprendiz" });
  expect((await other.get(path)).body).toMatchObject({ topicId, boardId: "aprendiz", replies: 1, people: 2 });
  const second = await other.post("/api/community/boards/aprendiz/topics", {
    id: randomUUID(),
    title: "Outro",
    source: "B",
    text,
  });
  expect([second.status, second.body.message]).toEqual([
    409,
    "Já há um assunto sobre este texto nesta sala. Abra-o, e escreva ali.",
  ]);
  expect((await readTopic(other, topicId)).topic.text).toMatchObject({ kind: "lesson", path: "/modulo/1/licao/2" });
});

describe("bad input", () => {
  test("a post of 100 kB is refused in words, before it is read", async () => {
    const member = await writer(app);
    const topicId = await openTopic(member);
    const long = await reply(member, topicId, { source: "a".repeat(100_000) });
    expect([long.status, long.body.message]).toEqual([
      413,
      "A mensagem pode ter até 20.000 caracteres. Encurte-a, ou divida-a em duas.",
    ]);
    const longer = await reply(member, topicId, { source: "a".repeat(20_001) });
    expect(longer.body.fields.source).toBe("A mensagem pode ter até 20.000 caracteres. Encurte-a, ou divida-a em duas.");
    expect((await reply(member, topicId, { source: "á".repeat(20_000) })).status).toBe(200);
  });

  test("mentions of too many are refused", async () => {
    const member = await writer(app);
    const topicId = await openTopic(member);
    const many = Array.from({ length: 100 }, () => `[@x](membro:${randomUUID()})`).join(" ");
    expect((await reply(member, topicId, { source: many })).body.fields.source).toMatch(/irmãos/);
    const same = Array.from({ length: 21 }, async () => `[@x](membro:${(await writer(app)).id})`);
    expect((await reply(member, topicId, { source: (await Promise.all(same)).join(" ") })).body.fields.source).toContain(
      "cita até 20 irmãos",
    );
  });

  test.each([
    ["a script", "<script>alert(1)</script>", "&#x3C;script>alert(1)&#x3C;/script>"],
    ["a picture that runs", "a <img src=x onerror=alert(1)> b", "<p>a &#x3C;img src=x onerror=alert(1)> b</p>"],
    ["a heading that would be an anchor", "# Título", "<h3>Título</h3>"],
    [
      "a table",
      "| a | b |\n|---|---|\n| c | d |",
      "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>",
    ],
    ["a footnote", "a[^1]\n\n[^1]: b", "<p>a[^1]</p>"],
    ["an e-mail", "x@example.org", "<p><span>x@example.org</span></p>"],
    [
      "another site",
      "[x](https://example.org)",
      '<p><a href="https://example.org" rel="noopener noreferrer nofollow" target="_blank">x</a></p>',
    ],
    [
      "a page of ours by its full address",
      "http://academia.test/modulo/1/licao/2",
      '<p><a href="/modulo/1/licao/2">http://academia.test/modulo/1/licao/2</a></p>',
    ],
  ])("%s is shown, and nothing of it runs", async (_, source, html) => {
    const member = await writer(app);
    const { body } = await member.post("/api/community/preview", { boardId: "geral", source });
    expect(body.html.replace(/>\n</g, "><")).toContain(html);
  });

  test.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](jav&#x09;ascript:alert(1))",
    "<javascript:alert(1)>",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](//evil.example)",
    "[x](/api/account/export)",
    "[x](/admin)",
    "[x](licao:m99-l99)",
  ])("%s is no address for a link", async (source) => {
    const member = await writer(app);
    const topicId = await openTopic(member);
    const { status, body } = await reply(member, topicId, { source });
    expect([status, body.fields?.source]).toEqual([422, expect.stringContaining("endereço não aceito")]);
  });

  test.each([
    ["nested emphasis", "*a **b ".repeat(300)],
    ["nested quotes", "> ".repeat(900)],
    ["nested lists", `${"- ".repeat(300)}a`],
    ["open brackets", "[".repeat(1_900)],
    ["links", "[x](https://example.org) ".repeat(300)],
    ["signs that nobody writes by hand", "*_[".repeat(5_000)],
  ])("%s without end are rendered or refused", async (_, source) => {
    const member = await writer(app);
    const { status, body } = await member.post("/api/community/preview", { boardId: "geral", source });
    if (status !== 200) expect([status, body.fields.source]).toEqual([422, expect.stringContaining("formatação demais")]);
  });

  test("a reply to a locked topic, or to one that was moved, is told so, and its draft is kept", async () => {
    const [author, other] = [await writer(app, { degree: "companheiro" }), await writer(app, { degree: "companheiro" })];
    const topicId = await openTopic(author);
    await other.put(`/api/community/drafts/topic:${topicId}`, { title: "", body: "Rascunho", version: 0 });
    await app.asOwner(`update community_topics set locked_at = now() where id = '${topicId}'`);
    const locked = await reply(other, topicId);
    expect([locked.status, locked.body.message]).toEqual([
      409,
      "Este assunto está fechado a novas respostas. O que você escreveu continua no rascunho.",
    ]);
    await app.asOwner(`update community_topics set locked_at = null, board_id = 'companheiro' where id = '${topicId}'`);
    const moved = await reply(other, topicId);
    expect([moved.status, moved.body.message]).toEqual([
      409,
      "Este assunto foi movido para a sala Companheiro. Veja se o que escreveu cabe ali, e envie de novo.",
    ]);
    expect((await readTopic(other, topicId)).topic.draft.body).toBe("Rascunho");
    expect((await reply(other, topicId, { boardId: "companheiro" })).status).toBe(200);
  });

  test("what is held or hidden is read by its author alone", async () => {
    const [author, other] = [await writer(app), await writer(app)];
    const topicId = await openTopic(author, { source: "Palavras ocultas." });
    for (const state of ["held", "hidden"]) {
      await app.asOwner(`update community_posts set state = '${state}', state_reason = 'Motivo' where id = '${topicId}'`);
      expect((await readTopic(other, topicId)).posts[0]).toMatchObject({ state, html: null, source: null, stateReason: null });
      expect((await readTopic(author, topicId)).posts[0]).toMatchObject({
        state,
        html: "<p>Palavras ocultas.</p>",
        stateReason: "Motivo",
      });
      for (const path of ["versions"]) expect((await other.get(`/api/community/posts/${topicId}/${path}`)).status).toBe(404);
      expect((await other.put(`/api/community/posts/${topicId}/reactions/useful`)).status).toBe(404);
      const list = (await other.get("/api/community/boards/geral/topics")).body;
      expect(JSON.stringify(list)).not.toContain("ocultas");
    }
  });
});

test("a moderator sees what is held in their board, and nowhere else; so does an administrator within their degree", async () => {
  const [author, moderator] = [await writer(app, { degree: "mestre" }), await writer(app)];
  const admin = await writer(app, { role: "admin", degree: "companheiro" });
  await app.services.db.insert(communityModerators).values({ boardId: "geral", userId: moderator.id });
  const held = async (board: string) => {
    const id = await openTopic(author, { board, source: "Palavras à espera." });
    await app.asOwner(`update community_posts set state = 'held' where id = '${id}'`);
    return id;
  };
  const [general, aprendiz, mestre] = [await held("geral"), await held("aprendiz"), await held("mestre")];
  const words = async (member: TestMember, topicId: string) => (await readTopic(member, topicId)).posts?.[0].html ?? null;
  expect([await words(moderator, general), await words(moderator, aprendiz)]).toEqual(["<p>Palavras à espera.</p>", null]);
  expect([await words(admin, aprendiz), await words(admin, mestre)]).toEqual(["<p>Palavras à espera.</p>", null]);
  const { boards, can } = (await moderator.get("/api/community")).body;
  expect(boards.map((board: any) => [board.id, board.can.moderate])).toEqual([
    ["geral", true],
    ["aprendiz", false],
  ]);
  expect(can).toEqual({ moderate: true, administer: false });
});
