import { randomUUID } from "node:crypto";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { newcomer, openTopic, orderOf, reply, writer } from "../community.test-support.ts";
import type { ModerationQueue } from "./moderation.answers.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const topicOf = async (reader: TestMember, id: string) => (await reader.get(`/api/community/topics/${id}`)).body;
const postOf = async (reader: TestMember, topicId: string, number: number) =>
  (await topicOf(reader, topicId)).posts.find((post: { number: number }) => post.number === number);
const onPost = (member: TestMember, id: string, act: string, json?: object) =>
  member.post(`/api/community/posts/${id}/${act}`, json);
const onTopic = (member: TestMember, id: string, act: string, json?: object) =>
  member.post(`/api/community/topics/${id}/${act}`, json);
const told = async (member: TestMember) =>
  (await member.get<NoticesPage>("/api/notices")).body.notices.map(({ text, path }) => ({ text, path }));
const actsOn = async (targetId: string): Promise<Record<string, unknown>[]> =>
  (await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, targetId)).orderBy(asc(auditLog.id))).map(
    ({ action, actorId, details }) => ({ action, actorId, ...details }),
  );
const queue = async (member: TestMember, query = "") =>
  (await member.get<ModerationQueue>(`/api/community/moderation${query}`)).body;
/** All that waits, however many pages. */
async function waiting(member: TestMember): Promise<ModerationQueue["entries"]> {
  const entries: ModerationQueue["entries"] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page = await queue(member, next && `?after=${encodeURIComponent(next)}`);
    entries.push(...page.entries);
    next = page.next;
  }
  return entries;
}

/** Members whose accounts are old enough for their reports to count. */
async function olderMembers(count: number): Promise<TestMember[]> {
  const members = await Promise.all(Array.from({ length: count }, () => writer(app)));
  await app.services.db
    .update(profiles)
    .set({ createdAt: sql`now() - interval '2 days'` })
    .where(
      inArray(
        profiles.id,
        members.map(({ id }) => id),
      ),
    );
  return members;
}
const moderator = async (boardId = "geral", degree: "aprendiz" | "companheiro" | "mestre" = "mestre") => {
  const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await writer(app, { degree })];
  const before = (await admin.get(`/api/community/boards/${boardId}/moderators`)).body.moderators.map(
    ({ id }: { id: string }) => id,
  );
  const memberIds = [...before, member.id];
  expect((await admin.put(`/api/community/boards/${boardId}/moderators`, { memberIds })).status).toBe(200);
  return member;
};
const written = async () => {
  const [opener, author] = [await writer(app), await writer(app, { name: "Anselmo Prado" })];
  const topicId = await openTopic(opener);
  const words = `palavras${randomUUID().replaceAll("-", "")}`; // one word for the search
  const { body } = await reply(author, topicId, { source: words });
  return { opener, author, topicId, postId: body.id as string, words };
};
const REASON = { reason: "Não cabe aqui." };

describe("reports", () => {
  test("by three members hide a post until somebody looks; its author reads why, and that nothing is lost", async () => {
    const { author, topicId, postId, words, opener } = await written();
    const reporters = await olderMembers(3);
    for (const [index, reporter] of reporters.entries()) {
      expect((await postOf(opener, topicId, 2)).state).toBe(index < 3 ? "visible" : "held");
      expect(await onPost(reporter, postId, "reports", REASON)).toMatchObject({ status: 200, body: { ok: true } });
    }
    expect(await postOf(opener, topicId, 2)).toMatchObject({ state: "held", html: null, source: null, stateReason: null });
    const own = await postOf(author, topicId, 2);
    expect(own).toMatchObject({ state: "held", source: words, stateReason: expect.stringContaining("Três irmãos") });
    expect(await told(author)).toEqual([{ text: "Uma mensagem sua está em revisão", path: `/comunidade/assunto/${topicId}#p2` }]);
  });

  test("by the same member again, by themselves, or by accounts of today do not", async () => {
    const { author, topicId, postId, opener } = await written();
    const [one, two] = (await olderMembers(2)) as [TestMember, TestMember];
    for (let times = 0; times < 3; times += 1) expect((await onPost(one, postId, "reports", REASON)).status).toBe(200);
    await onPost(two, postId, "reports", REASON);
    expect(await onPost(author, postId, "reports", REASON)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    for (let number = 0; number < 3; number += 1) await onPost(await newcomer(app), postId, "reports", REASON);
    expect((await postOf(opener, topicId, 2)).state).toBe("visible");
  });

  test("at once by many hide it once", async () => {
    const { author, topicId, postId, opener } = await written();
    const statuses = (
      await Promise.all((await olderMembers(8)).map((reporter) => onPost(reporter, postId, "reports", REASON)))
    ).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await postOf(opener, topicId, 2)).state).toBe("held");
    expect(await told(author)).toHaveLength(1);
  });

  test("need a reason, and a post that one may read", async () => {
    const { postId } = await written();
    const reader = await writer(app);
    for (const json of [{}, { reason: " " }, { reason: "a".repeat(501) }, { ...REASON, extra: 1 }])
      expect((await onPost(reader, postId, "reports", json)).status).toBe(422);
    const above = await openTopic(await writer(app, { degree: "mestre" }), { board: "mestre" });
    expect((await onPost(reader, above, "reports", REASON)).status).toBe(404);
    expect((await onPost(reader, randomUUID(), "reports", REASON)).status).toBe(404);
  });
});

