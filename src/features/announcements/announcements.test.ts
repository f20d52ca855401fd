import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import type { Services } from "#app/server/context.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { Announcement, AnnouncementList } from "./announcements.answers.ts";
import { sendAnnouncements } from "./send-announcements.ts";
import { tellAnnouncement } from "./tell-announcement.ts";

const app = testApp();

const filled = (changes: object = {}) => ({
  title: `Recesso ${randomUUID()}`,
  source: "A secretaria fecha em **janeiro**.\n\nVeja [as perguntas](/faq).",
  audience: "everyone",
  degree: null,
  lodgeId: null,
  asNotice: true,
  asLetter: true,
  startsAt: null,
  endsAt: null,
  ...changes,
});
const toDegree = (degree: Degree) => ({ audience: "degree", degree });
const publish = async (admin: TestMember, changes: object = {}) => {
  const input = filled(changes);
  const { status, body } = await admin.post<{ id: string }>("/api/admin/announcements", input);
  expect(status).toBe(200);
  return { id: body.id, title: input.title };
};
/** A task begins it, others tell, the letters go out in the next round, and what became of them is taken over by the last. */
const tellAll = async () => {
  for (let round = 0; round < 3; round += 1) await app.runJobs();
  await sendAnnouncements.run(app.services, {});
};
const titlesOf = async (member: TestMember) =>
  (await member.get<AnnouncementList>("/api/announcements")).body.announcements.map(({ title }) => title);
const told = async (member: TestMember, title: string) =>
  (await member.get<NoticesPage>("/api/notices")).body.notices.filter(({ text }) => text === `Aviso: ${title}`);

describe("an announcement", () => {
  test("is read by all, under the bell and by letter, and names its writer", async () => {
    const [admin, member] = [await app.member({ role: "admin", name: "Otávio Leal" }), await app.member()];
    const { id, title } = await publish(admin);
    await tellAll();
    const { body } = await member.get<Announcement>(`/api/announcements/${id}`);
    expect(body).toMatchObject({
      title,
      author: "Otávio Leal",
      to: { audience: "everyone", degree: null, lodge: null },
      editedAt: null,
    });
    expect(body.html).toContain("<strong>janeiro</strong>");
    expect(await told(member, title)).toMatchObject([{ topic: "Avisos", path: `/avisos#${id}`, count: 1 }]);
    expect(await told(admin, title)).toEqual([]);
    const letters = app.mails().filter(({ to }) => to === member.email);
    expect(letters.map(({ subject }) => subject)).toEqual([title]);
    expect(letters[0]!.text).toContain("Otávio Leal");
  });

  test.each([
    ["aprendiz", [true, true, true]],
    ["companheiro", [false, true, true]],
    ["mestre", [false, false, true]],
  ] as const)(
    "to %s is told to them alone, read by them and those above, and does not exist for those below",
    async (degree, expected) => {
      const admin = await app.member({ role: "admin" });
      const members = await Promise.all(
        (["aprendiz", "companheiro", "mestre"] as const).map((own) => app.member({ degree: own })),
      );
      const { id, title } = await publish(admin, toDegree(degree));
      await tellAll();
      for (const [index, member] of members.entries()) {
        const isHis = expected[index]!;
        expect((await titlesOf(member)).includes(title)).toBe(isHis);
        expect((await member.get(`/api/announcements/${id}`)).status).toBe(isHis ? 200 : 404);
        const isTold = DEGREES[index] === degree;
        expect(await told(member, title)).toHaveLength(isTold ? 1 : 0);
        expect(app.mails().filter(({ to }) => to === member.email)).toHaveLength(isTold ? 1 : 0);
      }
    },
  );

  test("is told once, however often the task runs; who was suspended or is not confirmed is not told", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    const [unconfirmed, suspended] = [await app.member({ unconfirmed: true }), await app.member()];
    await app.services.db
      .update(profiles)
      .set({ suspendedAt: new Date(), suspensionReason: "Prova" })
      .where(eq(profiles.id, suspended.id));
    const { id, title } = await publish(admin);
    await tellAll();
    await tellAnnouncement.run(app.services, { announcementId: id });
    await tellAll();
    expect(await told(member, title)).toHaveLength(1);
    expect(app.mails().filter(({ to }) => to === member.email)).toHaveLength(1);
    expect(app.mails().filter(({ to }) => to === unconfirmed.email || to === suspended.email)).toEqual([]);
  });

  test("is told once when the task is broken off and runs again", async () => {
    const admin = await app.member({ role: "admin" });
    const members = await Promise.all([1, 2, 3].map(() => app.member()));
    const { id, title } = await publish(admin);
    let tries = 0;
    const notify: Services["notify"] = async (tx, kind, recipient, facts) => {
      tries += 1;
      if (tries === 2) throw new Error("broken off");
      await app.services.notify(tx, kind, recipient, facts);
    };
    await expect(tellAnnouncement.run({ ...app.services, notify }, { announcementId: id })).rejects.toThrow("broken off");
    await Promise.all([1, 2].map(() => tellAnnouncement.run(app.services, { announcementId: id })));
    await tellAll();
    for (const member of members) {
      expect(await told(member, title)).toHaveLength(1);
      expect(app.mails().filter(({ to }) => to === member.email)).toHaveLength(1);
    }
  });

  test("is changed without telling anybody again, and taken back with its notices", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    const { id, title } = await publish(admin);
    await tellAll();
    expect((await admin.put(`/api/admin/announcements/${id}`, { title, source: "Fecha em fevereiro." })).status).toBe(200);
    const { body } = await member.get<Announcement>(`/api/announcements/${id}`);
    expect(body).toMatchObject({ html: "<p>Fecha em fevereiro.</p>", editedAt: expect.any(String) });
    await tellAll();
    expect(await told(member, title)).toHaveLength(1);
    expect((await admin.delete(`/api/admin/announcements/${id}`)).status).toBe(200);
    expect((await member.get(`/api/announcements/${id}`)).status).toBe(404);
    expect(await told(member, title)).toEqual([]);
    expect((await admin.delete(`/api/admin/announcements/${id}`)).status).toBe(404);
    const acts = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);
    expect(acts.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
      ["announcement.publish", admin.id, { title, contentDegree: null }],
      ["announcement.change", admin.id, { title, contentDegree: null }],
      ["announcement.delete", admin.id, { title, contentDegree: null }],
    ]);
  });

  test("that was taken back before it was told is told to nobody", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    const { id, title } = await publish(admin);
    await admin.delete(`/api/admin/announcements/${id}`);
    await tellAll();
    expect(await told(member, title)).toEqual([]);
  });

  test("stays when its writer leaves, without their name", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    await app.member({ role: "admin" });
    const { id } = await publish(admin);
    const other = await app.member({ role: "admin" });
    expect((await other.delete(`/api/admin/members/${admin.id}`)).status).toBe(200);
    expect((await member.get<Announcement>(`/api/announcements/${id}`)).body.author).toBeNull();
  });

  test("comes in pages of twenty, newest first", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    for (let number = 0; number < 3; number += 1) await publish(admin);
    const { body } = await member.get<AnnouncementList>("/api/announcements");
    expect(body.announcements.map(({ at }) => at)).toEqual(
      body.announcements
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect((await member.get("/api/announcements?after=x")).status).toBe(422);
  });
});

