import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { openTopic, reply, writer } from "../community.test-support.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { writeWeeklyLetters } from "./weekly-letter.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

/** The texts of the weekly letters that a member has got. */
async function lettersTo(member: TestMember): Promise<string[]> {
  const rows = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, member.email));
  return rows.filter(({ kind }) => kind === "community-weekly").map(({ subject, text }) => `${subject}\n${text}`);
}
const run = () => writeWeeklyLetters.run(app.services, {});
const aWeekLater = () =>
  app.services.db.update(communityProfiles).set({ letterSentAt: sql`${communityProfiles.letterSentAt} - interval '7 days'` });
/** A topic that `follower` follows and has read, with one more post since. */
async function topicWithNews(follower: TestMember, title: string, board = "geral", degree?: "mestre"): Promise<string> {
  const other = await writer(app, degree && { degree });
  const topicId = await openTopic(other, { title, board });
  await follower.put(`/api/community/topics/${topicId}/follow`, { following: true });
  await follower.put(`/api/community/topics/${topicId}/read`, { upTo: 1 });
  await reply(other, topicId, { boardId: board });
  return topicId;
}

test("names what is new in what one follows, discreetly in its subject, and once", async () => {
  const member = await writer(app);
  await topicWithNews(member, "A pedra entregue");
  await topicWithNews(member, "A régua do enfermeiro");
  const read = await topicWithNews(member, "Já lido");
  await member.put(`/api/community/topics/${read}/read`, { upTo: 2 });
  await openTopic(await writer(app), { title: "De outros" });
  await openTopic(member, { title: "Só meu" });
  await run();
  await run();
  const [letter, ...more] = await lettersTo(member);
  expect(more).toEqual([]);
  expect(letter).toMatch(/^Sua carta da semana\n/);
  expect(letter).toContain("2 assuntos que você acompanha");
  expect(letter).toContain("• A pedra entregue");
  expect(letter).toContain("• A régua do enfermeiro");
  expect(letter).not.toMatch(/Já lido|De outros|Só meu/);
  const { notices } = (await member.get<NoticesPage>("/api/notices")).body;
  expect(notices.map(({ text }) => text)).toContain("Na semana: novidade em 2 assuntos que você acompanha");
});

test("comes again after a week, when there is something new again", async () => {
  const member = await writer(app);
  const topicId = await topicWithNews(member, "Volta na outra semana");
  await run();
  await member.put(`/api/community/topics/${topicId}/read`, { upTo: 2 });
  await aWeekLater();
  await run();
  expect(await lettersTo(member)).toHaveLength(1);
  await reply(await writer(app), topicId);
  await run();
  expect(await lettersTo(member)).toHaveLength(2);
});

test("goes of a whole board that one follows, but for the topics that one has left", async () => {
  const member = await writer(app, { degree: "companheiro" });
  await member.put("/api/community/boards/companheiro/follow", { following: true });
  const other = await writer(app, { degree: "companheiro" });
  await openTopic(other, { board: "companheiro", title: "Da sala toda" });
  const left = await openTopic(other, { board: "companheiro", title: "Deixado" });
  await member.put(`/api/community/topics/${left}/follow`, { following: false });
  await run();
  const [letter] = await lettersTo(member);
  expect(letter).toContain("Da sala toda");
  expect(letter).not.toContain("Deixado");
});

test("of a board with news in more than a hundred topics looks through the last hundred, and says so", async () => {
  const [member, other] = [await writer(app, { degree: "mestre" }), await writer(app, { degree: "mestre" })];
  await member.put("/api/community/boards/mestre/follow", { following: true });
  await app.asOwner(`
    with made as (
      insert into community_topics (id, board_id, author_id, title, post_count, last_number, last_post_at)
      select gen_random_uuid(), 'mestre', '${other.id}', 'Assunto ' || n, 1, 1, now() - make_interval(mins => n) from generate_series(1, 120) n
      returning id, last_post_at)
    insert into community_posts (id, topic_id, number, author_id, source, html, excerpt, created_at)
    select id, id, 1, '${other.id}', 'Bom dia.', '<p>Bom dia.</p>', 'Bom dia.', last_post_at from made`);
  await run();
  const [letter] = await lettersTo(member);
  expect(letter).toContain("novidade em 100 ou mais assuntos que você acompanha.");
  expect(letter).toMatch(/• Assunto 1\n[\s\S]*• Assunto 10\n\nE muitos outros\./);
});

test("names nothing that the reader may not read: a hidden topic or post, a board of a degree that they no longer has", async () => {
  const [member, admin] = [await writer(app, { degree: "mestre" }), await app.member({ role: "admin", degree: "mestre" })];
  await topicWithNews(member, "Sala do mestre", "mestre", "mestre");
  const hidden = await topicWithNews(member, "Assunto oculto");
  const held = await topicWithNews(member, "Mensagem oculta");
  await admin.post(`/api/community/topics/${hidden}/hide`, { reason: "Não cabe." });
  const { posts } = (await admin.get(`/api/community/topics/${held}`)).body;
  await admin.post(`/api/community/posts/${posts[1].id}/hide`, { reason: "Não cabe." });
  await app.services.db.update(profiles).set({ degree: "aprendiz" }).where(eq(profiles.id, member.id));
  await run();
  expect(await lettersTo(member)).toEqual([]);
  await topicWithNews(member, "Este sim");
  await run();
  expect((await lettersTo(member)).join()).toMatch(/em 1 assunto[\s\S]*• Este sim/);
});

test("counts a conversation whose first post is hidden, and leaves out the title that was written with it", async () => {
  const [member, admin] = [await writer(app), await app.member({ role: "admin" })];
  const topicId = await topicWithNews(member, "Título de propaganda");
  await topicWithNews(member, "Título à vista");
  await admin.post(`/api/community/posts/${topicId}/hide`, { reason: "Não cabe." });
  await run();
  const [letter] = await lettersTo(member);
  expect(letter).toContain("2 assuntos que você acompanha");
  expect(letter).toContain("• Título à vista");
  expect(letter).toContain("E mais 1.");
  expect(letter).not.toContain("propaganda");
});

test("is taken off with one click, and the community says so", async () => {
  const member = await writer(app);
  const topicId = await topicWithNews(member, "Antes de sair");
  const isOn = async () => (await member.get("/api/community")).body.me.weeklyLetter;
  expect(await isOn()).toBe(true);
  await run();
  const [mail] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, member.email));
  const leave = new URL(mail!.unsubscribeUrl!);
  expect((await app.visitor.post(`${leave.pathname}${leave.search}`)).status).toBe(200);
  expect(await isOn()).toBe(false);
  await aWeekLater();
  await reply(await writer(app), topicId);
  await run();
  expect(await lettersTo(member)).toHaveLength(1);
  expect((await member.patch("/api/notices/preferences", { channels: { weekly: "email" } })).status).toBe(200);
  expect(await isOn()).toBe(true);
});