describe("the queue", () => {
  test("is for who moderates something, and has what waits in their boards alone", async () => {
    const { postId, words, topicId } = await written();
    const [reporter] = await olderMembers(1);
    await onPost(reporter!, postId, "reports", { reason: "Propaganda." });
    const above = await openTopic(await writer(app, { degree: "mestre" }), { board: "mestre", source: "Acima." });
    await onPost(await writer(app, { degree: "mestre" }), above, "reports", REASON);
    expect((await (await writer(app)).get("/api/community/moderation")).status).toBe(403);
    const [general, ofMestre] = [await moderator("geral", "aprendiz"), await moderator("mestre")];
    const entry = (await waiting(general)).find(({ post }) => post.id === postId)!;
    expect(entry).toMatchObject({
      post: { number: 2, topicId, board: { id: "geral" }, html: `<p>${words}</p>`, state: "visible", can: { decide: true } },
      reports: [{ reason: "Propaganda." }],
    });
    expect((await waiting(general)).some(({ post }) => post.id === above)).toBe(false);
    const own = await waiting(ofMestre);
    expect([own.some(({ post }) => post.id === above), own.some(({ post }) => post.id === postId)]).toEqual([true, false]);
    const all = await waiting(await app.member({ role: "admin", degree: "mestre" }));
    expect([postId, above].every((id) => all.some(({ post }) => post.id === id))).toBe(true);
    const below = await waiting(await app.member({ role: "admin" }));
    expect(JSON.stringify(below)).not.toContain("Acima.");
  });

  test("is told to the moderators of the board, and of one without any to the administrators", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const topicId = await openTopic(await writer(app, { degree: "companheiro" }), { board: "companheiro" });
    const reporter = await writer(app, { degree: "companheiro" });
    await onPost(reporter, topicId, "reports", REASON);
    expect(await told(admin)).toContainEqual({
      text: "Uma mensagem espera por um moderador",
      path: "/comunidade/moderacao",
    });
    const named = await moderator("companheiro");
    const other = await openTopic(await writer(app, { degree: "companheiro" }), { board: "companheiro" });
    await onPost(reporter, other, "reports", REASON);
    expect(await told(named)).toHaveLength(1);
    expect(await told(admin)).toHaveLength(1);
  });

  test("loses what was decided, whichever way", async () => {
    const mod = await moderator();
    const [first, second] = [await written(), await written()];
    const [reporter] = await olderMembers(1);
    for (const { postId } of [first, second]) await onPost(reporter!, postId, "reports", REASON);
    await onPost(mod, first.postId, "hide", REASON);
    await onPost(mod, second.postId, "show");
    const left = (await waiting(mod)).map(({ post }) => post.id);
    expect(left).not.toContain(first.postId);
    expect(left).not.toContain(second.postId);
  });
});

