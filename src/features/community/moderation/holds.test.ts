import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { searchDocuments } from "#app/features/search/search.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { png } from "#tests/support/books.ts";
import { newcomer, openTopic, orderOf, reply, writer } from "../community.test-support.ts";
import { communityProfiles } from "../profile/profile.table.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const topicOf = async (reader: TestMember, id: string) => (await reader.get(`/api/community/topics/${id}`)).body;

/** Twelve words in a row that the lessons of a degree have, and none that a lower one reads. */
async function wordsOf(degree: "companheiro" | "mestre"): Promise<string> {
  const rows = await app.services.db.select({ degree: searchDocuments.degree, body: searchDocuments.body }).from(searchDocuments);
  const elsewhere = rows.filter((row) => row.degree !== degree).map(({ body }) => body);
  const words = rows.find((row) => row.degree === degree)!.body.split(" ");
  const runs = words.slice(0, -12).map((_, at) => words.slice(at, at + 12));
  const isOwn = (run: string[]) => !elsewhere.some((body) => body.includes(run.slice(2, 10).join(" ")));
  return runs.find((run) => run.every((word) => /^[\p{L}]+,?$/u.test(word)) && isOwn(run))!.join(" ");
}

describe("words copied from a text of a higher degree", () => {
  test("are held in a board that a lower degree reads: their author is told, and nobody else sees them", async () => {
    const [mestre, other] = [await writer(app, { degree: "mestre" }), await writer(app, { degree: "mestre" })];
    const topicId = await openTopic(other);
    const later = await openTopic(other);
    const words = await wordsOf("mestre");
    const { status, body } = await reply(mestre, topicId, { source: `Li isto: ${words}. Bonito.` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "held", mine: true, stateReason: expect.stringContaining("grau superior") });
    expect(body.html).toContain("Li isto");
    expect(JSON.stringify(await topicOf(other, topicId))).not.toContain("Li isto");
    expect((await topicOf(other, topicId)).posts[1]).toMatchObject({
      state: "held",
      html: null,
      source: null,
      stateReason: null,
    });
    expect(await orderOf(other, [topicId, later])).toEqual([later, topicId]);
  });

  test("are published in a board of that degree, and in a lower one when they are not copied", async () => {
    const mestre = await writer(app, { degree: "mestre" });
    const words = await wordsOf("mestre");
    const above = await openTopic(mestre, { board: "mestre", source: words });
    expect((await topicOf(mestre, above)).posts[0].state).toBe("visible");
    const below = await openTopic(mestre, { source: words.split(" ").slice(0, 7).join(" ") });
    expect((await topicOf(mestre, below)).posts[0].state).toBe("visible");
  });

  test.each([
    ["with marks between them", (words: string) => words.split(" ").join(" **e** ").replaceAll(" **e** ", "  *,* ")],
    ["in capitals and without accents", (words: string) => words.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()],
    ["on many lines", (words: string) => words.split(" ").join("\n")],
    ["as words that are quoted", () => "Ver a citação."],
  ])("are known %s", async (name, change) => {
    const mestre = await writer(app, { degree: "mestre" });
    const topicId = await openTopic(mestre);
    const words = await wordsOf("companheiro");
    const quote = name.includes("quoted") ? { number: 1, words } : null;
    const { body } = await reply(mestre, topicId, { source: change(words), quote });
    expect(body.state ?? body.code).toMatch(quote ? /held|invalid_input|conflict/ : /held/);
  });

  test("hold a new topic with its title, which its author alone sees", async () => {
    const [mestre, other] = [await writer(app, { degree: "mestre" }), await writer(app, { degree: "mestre" })];
    const id = randomUUID();
    const title = `Sobre o que li ${id}`;
    const opened = await mestre.post("/api/community/boards/geral/topics", {
      id,
      title,
      source: await wordsOf("mestre"),
      text: null,
    });
    expect(opened.body).toMatchObject({ id, state: "held", stateReason: expect.stringContaining("grau superior") });
    expect((await topicOf(mestre, id)).topic.title).toBe(title);
    expect((await other.get(`/api/community/topics/${id}`)).status).toBe(404);
    expect(JSON.stringify((await other.get("/api/community/boards/geral/topics")).body)).not.toContain(title);
  });
});

describe("the first day", () => {
  test("takes three posts, and says when the next one goes", async () => {
    const [beginner, other] = [await newcomer(app), await writer(app)];
    const topicId = await openTopic(other);
    for (let number = 0; number < 3; number += 1) expect((await reply(beginner, topicId)).status).toBe(200);
    const refused = await reply(beginner, topicId);
    expect(refused).toMatchObject({ status: 429, body: { code: "slow_start" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(23 * 3600);
    await app.services.db
      .update(communityProfiles)
      .set({ firstPostAt: sql`now() - interval '24 hours'` })
      .where(eq(communityProfiles.userId, beginner.id));
    expect((await reply(beginner, topicId)).status).toBe(200);
  });

  test("takes three posts also when they come at once", async () => {
    const beginner = await newcomer(app);
    const topics = await Promise.all(Array.from({ length: 5 }, async () => openTopic(await writer(app))));
    const statuses = (await Promise.all(topics.map((topicId) => reply(beginner, topicId)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429]);
  });

  test("takes no links to other sites, and those to the academy's own pages", async () => {
    const beginner = await newcomer(app);
    const topicId = await openTopic(await writer(app));
    const linked = await reply(beginner, topicId, { source: "Veja [isto](https://example.org/)." });
    expect(linked).toMatchObject({ status: 422, body: { fields: { source: expect.stringContaining("primeiro dia") } } });
    expect((await reply(beginner, topicId, { source: "Veja [a lição](licao:m03-l01)." })).status).toBe(200);
    expect((await reply(await writer(app), topicId, { source: "Veja [isto](https://example.org/)." })).status).toBe(200);
  });

  test("takes no pictures, and refuses them when they are sent", async () => {
    const beginner = await newcomer(app);
    const sent = await beginner.send("/api/community/images?board=geral", {
      method: "POST",
      body: new Uint8Array(await png(9, 9)),
    });
    expect(sent.status).toBe(403);
    expect(await sent.json()).toMatchObject({ code: "forbidden", message: expect.stringContaining("No primeiro dia") });
  });

  test("is no matter for administrators", async () => {
    const admin = await writer(app, { role: "admin" });
    const topicId = await openTopic(admin);
    for (let number = 0; number < 4; number += 1) expect((await reply(admin, topicId)).status).toBe(200);
  });
});
