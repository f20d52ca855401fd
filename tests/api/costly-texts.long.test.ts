import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openTopic, writer } from "#app/features/community/community.test-support.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { loopTime } from "#tests/support/loop.ts";

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