describe("a decision", () => {
  test("hides: the author reads the reason, who reported is answered, others see a place without words", async () => {
    const mod = await moderator();
    const { author, opener, topicId, postId, words } = await written();
    const [reporter] = await olderMembers(1);
    await onPost(reporter!, postId, "reports", REASON);
    expect((await onPost(mod, postId, "hide", { reason: "É propaganda." })).status).toBe(200);
    expect(await postOf(opener, topicId, 2)).toMatchObject({ state: "hidden", html: null, stateReason: null });
    expect(await postOf(author, topicId, 2)).toMatchObject({ state: "hidden", source: words, stateReason: "É propaganda." });
    expect(await told(author)).toEqual([
      { text: "Uma mensagem sua foi ocultada pela moderação", path: `/comunidade/assunto/${topicId}#p2` },
    ]);
    expect(await told(reporter!)).toEqual([
      { text: "A mensagem que você denunciou foi ocultada", path: `/comunidade/assunto/${topicId}#p2` },
    ]);
    expect(await actsOn(postId)).toEqual([
      { action: "community.post-hide", actorId: mod.id, board: "Geral", memberId: author.id, reason: "É propaganda." },
    ]);
    await onPost(mod, postId, "hide", REASON);
    expect(await told(author)).toHaveLength(1);
    expect(await actsOn(postId)).toHaveLength(1);
  });

  test("and a deletion put the topic back where the last post has it that everybody sees", async () => {
    const [mod, { author, topicId, postId }] = [await moderator(), await written()];
    const other = await openTopic(author);
    const order = () => orderOf(author, [topicId, other]);
    expect(await order()).toEqual([other, topicId]);
    const { body: late } = await reply(author, topicId);
    expect(await order()).toEqual([topicId, other]);
    await onPost(mod, late.id, "hide", REASON);
    expect(await order()).toEqual([other, topicId]);
    await onPost(mod, late.id, "show", {});
    expect(await order()).toEqual([topicId, other]);
    await author.delete(`/api/community/posts/${late.id}`, { version: 1 });
    expect(await order()).toEqual([other, topicId]);
    await onPost(mod, postId, "hide", REASON);
    expect(await order()).toEqual([other, topicId]);
  });

  test("keeps: three other reports are needed to hide it again", async () => {
    const mod = await moderator();
    const { author, opener, topicId, postId } = await written();
    const reporters = await olderMembers(3);
    for (const reporter of reporters) await onPost(reporter, postId, "reports", REASON);
    expect((await onPost(mod, postId, "show")).status).toBe(200);
    expect((await postOf(opener, topicId, 2)).state).toBe("visible");
    expect((await told(author))[0]).toMatchObject({ text: "Uma mensagem sua saiu da revisão" });
    expect((await told(reporters[0]!))[0]).toMatchObject({ text: "A mensagem que você denunciou foi olhada e mantida" });
    for (const reporter of reporters) await onPost(reporter, postId, "reports", REASON);
    expect((await postOf(opener, topicId, 2)).state).toBe("visible");
    for (const reporter of await olderMembers(3)) await onPost(reporter, postId, "reports", REASON);
    expect((await postOf(opener, topicId, 2)).state).toBe("held");
    expect((await actsOn(postId)).map(({ action }) => action)).toEqual(["community.post-show"]);
  });

  test("takes hidden words out of the search and of quotes, and brings them back", async () => {
    const mod = await moderator();
    const { opener, topicId, postId, words } = await written();
    await reply(opener, topicId, { source: "Cito.", quote: { number: 2, words } });
    const found = async () => JSON.stringify((await opener.get(`/api/search?q=${words}`)).body).includes(topicId);
    const quoted = async () => (await postOf(opener, topicId, 3)).quote;
    await app.runJobs();
    expect([await found(), (await quoted()).words]).toEqual([true, words]);
    await onPost(mod, postId, "hide", REASON);
    expect([await found(), (await quoted()).words]).toEqual([false, null]);
    await onPost(mod, postId, "show");
    expect([await found(), (await quoted()).words]).toEqual([true, words]);
  });

  test("on a new post keeps it out of the search for good, also when it comes before the task that puts it there", async () => {
    const mod = await moderator();
    const { opener, postId, topicId, words } = await written();
    const found = async () => JSON.stringify((await opener.get(`/api/search?q=${words}`)).body).includes(topicId);
    expect(await found()).toBe(false);
    await onPost(mod, postId, "hide", REASON);
    await app.runJobs();
    expect(await found()).toBe(false);
    await onPost(mod, postId, "show");
    expect(await found()).toBe(true);
  });

  test("is not made by who does not moderate there, nor on one's own post but by an administrator", async () => {
    const { postId, author, opener } = await written();
    const elsewhere = await moderator("mestre");
    for (const member of [author, opener, elsewhere])
      for (const [act, json] of [["hide", REASON], ["show"], ["word", { body: "Olá, irmão." }]] as const)
        expect((await onPost(member, postId, act, json)).status).toBe(403);
    const mod = await moderator();
    const own = (await reply(mod, await openTopic(mod))).body.id;
    expect(await onPost(mod, own, "hide", REASON)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("outro") },
    });
    const admin = await writer(app, { role: "admin" });
    const his = (await reply(admin, await openTopic(admin))).body.id;
    expect((await onPost(admin, his, "hide", REASON)).status).toBe(200);
  });

  test("hides a topic with its only post, and shows both", async () => {
    const mod = await moderator();
    const opener = await writer(app);
    const topicId = await openTopic(opener);
    const reader = await writer(app);
    await onPost(mod, topicId, "hide", REASON);
    expect((await reader.get(`/api/community/topics/${topicId}`)).status).toBe(404);
    expect((await topicOf(opener, topicId)).posts[0]).toMatchObject({ state: "hidden", stateReason: REASON.reason });
    await onPost(mod, topicId, "show");
    expect((await topicOf(reader, topicId)).posts[0].state).toBe("visible");
  });

  test("publishes what a held post says then, and nothing that it said while it was held", async () => {
    const mod = await moderator();
    const { author, opener, postId } = await written();
    for (const reporter of await olderMembers(3)) await onPost(reporter, postId, "reports", REASON);
    const path = `/api/community/posts/${postId}`;
    for (const [version, source] of [
      [1, "Palavras retidas."],
      [2, "Palavras limpas."],
    ] as const)
      expect((await author.put(path, { source, version })).body).toMatchObject({ state: "held", source });
    expect((await opener.get(`${path}/versions`)).status).toBe(404);
    await onPost(mod, postId, "show");
    const { body } = await opener.get(`${path}/versions`);
    expect(JSON.stringify(body)).toContain("Palavras limpas.");
    expect(JSON.stringify(body)).not.toContain("Palavras retidas.");
  });

  test("leaves alone what its author has deleted", async () => {
    const mod = await moderator();
    const { author, postId } = await written();
    expect((await author.delete(`/api/community/posts/${postId}`, { version: 1 })).status).toBe(200);
    for (const act of ["hide", "show"])
      expect((await onPost(mod, postId, act, act === "hide" ? REASON : undefined)).status).toBe(404);
  });
});

