import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openTopic, writer } from "#app/features/community/community.test-support.ts";
import type { LibraryRecord } from "#app/features/library/library.answers.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { loopTime } from "#tests/support/loop.ts";
import { addBook, BOOK, ITEMS } from "#tests/support/uploads.ts";

/**
 * What visitors and members can make costly (docs/security.md, "What costs, and what bounds it"): nobody holds the event loop, and who fills a
 * queue waits for themself.
 */
const app = testApp({ LIMITS_FACTOR: "1000" });

const LONGEST = 20_000;
/** Text on which the parser's time grows with the square of its length, as long as a post may be. */
const costly = (length: number) => `http://a.b/${"?".repeat(length - 12)}a`;
const COSTLY = costly(LONGEST);
const TOO_INTRICATE =
  "A mensagem tem formatação demais para ser lida. Simplifique as listas, citações e ênfases, ou divida-a em duas.";

const preview = (member: TestMember, source: string) => member.post("/api/community/preview", { boardId: "geral", source });

describe("a text that the parser is busy with for seconds", () => {
  test("holds nobody up, and is read or refused in words, as preview and as reply", async () => {
    const member = await writer(app);
    const topicId = await openTopic(member);
    await preview(member, "Um texto usual."); // the first starts the thread
    for (const send of [
      () => preview(member, COSTLY),
      () =>
        member.post(`/api/community/topics/${topicId}/posts`, {
          id: randomUUID(),
          source: COSTLY,
          boardId: "geral",
          quote: null,
        }),
    ]) {
      const answer = Promise.withResolvers<{ status: number; body: any }>();
      const total = await loopTime(async () => answer.resolve(await send()));
      const { status, body } = await answer.promise;
      if (status !== 200) expect([status, body.fields]).toEqual([422, { source: TOO_INTRICATE }]);
      expect(total).toBeLessThan(500); // inline it is several seconds
    }
  }, 60_000);
});

describe("who floods the previews", () => {
  test("has one at a time and the newest of the others; another member's is served meanwhile", async () => {
    const [floods, other] = [await writer(app), await writer(app)];
    const ended: string[] = [];
    const flood = Array.from({ length: 12 }, () =>
      preview(floods, costly(8_000)).then(({ status, body }) => {
        ended.push(body.code === "superseded" ? "superseded" : "served");
        return { status, body };
      }),
    );
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await preview(other, `Uma mensagem *usual*, a ${round}.`);
      expect([status, body.html]).toEqual([200, `<p>Uma mensagem <em>usual</em>, a ${round}.</p>`]);
    }
    expect(ended.filter((how) => how === "served").length).toBeLessThanOrEqual(1);
    const answers = await Promise.all(flood);
    expect(ended.filter((how) => how === "superseded")).toHaveLength(10);
    const { body } = answers.find((answer) => answer.body.code === "superseded")!;
    expect(body.message).toBe("Há um pedido seu mais novo, e vale a resposta dele.");
  }, 60_000);
});

const librarian = () => app.member({ role: "admin" });

describe("a text of the library that costs too much to read", () => {
  const message = "O texto tem formatação demais para ser lido. Simplifique as listas, citações e ênfases, ou divida-o em dois.";

  test("is refused under its field, in the preview and when it is saved", async () => {
    const member = await librarian();
    const made = await addBook(member, {});
    const text = `${"- ".repeat(1_000)}a`;
    const answers = [
      await member.post("/api/library/preview", { text }),
      await member.post(ITEMS, { ...BOOK, text }),
      await member.put(`${ITEMS}/${made.id}`, { ...BOOK, text, version: 1 }),
    ];
    for (const { status, body } of answers) expect([status, body.fields]).toEqual([422, { text: message }]);
    expect((await member.get<LibraryRecord>(`${ITEMS}/${made.id}`)).body).toMatchObject({ version: 1, text: null });
  });

  test("is given up in time, and holds up nobody else meanwhile", async () => {
    const member = await librarian();
    const text = "**a ".repeat(4_000) + "b* ".repeat(4_000);
    const preview = member.post("/api/library/preview", { text });
    let longest = 0;
    for (let count = 0; count < 10; count += 1) {
      const asked = performance.now();
      expect((await member.get(ITEMS)).status).toBe(200);
      longest = Math.max(longest, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(longest).toBeLessThan(2_500);
    expect((await preview).body.fields).toEqual({ text: message });
  }, 60_000);
});

test("a long text of usual Markdown is read into the library", async () => {
  const paragraph = "Um **grifo**, uma *ênfase* e [um sítio](https://example.org/livro).\n\n- um\n- dois\n\n";
  const { status, body } = await (await librarian()).post("/api/library/preview", { text: paragraph.repeat(1_200) });
  expect([status, body.code]).toEqual([200, undefined]);
});