describe("what is sent", () => {
  test("is seen beforehand as it will be read", async () => {
    const admin = await app.member({ role: "admin" });
    const { body } = await admin.post("/api/admin/announcements/preview", { source: "Um *aviso* de prova." });
    expect(body.html).toBe("<p>Um <em>aviso</em> de prova.</p>");
  });

  test.each([
    ["a lesson", "[a](licao:m01-l01)", '<a href="/modulo/1/licao/1">a</a>'],
    ["a term", "[a](termo:aprendiz)", '<a href="/dicionario/aprendiz">a</a>'],
    ["a page by the site's address", "[a](http://academia.test/rito-york#grau-4)", '<a href="/rito-york#grau-4">a</a>'],
    [
      "another site",
      "[a](https://example.org/)",
      '<a href="https://example.org/" rel="noopener noreferrer nofollow" target="_blank">a</a>',
    ],
  ])("leads to %s", async (_, source, link) => {
    const admin = await app.member({ role: "admin" });
    const { body } = await admin.post("/api/admin/announcements/preview", { source });
    expect(body.html).toBe(`<p>${link}</p>`);
  });

  test.each([
    ["names a member", `[@Caio](membro:${randomUUID()})`],
    ["shows a picture", `![x](/api/community/images/${randomUUID()})`],
    ["shows one by reference", "![x][y]\n\n[y]: https://example.org/x.png"],
  ])("and %s is refused, as no announcement does", async (_, source) => {
    const admin = await app.member({ role: "admin" });
    const { status, body } = await admin.post("/api/admin/announcements/preview", { source });
    expect([status, body.fields.source]).toEqual([422, expect.stringContaining("não se põem imagens nem se citam irmãos")]);
  });

  test.each([
    ["no title", { title: "" }, "title"],
    ["a title on two lines", { title: "Um\ndois" }, "title"],
    ["no text", { source: " " }, "source"],
    ["a text that is too long", { source: "a".repeat(8_001) }, "source"],
    ["a degree that there is not", { degree: "venerável" }, "degree"],
    ["a script's address", { source: "[leia aqui](javascript:alert(1))" }, "source"],
    ["a picture of another site", { source: "![x](https://example.org/x.png) aviso" }, "source"],
    ["a field that there is not", { colour: "gold" }, "form"],
    ["a degree without one", { audience: "degree" }, "degree"],
    ["a degree for all", { degree: "mestre" }, "degree"],
    ["a Lodge without one", { audience: "lodge" }, "lodgeId"],
    ["a Lodge that there is not", { audience: "lodge", lodgeId: randomUUID() }, "lodgeId"],
    ["neither letter nor notice", { asNotice: false, asLetter: false }, "asLetter"],
    ["a notice to subscribers", { audience: "subscribers" }, "asNotice"],
    ["an hour that has passed", { startsAt: "2026-01-01T10:00:00Z" }, "startsAt"],
    ["a day that there is not", { startsAt: "2027-02-30T10:00:00Z" }, "startsAt"],
    ["an end before the beginning", { endsAt: "2026-01-01T10:00:00Z" }, "endsAt"],
    ["an indiscreet subject", { title: "Reunião da Loja" }, "title"],
    ["another", { title: "Aos MAÇONS de São Paulo" }, "title"],
  ])("%s is refused in words", async (_, changes, field) => {
    const admin = await app.member({ role: "admin" });
    const { status, body } = await admin.post("/api/admin/announcements", filled(changes));
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual([field]);
    expect(body.fields[field]).not.toBe("");
  });

  test("as markup of a page is shown as it was typed", async () => {
    const admin = await app.member({ role: "admin" });
    const { id } = await publish(admin, { source: "<script>alert(1)</script> e <img src=x onerror=alert(1)>" });
    await tellAll();
    const { html } = (await admin.get<Announcement>(`/api/announcements/${id}`)).body;
    expect(html).not.toMatch(/<(script|img)/);
  });
});