describe("the title of a topic", () => {
  const titled = async () => {
    const [opener, other] = [await writer(app), await writer(app)];
    const title = `titulo${randomUUID().replaceAll("-", "")}`;
    const topicId = await openTopic(opener, { title });
    await other.put(`/api/community/topics/${topicId}/follow`, { following: true });
    await reply(other, topicId);
    await other.put(`/api/community/posts/${topicId}/reactions/useful`);
    await reply(opener, topicId);
    await app.runJobs();
    return { opener, other, topicId, title };
  };
  const everyPath = async (member: TestMember, topicId: string, title: string) => {
    const search = await member.get(`/api/search?q=${title}`);
    const brief = await member.get(`/api/search/brief?q=${title}`);
    return {
      page: (await topicOf(member, topicId)).topic.title,
      list: (await member.get("/api/community/boards/geral/topics")).body.topics.find(({ id }: { id: string }) => id === topicId)
        ?.title,
      bell: (await told(member)).some(({ text }) => text.includes(title)),
      found: JSON.stringify([search.body, brief.body]).includes(topicId),
      exported: JSON.stringify((await member.get("/api/account/export")).body).includes(title),
    };
  };

  test("is masked for the others on every path, and comes back with it", async () => {
    const mod = await moderator();
    const { opener, other, topicId, title } = await titled();
    const shown = { page: title, list: title, bell: true, found: true, exported: true };
    expect(await everyPath(other, topicId, title)).toEqual(shown);
    const masked = (page: string) => ({ page, list: page, bell: false, found: false, exported: false });
    await onPost(mod, topicId, "hide", REASON);
    expect(await everyPath(other, topicId, title)).toEqual(masked("Assunto com o título oculto"));
    for (const member of [opener, mod])
      expect(await everyPath(member, topicId, title)).toMatchObject({ page: title, list: title });
    await onPost(mod, topicId, "show");
    expect(await everyPath(other, topicId, title)).toEqual(shown);
    for (const reporter of await olderMembers(3)) await onPost(reporter, topicId, "reports", REASON);
    expect(await everyPath(other, topicId, title)).toEqual(masked("Assunto em revisão"));
    await onPost(mod, topicId, "show");
    expect(await everyPath(other, topicId, title)).toEqual(shown);
  });

  test("is told to a moderator of another board no more than to other members", async () => {
    const [mod, elsewhere] = [await moderator(), await moderator("mestre")];
    const { topicId } = await titled();
    await onPost(mod, topicId, "hide", REASON);
    expect((await topicOf(elsewhere, topicId)).topic.title).toBe("Assunto com o título oculto");
  });

  test("goes for good with the words when its author deletes them", async () => {
    const mod = await moderator();
    const { opener, other, topicId, title } = await titled();
    expect((await opener.delete(`/api/community/posts/${topicId}`, { version: 1 })).status).toBe(200);
    for (const member of [opener, other, mod]) expect((await topicOf(member, topicId)).topic.title).toBe("Assunto sem título");
    const { rows } = await app.services.db.execute(sql`select * from community_topics where id = ${topicId}`);
    expect(JSON.stringify(rows)).not.toContain(title);
    // the version before left it there
    await app.services.db.execute(sql`update community_topics set title = ${title} where id = ${topicId}`);
    expect((await topicOf(other, topicId)).topic.title).toBe("Assunto sem título");
  });

  const retitle = (member: TestMember, topicId: string, title: unknown, before: string) =>
    member.put(`/api/community/topics/${topicId}/title`, { title, before });

  test("is changed by a moderator: on every path, with a word to who opened it, and a line in the log without either title", async () => {
    const mod = await moderator();
    const { opener, other, topicId, title } = await titled();
    const next = `y${randomUUID().replaceAll("-", "")}`;
    expect((await retitle(mod, topicId, ` ${next} `, title)).status).toBe(200);
    expect(await everyPath(other, topicId, title)).toEqual({
      page: next,
      list: next,
      bell: false,
      found: false,
      exported: false,
    });
    expect(await everyPath(other, topicId, next)).toEqual({ page: next, list: next, bell: true, found: true, exported: true });
    expect(await told(opener)).toContainEqual({
      text: "Um assunto seu tem outro título",
      path: `/comunidade/assunto/${topicId}#p1`,
    });
    const acts = await actsOn(topicId);
    expect(acts).toMatchObject([{ action: "community.topic-retitle", actorId: mod.id, memberId: opener.id, board: "Geral" }]);
    expect(JSON.stringify(acts)).not.toMatch(new RegExp(`${title}|${next}`));
  });

  test("that a moderator gives is masked like the one before, and shown where the first post was deleted", async () => {
    const mod = await moderator();
    const { opener, other, topicId, title } = await titled();
    await onPost(mod, topicId, "hide", REASON);
    expect((await retitle(mod, topicId, "Sob outro nome", title)).status).toBe(200);
    expect(await everyPath(other, topicId, "Sob outro nome")).toMatchObject({
      page: "Assunto com o título oculto",
      list: "Assunto com o título oculto",
      bell: false,
      found: false,
      exported: false,
    });
    await onPost(mod, topicId, "show");
    expect((await opener.delete(`/api/community/posts/${topicId}`, { version: 1 })).status).toBe(200);
    expect((await topicOf(other, topicId)).topic.title).toBe("Assunto sem título");
    const next = `z${randomUUID().replaceAll("-", "")}`;
    expect((await retitle(mod, topicId, next, "Assunto sem título")).status).toBe(200);
    expect(await everyPath(other, topicId, next)).toEqual({ page: next, list: next, bell: true, found: true, exported: true });
  });

  test("that a moderator gave goes with the first post, when its author deletes that later", async () => {
    const { opener, other, topicId, title } = await titled();
    const next = `w${randomUUID().replaceAll("-", "")}`;
    expect((await retitle(await moderator(), topicId, next, title)).status).toBe(200);
    expect((await opener.delete(`/api/community/posts/${topicId}`, { version: 1 })).status).toBe(200);
    expect(await everyPath(other, topicId, next)).toEqual({
      page: "Assunto sem título",
      list: "Assunto sem título",
      bell: false,
      found: false,
      exported: false,
    });
  });

  test("is changed by nobody else, nor to what is no title, nor over another that was not seen", async () => {
    const [mod, elsewhere] = [await moderator(), await moderator("mestre")];
    const { opener, other, topicId, title } = await titled();
    for (const member of [opener, other, elsewhere])
      expect(await retitle(member, topicId, "Outro título", title)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    for (const [wrong, message] of [
      ["  ", "Escreva um título de pelo menos três letras"],
      [undefined, "Escreva um título de pelo menos três letras"],
      ["a".repeat(121), "O título pode ter até 120 caracteres"],
    ])
      expect(await retitle(mod, topicId, wrong, title)).toMatchObject({ status: 422, body: { fields: { title: message } } });
    const above = await openTopic(await writer(app, { degree: "mestre" }), { board: "mestre" });
    expect((await retitle(await moderator("geral", "aprendiz"), above, "Outro título", "Um assunto")).status).toBe(404);
    const answers = await Promise.all([retitle(mod, topicId, "Um título", title), retitle(mod, topicId, "E outro", title)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const present = (await topicOf(other, topicId)).topic.title;
    expect(answers.find(({ status }) => status === 409)!.body.message).toContain(`“${present}”`);
    expect(await actsOn(topicId)).toHaveLength(1);
  });

  test("is not brought back by its author, who deletes what three members had reported", async () => {
    const { opener, other, topicId, title } = await titled();
    for (const reporter of await olderMembers(3)) await onPost(reporter, topicId, "reports", REASON);
    expect((await opener.delete(`/api/community/posts/${topicId}`, { version: 1 })).status).toBe(200);
    expect(await everyPath(other, topicId, title)).toMatchObject({ page: "Assunto sem título", bell: false, found: false });
  });
});

describe("a word to the author", () => {
  test("is read by them and the moderators alone, and not kept in the notice", async () => {
    const mod = await moderator();
    const { author, opener, topicId, postId } = await written();
    const body = `Irmão, ${randomUUID()}`;
    expect((await postOf(author, topicId, 2)).addressed).toBe(false);
    expect((await onPost(mod, postId, "word", { body })).status).toBe(200);
    expect((await author.get(`/api/community/posts/${postId}/words`)).body.words).toMatchObject([{ body }]);
    expect((await mod.get(`/api/community/posts/${postId}/words`)).body.words).toHaveLength(1);
    expect((await opener.get(`/api/community/posts/${postId}/words`)).status).toBe(403);
    for (const [reader, addressed] of [
      [author, true],
      [mod, false],
      [opener, false],
    ] as const)
      expect((await postOf(reader, topicId, 2)).addressed).toBe(addressed);
    expect(await told(author)).toEqual([{ text: "A moderação escreveu a você", path: `/comunidade/assunto/${topicId}#p2` }]);
    const { rows } = await app.services.db.execute(sql`select string_agg(n::text, ' ') as everything from notices n`);
    expect(rows[0]!.everything).not.toContain(body);
    expect(await actsOn(postId)).toMatchObject([{ action: "community.post-word", memberId: author.id }]);
  });
});

describe("a topic", () => {
  test("is closed, opened, kept at the top and let go; each once in the log", async () => {
    const mod = await moderator();
    const { opener, topicId } = await written();
    for (const act of ["lock", "lock", "pin", "unlock", "unpin", "unpin"])
      expect((await onTopic(mod, topicId, act)).status).toBe(200);
    expect((await actsOn(topicId)).map(({ action }) => action)).toEqual([
      "community.topic-lock",
      "community.topic-pin",
      "community.topic-unlock",
      "community.topic-unpin",
    ]);
    await onTopic(mod, topicId, "lock");
    expect(await reply(opener, topicId)).toMatchObject({ status: 409, body: { message: expect.stringContaining("rascunho") } });
    expect((await reply(mod, topicId)).status).toBe(200);
    expect((await topicOf(opener, topicId)).topic).toMatchObject({ locked: true, can: { reply: false, moderate: false } });
  });

  test("is hidden from everybody but the moderators: page, list, search and notices", async () => {
    const mod = await moderator();
    const { opener, topicId, words } = await written();
    await app.runJobs();
    expect((await told(opener))[0]!.text).toContain("Um assunto");
    await onTopic(mod, topicId, "hide", REASON);
    expect((await opener.get(`/api/community/topics/${topicId}`)).status).toBe(404);
    const lists = [await opener.get("/api/community/boards/geral/topics"), await opener.get(`/api/search?q=${words}`)];
    for (const { body } of lists) expect(JSON.stringify(body)).not.toContain(topicId);
    expect((await told(opener)).every(({ text }) => !text.includes("Um assunto"))).toBe(true);
    expect((await topicOf(mod, topicId)).topic.hidden).toBe(true);
    const hiding = async (member: TestMember) => (await member.get(`/api/community/topics/${topicId}/hiding`)).body;
    expect(await hiding(opener)).toEqual({ title: "Um assunto", ...REASON });
    expect(await hiding(mod)).toMatchObject({ code: "not_found" });
    await onTopic(mod, topicId, "show");
    expect(await hiding(opener)).toMatchObject({ code: "not_found" });
    expect((await told(opener))[0]!.text).toBe("Uma mensagem sua saiu da revisão");
    expect((await topicOf(opener, topicId)).posts).toHaveLength(2);
    expect(JSON.stringify((await opener.get(`/api/search?q=${words}`)).body)).toContain(topicId);
  });

  test("moves up to a board that the moderator moderates, and never down a degree", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const { opener, topicId, words } = await written();
    const [general, above] = [await moderator(), await writer(app, { degree: "mestre" })];
    expect((await onTopic(general, topicId, "move", { boardId: "mestre" })).status).toBe(403);
    expect((await onTopic(general, topicId, "move", { boardId: "nenhuma" })).status).toBe(404);
    expect((await onTopic(admin, topicId, "move", { boardId: "mestre" })).status).toBe(200);
    expect((await opener.get(`/api/community/topics/${topicId}`)).status).toBe(404);
    expect(JSON.stringify((await opener.get(`/api/search?q=${words}`)).body)).not.toContain(topicId);
    expect((await topicOf(above, topicId)).topic.board.id).toBe("mestre");
    const other = await app.member({ role: "admin", degree: "mestre" });
    const down = await onTopic(other, topicId, "move", { boardId: "geral" });
    expect(down).toMatchObject({ status: 409, body: { message: expect.stringContaining("não desce de grau") } });
    expect(await actsOn(topicId)).toMatchObject([{ action: "community.topic-move", from: "Geral", to: "Mestre" }]);
    const low = await app.member({ role: "admin" });
    expect((await onTopic(low, await openTopic(opener), "move", { boardId: "mestre" })).status).toBe(404);
  });

  test("that was moved up by mistake is brought back by who moved it, until somebody has written there", async () => {
    const [admin, other] = await Promise.all([1, 2].map(() => writer(app, { role: "admin", degree: "mestre" })));
    const { opener, topicId } = await written();
    const move = async (member: TestMember, boardId: string) => (await onTopic(member, topicId, "move", { boardId })).status;
    expect([await move(admin!, "companheiro"), await move(admin!, "mestre")]).toEqual([200, 200]);
    expect(await move(other!, "geral")).toBe(409);
    expect([await move(admin!, "companheiro"), await move(admin!, "geral")]).toEqual([200, 200]);
    expect((await topicOf(opener, topicId)).posts).toHaveLength(2);
    expect(await move(admin!, "mestre")).toBe(200);
    expect((await reply(other!, topicId, { boardId: "mestre", source: "Só para mestres." })).status).toBe(200);
    expect([await move(admin!, "companheiro"), await move(admin!, "geral")]).toEqual([409, 409]);
  });

  test("that moves where its lesson is talked about already is no longer tied to it", async () => {
    const admin = await app.member({ role: "admin" });
    const text = { kind: "lesson", textId: "m02-l01" };
    const [here, there] = [
      await openTopic(await writer(app), { text }),
      await openTopic(await writer(app), { board: "aprendiz", text }),
    ];
    expect((await onTopic(admin, here, "move", { boardId: "aprendiz" })).status).toBe(200);
    const reader = await writer(app);
    expect([(await topicOf(reader, here)).topic.text, (await topicOf(reader, there)).topic.text?.kind]).toEqual([null, "lesson"]);
  });

  test("is split: the posts are numbered anew in a topic of their own, the others keep their numbers", async () => {
    const mod = await moderator();
    const [opener, author] = [await writer(app), await writer(app)];
    const topicId = await openTopic(opener);
    for (const source of ["Dois.", "Três.", "Quatro."]) await reply(author, topicId, { source });
    await reply(opener, topicId, { source: "Cito a três.", quote: { number: 3, words: "Três." } });
    await opener.put(`/api/community/topics/${topicId}/answer`, { number: 4 });
    const split = await onTopic(mod, topicId, "split", { numbers: [4, 3], title: "Outro assunto" });
    expect(split.status).toBe(200);
    const made = await topicOf(author, split.body.topicId);
    expect(made.topic).toMatchObject({
      title: "Outro assunto",
      replies: 1,
      lastNumber: 2,
      following: true,
      author: { id: author.id },
    });
    expect(made.posts.map(({ number, html }: { number: number; html: string }) => [number, html])).toEqual([
      [1, "<p>Três.</p>"],
      [2, "<p>Quatro.</p>"],
    ]);
    const left = await topicOf(opener, topicId);
    expect(left.topic).toMatchObject({ replies: 2, lastNumber: 5, answerNumber: null });
    expect(left.posts.map(({ number }: { number: number }) => number)).toEqual([1, 2, 5]);
    expect((await postOf(opener, topicId, 5)).quote).toBeNull();
    expect((await reply(author, topicId)).body.number).toBe(6);
    expect((await reply(opener, split.body.topicId)).body.number).toBe(3);
    expect((await actsOn(topicId)).map(({ action, posts }) => [action, posts])).toEqual([["community.topic-split", 2]]);
  });

  test.each([
    ["its first post", [1]],
    ["no post", []],
    ["one that there is not", [2, 99]],
  ])("is not split by %s", async (_, numbers) => {
    const mod = await moderator();
    const { topicId } = await written();
    expect((await onTopic(mod, topicId, "split", { numbers, title: "Outro" })).status).toBe(422);
    expect((await topicOf(mod, topicId)).posts).toHaveLength(2);
  });

  test("is moderated by nobody else", async () => {
    const { opener, author, topicId } = await written();
    const elsewhere = await moderator("mestre");
    const acts = [["lock"], ["unlock"], ["pin"], ["unpin"], ["show"], ["hide", REASON]] as const;
    for (const member of [opener, author, elsewhere]) {
      for (const [act, json] of acts) expect((await onTopic(member, topicId, act, json)).status).toBe(403);
      expect((await onTopic(member, topicId, "move", { boardId: "aprendiz" })).status).toBe(403);
      expect((await onTopic(member, topicId, "split", { numbers: [2], title: "Outro" })).status).toBe(403);
    }
    expect(await actsOn(topicId)).toEqual([]);
  });
});

describe("boards", () => {
  const board = (changes: object = {}) => ({
    id: `sala-${randomUUID().slice(0, 8)}`,
    name: "Oficina",
    description: "Trabalhos em andamento.",
    degree: "companheiro",
    ...changes,
  });

  test("are added behind the others, changed, closed and opened by administrators, and each act is in the log", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const made = board();
    expect((await admin.post("/api/community/boards", made)).status).toBe(200);
    expect(await admin.post("/api/community/boards", made)).toMatchObject({ status: 409, body: { code: "conflict" } });
    const [reader, low] = [await writer(app, { degree: "companheiro" }), await writer(app)];
    const boardsOf = async (member: TestMember) => (await member.get("/api/community")).body.boards;
    expect((await boardsOf(reader)).at(-1)).toMatchObject({ id: made.id, name: "Oficina", degree: "companheiro" });
    expect((await boardsOf(low)).some(({ id }: { id: string }) => id === made.id)).toBe(false);
    const changes = { name: "Ateliê", description: "", position: 2, closed: true };
    expect((await admin.put(`/api/community/boards/${made.id}`, changes)).status).toBe(200);
    const seen = await boardsOf(reader);
    expect(seen[1]).toMatchObject({ id: made.id, name: "Ateliê", position: 2, closed: true, can: { open: false } });
    expect(seen.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(["geral", made.id, "aprendiz"]);
    expect(seen[2].position).toBe(3);
    expect(await admin.put(`/api/community/boards/${made.id}`, { ...changes, position: 0 })).toMatchObject({
      status: 422,
      body: { fields: { position: "O primeiro lugar é o 1" } },
    });
    const topic = { id: randomUUID(), title: "Um assunto", source: "B", text: null };
    expect((await reader.post(`/api/community/boards/${made.id}/topics`, topic)).status).toBe(409);
    await admin.put(`/api/community/boards/${made.id}`, { ...changes, position: 90, closed: false });
    expect((await reader.post(`/api/community/boards/${made.id}/topics`, topic)).status).toBe(200);
    expect((await actsOn(made.id)).map(({ action, title }) => [action, title])).toEqual([
      ["community.board-create", "Oficina"],
      ["community.board-change", "Ateliê"],
      ["community.board-change", "Ateliê"],
    ]);
  });

  test("are named by the search as they are called now, and a topic by the board where it is", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const made = board({ degree: null });
    await admin.post("/api/community/boards", made);
    const reader = await writer(app);
    const word = `palavra${randomUUID().replaceAll("-", "")}`;
    const topicId = await openTopic(reader, { board: made.id, source: word });
    await reply(reader, topicId, { boardId: made.id, source: `${word} outra vez` });
    await app.runJobs();
    const contexts = async () =>
      (await reader.get(`/api/search?q=${word}`)).body.results.map(({ context }: { context: string }) => context).toSorted();
    expect(await contexts()).toEqual(["Comunidade · Oficina", "Comunidade · Oficina · resposta"]);
    await admin.put(`/api/community/boards/${made.id}`, { name: "Ateliê", description: "", position: 90, closed: false });
    expect(await contexts()).toEqual(["Comunidade · Ateliê", "Comunidade · Ateliê · resposta"]);
    await onTopic(admin, topicId, "move", { boardId: "geral" });
    expect(await contexts()).toEqual(["Comunidade · Geral", "Comunidade · Geral · resposta"]);
  });

  test("of a degree that the administrator has not are none of theirs", async () => {
    const low = await app.member({ role: "admin" });
    expect(await low.post("/api/community/boards", board())).toMatchObject({
      status: 422,
      body: { fields: { degree: expect.any(String) } },
    });
    const changes = { name: "Outra", description: "", position: 1, closed: true };
    expect((await low.put("/api/community/boards/mestre", changes)).status).toBe(404);
    expect((await low.get("/api/community/boards/mestre/moderators")).status).toBe(404);
  });

  test("have the moderators that administrators name, of those who may read there", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const made = board();
    await admin.post("/api/community/boards", made);
    const [one, low] = [await writer(app, { degree: "companheiro", name: "Benedito Salles" }), await writer(app)];
    const path = `/api/community/boards/${made.id}/moderators`;
    expect((await admin.put(path, { memberIds: [low.id] })).status).toBe(422);
    expect((await admin.put(path, { memberIds: [randomUUID()] })).status).toBe(422);
    expect((await admin.put(path, { memberIds: [one.id, one.id] })).body).toEqual({
      moderators: [{ id: one.id, name: "Benedito Salles" }],
    });
    expect((await one.get("/api/community")).body.boards.find(({ id }: { id: string }) => id === made.id).can.moderate).toBe(
      true,
    );
    expect((await admin.put(path, { memberIds: [] })).body).toEqual({ moderators: [] });
    expect((await admin.get(path)).body).toEqual({ moderators: [] });
    expect((await actsOn(made.id)).slice(1).map(({ action, memberId }) => [action, memberId])).toEqual([
      ["community.moderator-add", one.id],
      ["community.moderator-remove", one.id],
    ]);
  });

  test("find who could moderate them by full name, e-mail, Lodge or signature, for administrators alone", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const brother = await writer(app, { degree: "companheiro", name: "Cipriano Alvarenga Dutra" });
    await brother.put("/api/community/profile", { displayName: "Irmão Tesoureiro", showLodge: false });
    const [silent, low] = [
      await app.member({ degree: "companheiro", name: "Cipriano Bastos" }), // has not accepted the rules
      await app.member({ name: "Cipriano Castilho" }),
    ];
    const find = async (q: string) =>
      (await admin.post("/api/community/boards/companheiro/moderators/candidates", { q })).body.candidates;
    const { id, email } = brother;
    const his = {
      id,
      email,
      name: "Cipriano Alvarenga Dutra",
      signsAs: "Irmão Tesoureiro",
      degree: "companheiro",
      lodge: null,
    };
    for (const q of ["alvarenga", "DUTRA cipri", "irmao tesou", email, email.slice(0, 12)])
      expect(await find(q), q).toEqual([his]);
    expect((await find("cipriano")).map(({ id }: { id: string }) => id)).toEqual([id, silent.id]);
    expect(await find("tesoureiro dutra")).toEqual([]); // half of one name and half of the other
    expect(await find("100%")).toEqual([]);
    const path = "/api/community/boards/companheiro/moderators/candidates";
    expect(await admin.post(path, { q: "ci" })).toMatchObject({ status: 422, body: { fields: { q: expect.any(String) } } });
    for (const member of [brother, low, await moderator("companheiro")])
      expect((await member.post(path, { q: "cipriano" })).status).toBe(403);
    const admins = await app.member({ role: "admin" });
    expect((await admins.post(path, { q: "cipriano" })).status).toBe(404); // a board above their degree
    const looks = await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(looks.map(({ action }) => action)).toEqual(["moderator-candidates.view"]);
  });

  test("whose moderator loses the degree are no longer moderated by them", async () => {
    const mod = await moderator("companheiro", "companheiro");
    const topicId = await openTopic(await writer(app, { degree: "companheiro" }), { board: "companheiro" });
    await app.services.db.update(profiles).set({ degree: "aprendiz" }).where(eq(profiles.id, mod.id));
    expect((await onTopic(mod, topicId, "lock")).status).toBe(404);
    expect((await mod.get("/api/community/moderation")).status).toBe(403);
  });
});

