import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { png } from "#tests/support/books.ts";
import { openTopic, reply, writer } from "./community.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const remove = ({ id }: TestMember) => app.services.db.transaction((tx) => deleteMember(tx, app.services, id));

const SECRET = /segredo/i;

test("a removed member's words are nowhere any more, nor their name; the places of their posts stay", async () => {
  const leaving = await writer(app, { name: "Segredo Silva" });
  const other = await writer(app, { name: "Anselmo Prado" });
  const sent = await leaving.send("/api/community/images?board=geral", {
    method: "POST",
    body: new Uint8Array(await png(20, 20)),
  });
  const { path: image } = (await sent.json()) as { path: string };
  const own = await openTopic(leaving, { title: "Segredo no título", source: `Segredo antes. ![Segredo](${image})` });
  await leaving.put(`/api/community/posts/${own}`, {
    source: `Segredo depois de muitas palavras. ![Segredo](${image})`,
    version: 1,
  });
  const topicId = await openTopic(other, { title: "Do outro", source: "Pergunta." });
  await reply(leaving, topicId, { source: "Uma resposta com segredo dentro.", quote: { number: 1, words: "Pergunta." } });
  await reply(other, topicId, { source: "Concordo.", quote: { number: 2, words: "com segredo dentro" } });
  const { body: typed } = await reply(other, topicId, { source: "> Uma resposta com segredo dentro.\n\nÉ isso." });
  const { body: named } = await reply(other, topicId, { source: `[@x](membro:${leaving.id}), obrigado.` });
  await other.put(`/api/community/posts/${named.id}`, { source: `[@x](membro:${leaving.id}), muito obrigado.`, version: 1 });
  await leaving.put(`/api/community/posts/${typed.id}/reactions/useful`);
  await leaving.put(`/api/community/drafts/topic:${topicId}`, { title: "", body: "Segredo em rascunho", version: 0 });
  await app.runJobs();

  await remove(leaving);

  const { posts } = (await other.get(`/api/community/topics/${topicId}`)).body;
  expect(posts).toMatchObject([
    { number: 1, html: "<p>Pergunta.</p>" },
    { number: 2, state: "masked", author: null, html: null, quote: null },
    { number: 3, html: "<p>Concordo.</p>", quote: { number: 2, name: null, words: null } },
    { number: 4, html: expect.stringContaining("<p>É isso.</p>"), reactions: { useful: 0 } },
    { number: 5, html: '<p><span class="mention">@Membro removido</span>, muito obrigado.</p>' },
  ]);
  expect((await other.get(`/api/community/topics/${own}`)).body.topic).toMatchObject({
    title: "Assunto de um membro removido",
    author: null,
  });
  expect((await other.get(image)).status).toBe(404);
  expect((await other.get("/api/search?q=segredo&tipo=topic")).body.results ?? []).toEqual([]);
  const tables: { name: string }[] = await app.asOwner(
    "select table_name as name from information_schema.tables where table_name like 'community%' or table_name in ('search_documents', 'notices')",
  );
  expect(tables.length).toBeGreaterThan(12);
  for (const { name } of tables) {
    const rows = await app.asOwner(
      `select to_jsonb(r)::text as row from ${name} r ${name === "search_documents" ? "where kind = 'topic'" : ""}`,
    );
    for (const { row } of rows) {
      expect(row, name).not.toMatch(SECRET);
      expect(row, name).not.toContain(leaving.id);
    }
  }
});

test("the export has what a member wrote and did, without the words of others and what is above their degree", async () => {
  const member = await writer(app, { degree: "companheiro" });
  const other = await writer(app, { degree: "companheiro", name: "Benedito Salles" });
  const topicId = await openTopic(other, { board: "companheiro", title: "Título alheio", source: "Palavras alheias." });
  const { body } = await reply(member, topicId, {
    boardId: "companheiro",
    source: "Antes.",
    quote: { number: 1, words: "Palavras alheias." },
  });
  await member.put(`/api/community/posts/${body.id}`, { source: "Depois.", version: 1 });
  await member.put(`/api/community/posts/${topicId}/reactions/thanks`);
  await member.put("/api/community/drafts/board:companheiro", { title: "Título meu", body: "Rascunho meu", version: 0 });
  const text = async () => JSON.stringify((await member.get("/api/account/export")).body);
  for (const words of ["Antes.", "Depois.", "Título alheio", "thanks", "Rascunho meu"]) expect(await text()).toContain(words);
  expect(await text()).not.toMatch(/Palavras alheias|Benedito/);
  await app.services.db.update(profiles).set({ degree: "aprendiz" }).where(eq(profiles.id, member.id));
  expect(await text()).toContain("Depois.");
  expect(await text()).not.toContain("Título alheio");
});
