import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { testApp } from "#tests/support/app.ts";
import { openTestSession } from "#tests/support/members.ts";
import { seedDemo } from "./demo.ts";

const app = testApp();

/** What a demo account reads from the API. */
async function readAs(email: string) {
  const [member] = await app.services.db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  const cookie = await openTestSession(app.services, member!.id);
  return async (path: string) => (await app.visitor.get(path, { cookie })).body;
}

test("the demonstration's community is there for each degree, with news for the student and something for the moderator", async () => {
  await seedDemo(app.services);
  const student = await readAs("aluno@academia.example");
  const { boards } = await student("/api/community");
  expect(boards.map(({ id }: { id: string }) => id)).toEqual(["geral", "aprendiz"]);
  const { topics } = await student("/api/community/boards/aprendiz/topics");
  expect(topics.map(({ title }: { title: string }) => title)).toContain("A régua de 24 polegadas para quem trabalha por turno");
  const ruler = topics.find(({ answered }: { answered: boolean }) => answered);
  const { topic, posts } = await student(`/api/community/topics/${ruler.id}`);
  expect(topic.text).toMatchObject({ kind: "lesson" });
  expect(posts[1].quote).toMatchObject({ number: 1, words: expect.stringMatching(/[.?]$/) });
  expect(topics.some(({ news }: { news: number }) => news > 0)).toBe(true);
  const told = await student("/api/notices");
  expect(told.notices.some(({ text }: { text: string }) => text.includes("O silêncio do Aprendiz"))).toBe(true);
  const found = await student("/api/search?q=enfermeiro");
  expect(JSON.stringify(found)).toContain("/comunidade/assunto/");

  const moderator = await readAs("mentor@academia.example");
  const { entries, waiting } = await moderator("/api/community/moderation");
  expect(waiting).toBe(1);
  expect(entries[0]).toMatchObject({ post: { state: "held", board: { id: "geral" } }, reports: [{}, {}, {}] });
  const all = await Promise.all(
    ["geral", "aprendiz", "companheiro", "mestre"].map((board) => moderator(`/api/community/boards/${board}/topics`)),
  );
  expect(all.map(({ topics: own }) => own.length)).toEqual([4, 4, 2, 2]);
});