describe("two moderators at the same post", () => {
  const conflict = (message: string) => ({ status: 409, body: expect.objectContaining({ code: "conflict", message }) });

  test("who decides last on what they saw before is told what was decided, and changes nothing", async () => {
    const [author, reporter] = [await writer(app), await writer(app)];
    const [first, second] = [await moderator(), await moderator()];
    const topicId = await openTopic(author);
    const id = (await reply(author, topicId)).body.id;
    const report = () => onPost(reporter, id, "reports", { reason: "Ofende um irmão" });
    const seen = { state: "visible", reported: true };

    await report();
    expect((await onPost(first, id, "hide", { reason: "Ofende.", seen })).status).toBe(200);
    const hidden = conflict("A moderação já decidiu: esta mensagem está oculta.");
    expect(await onPost(second, id, "show", { seen })).toMatchObject(hidden);
    expect(await onPost(second, id, "hide", { reason: "Outro motivo", seen })).toMatchObject(hidden);
    expect(await postOf(second, topicId, 2)).toMatchObject({ state: "hidden", stateReason: "Ofende." });

    expect((await onPost(second, id, "show", { seen: { state: "hidden", reported: false } })).status).toBe(200);
    const visible = conflict("A moderação já decidiu: esta mensagem está à vista de todos da sala.");
    expect(await onPost(first, id, "show", { seen: { state: "hidden", reported: false } })).toMatchObject(visible);
    expect(await onPost(first, id, "hide", { reason: "De novo", seen })).toMatchObject(visible); // its reports are answered
    expect(await postOf(first, topicId, 2)).toMatchObject({ state: "visible" });
  });

  test("a third report that hides a post is no decision: what its moderator decides holds", async () => {
    const author = await writer(app);
    const [one, ...others] = await olderMembers(3);
    const judge = await moderator();
    const topicId = await openTopic(author);
    const id = (await reply(author, topicId)).body.id;
    await onPost(one!, id, "reports", { reason: "Ofende um irmão" });
    for (const other of others) await onPost(other, id, "reports", { reason: "Ofende um irmão" });
    expect(await postOf(judge, topicId, 2)).toMatchObject({ state: "held" });
    expect((await onPost(judge, id, "show", { seen: { state: "visible", reported: true } })).status).toBe(200);
    expect(await postOf(judge, topicId, 2)).toMatchObject({ state: "visible" });
  });
});

describe("a post that its author changes while a moderator reads it", () => {
  const changed = { status: 409, body: { code: "conflict", message: expect.stringContaining("O autor mudou esta mensagem") } };

  test.each([
    ["hide", { reason: "Não cabe aqui." }],
    ["show", {}],
  ])("is not decided on (%s) until the moderator has seen the new words", async (act, json) => {
    const mod = await moderator();
    const { author, topicId, postId, words } = await written();
    const [reporter] = await olderMembers(1);
    await onPost(reporter!, postId, "reports", REASON);
    const entry = async () => (await waiting(mod)).find(({ post }) => post.id === postId)!.post;
    const seenOf = ({ state, version }: Awaited<ReturnType<typeof entry>>) => ({ state, version, reported: true });
    const first = await entry();
    expect(first.html).toContain(words);
    await author.put(`/api/community/posts/${postId}`, { source: "Outras palavras.", version: 1 });
    expect(await onPost(mod, postId, act, { ...json, seen: seenOf(first) })).toMatchObject(changed);
    expect(await postOf(author, topicId, 2)).toMatchObject({ state: "visible" });
    expect(await actsOn(postId)).toEqual([]);
    const second = await entry();
    expect(second).toMatchObject({ version: 2, html: "<p>Outras palavras.</p>" });
    expect((await onPost(mod, postId, act, { ...json, seen: seenOf(second) })).status).toBe(200);
  });

  test("is decided on by a page of before, which does not say what it has shown", async () => {
    const mod = await moderator();
    const { author, postId } = await written();
    await author.put(`/api/community/posts/${postId}`, { source: "Outras palavras.", version: 1 });
    const seen = { state: "visible", reported: false };
    expect((await onPost(mod, postId, "hide", { ...REASON, seen })).status).toBe(200);
  });
});

test("two administrators at the same board: the second is told, and undoes nothing", async () => {
  const [one, other] = [
    await app.member({ role: "admin", degree: "mestre" }),
    await app.member({ role: "admin", degree: "mestre" }),
  ];
  const [first, second] = [await writer(app), await writer(app)];
  const path = `/api/community/boards/x${randomUUID().slice(0, 8)}`;
  const shown = { name: "Visitas", description: "De fora.", closed: false };
  const { closed, ...texts } = shown;
  await one.post("/api/community/boards", { id: path.split("/").at(-1), ...texts, degree: null });
  expect((await one.put(path, { ...texts, position: 9, closed: true, before: shown })).status).toBe(200);
  const late = await other.put(path, { ...texts, name: "Visitantes", position: 9, closed, before: shown });
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining("Outro administrador mudou esta sala.") } });
  const { boards } = (await one.get("/api/community")).body;
  expect(boards.find((board: { name: string }) => board.name === "Visitas")).toMatchObject({ closed: true });

  expect((await one.put(`${path}/moderators`, { memberIds: [first.id], before: [] })).status).toBe(200);
  const named = await other.put(`${path}/moderators`, { memberIds: [second.id], before: [] });
  expect(named).toMatchObject({ status: 409, body: { message: expect.stringContaining("mudou os moderadores") } });
  expect((await other.put(`${path}/moderators`, { memberIds: [first.id, second.id], before: [first.id] })).status).toBe(200);
  expect((await one.get(`${path}/moderators`)).body.moderators).toHaveLength(2);
});
