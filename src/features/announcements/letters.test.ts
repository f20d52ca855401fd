import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { purgeExpired } from "#app/composition/purge-expired.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import type { Services } from "#app/server/context.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";
import type { AnnouncementList, ManagedAnnouncement, ManagedList, Recipients } from "./announcements.answers.ts";
import type { Outcome } from "./announcements.schema.ts";
import { announcementLetters, announcements } from "./announcements.table.ts";
import { sendAnnouncements } from "./send-announcements.ts";

const app = testApp();
const { aLodge, aBrother } = lodgesOf(app);

const filled = (changes: object = {}) => ({
  title: `Carta ${randomUUID()}`,
  source: "Na quinta, às 20:00.\n\nVeja [as perguntas](/faq) e [outro sítio](https://example.org/).",
  audience: "everyone",
  degree: null,
  lodgeId: null,
  asNotice: false,
  asLetter: true,
  startsAt: null,
  endsAt: null,
  ...changes,
});
const publish = async (admin: TestMember, changes: object = {}) => {
  const input = filled(changes);
  const { status, body } = await admin.post<{ id: string }>("/api/admin/announcements", input);
  expect(status).toBe(200);
  return { id: body.id, title: input.title };
};
/** A Lodge of so many members, so that what is sent to it does not go to other tests' members. */
const aLodgeOf = async (members: number) => {
  const lodgeId = await aLodge();
  const brothers: TestMember[] = [];
  for (let number = 0; number < members; number += 1) brothers.push(await aBrother(lodgeId));
  return { to: { audience: "lodge", lodgeId }, lodgeId, brothers };
};
const run = (services: Services = app.services) => sendAnnouncements.run(services, {});
/** Until everything has left and its outcome is known. */
const sendAll = async () => {
  await run();
  await app.runJobs();
  await app.runJobs();
  await run();
};
const managed = async (admin: TestMember, id: string): Promise<ManagedAnnouncement> => {
  const { body } = await admin.get<ManagedList>("/api/admin/announcements");
  return body.announcements.find((each) => each.id === id)!;
};
const lettersOf = (title: string) => app.mails().filter(({ subject }) => subject === title);
const outcomesOf = async (id: string): Promise<Outcome[]> =>
  (await app.services.db.select().from(announcementLetters).where(eq(announcementLetters.announcementId, id))).map(
    ({ outcome }) => outcome,
  );

describe("a letter", () => {
  test("says all of it, with whole addresses, the reader's name, its writer's, and a way to leave by one press", async () => {
    const admin = await app.member({ role: "admin", name: "Otávio Leal" });
    const { to, brothers } = await aLodgeOf(1);
    const { id, title } = await publish(admin, to);
    await sendAll();
    const [letter] = lettersOf(title);
    expect(letter!.to).toBe(brothers[0]!.email);
    const plain = letter!.text.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
    expect(plain).toContain("Caio");
    expect(plain).toContain("(http://academia.test/faq)");
    expect(plain).toContain('href="http://academia.test/faq"');
    expect(plain).toContain("https://example.org/");
    const [, token] = /cartas\/sair#token=(\S+)/.exec(plain)!;
    expect(await managed(admin, id)).toMatchObject({ state: "done", letters: { delivered: 1, waiting: 0, unwanted: 0 } });
    expect((await app.visitor.post(`/api/notices/one-click?token=${token}`, {})).status).toBe(200);
    const second = await publish(admin, to);
    await sendAll();
    expect(lettersOf(second.title)).toEqual([]);
    expect(await managed(admin, second.id)).toMatchObject({ state: "done", letters: { delivered: 0, unwanted: 1 } });
  });

  test("without a notice is in no list of the members", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(1);
    const { title } = await publish(admin, to);
    await sendAll();
    const { body } = await brothers[0]!.get<AnnouncementList>("/api/announcements");
    expect(body.announcements.map((each) => each.title)).not.toContain(title);
  });

  test("goes to a Lodge's confirmed members and to no other, and so does its notice", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, lodgeId, brothers } = await aLodgeOf(2);
    const [stranger, unconfirmed] = [await app.member({ degree: "mestre" }), await app.member()];
    await app.services.db.update(profiles).set({ lodgeId }).where(eq(profiles.id, unconfirmed.id));
    const { id, title } = await publish(admin, { ...to, asNotice: true });
    await sendAll();
    expect(new Set(lettersOf(title).map((letter) => letter.to))).toEqual(new Set(brothers.map(({ email }) => email)));
    const statuses = [];
    for (const reader of [...brothers, stranger, unconfirmed])
      statuses.push((await reader.get(`/api/announcements/${id}`)).status);
    expect(statuses).toEqual([200, 200, 404, 404]);
  });

  test("to subscribers goes to confirmed addresses alone, with their own way to leave", async () => {
    const admin = await app.member({ role: "admin" });
    const [confirmed, gone] = [`${randomUUID()}@academia.test`, `${randomUUID()}@academia.test`];
    await app.services.db.insert(newsletterSubscribers).values([
      { email: confirmed, status: "confirmed" },
      { email: gone, status: "unsubscribed" },
    ]);
    const { title } = await publish(admin, { audience: "subscribers" });
    await sendAll();
    const letters = lettersOf(title);
    expect(letters.map((letter) => letter.to)).toEqual([confirmed]);
    expect(letters[0]!.text.replace(/=\r?\n/g, "")).toContain("/boletim/sair#token=");
  });

  test("as a test goes to its writer alone, and is no announcement", async () => {
    const admin = await app.member({ role: "admin" });
    const { title, source } = filled();
    const { body } = await admin.post("/api/admin/announcements/test", { title, source });
    expect(body).toEqual({ address: admin.email });
    await app.runJobs();
    expect(lettersOf(title).map((letter) => letter.to)).toEqual([admin.email]);
    expect(await app.services.db.$count(announcements, eq(announcements.title, title))).toBe(0);
  });

  test("waits for its hour; what is taken back before goes to nobody", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(1);
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = await publish(admin, { ...to, startsAt, asNotice: true });
    const never = await publish(admin, { ...to, startsAt });
    await sendAll();
    expect(lettersOf(later.title)).toEqual([]);
    expect((await brothers[0]!.get(`/api/announcements/${later.id}`)).status).toBe(404);
    expect(await managed(admin, later.id)).toMatchObject({ state: "scheduled" });
    expect((await admin.delete(`/api/admin/announcements/${never.id}`)).status).toBe(200);
    await app.services.db.update(announcements).set({ startsAt: sql`now()` }).where(eq(announcements.id, later.id));
    await sendAll();
    expect([lettersOf(later.title), lettersOf(never.title)].map(({ length }) => length)).toEqual([1, 0]);
    expect((await brothers[0]!.get(`/api/announcements/${later.id}`)).status).toBe(200);
  });

  test("'s notice is no longer shown after its end", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(1);
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await publish(admin, { ...to, asNotice: true, endsAt });
    await sendAll();
    expect((await brothers[0]!.get(`/api/announcements/${id}`)).status).toBe(200);
    await app.services.db.update(announcements).set({ endsAt: sql`now()` }).where(eq(announcements.id, id));
    expect((await brothers[0]!.get(`/api/announcements/${id}`)).status).toBe(404);
  });
});

describe("nobody is written to twice", () => {
  /** Breaks the writing of the n-th letter. */
  const breaking = (at: number): Services => {
    let tries = 0;
    const jobs: Services["jobs"] = {
      send: async (...args) => {
        tries += 1;
        if (tries === at) throw new Error("killed");
        await app.services.jobs.send(...args);
      },
    };
    return { ...app.services, jobs };
  };

  test("by a task that is killed in the middle, resumed, and run twice at once", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(60);
    const { id, title } = await publish(admin, to);
    await app.services.db.execute(sql`delete from pgboss.job where name = 'send-announcements'`);
    await expect(run(breaking(55))).rejects.toThrow("killed");
    expect(await outcomesOf(id).then((all) => all.filter((each) => each === "written"))).toHaveLength(50);
    await Promise.all([run(), run(), run()]);
    await sendAll();
    expect(
      lettersOf(title)
        .map((letter) => letter.to)
        .sort(),
    ).toEqual(brothers.map(({ email }) => email).sort());
    expect(await managed(admin, id)).toMatchObject({ state: "done", letters: { delivered: 60, waiting: 0 } });
  });

  test("by a pause and what follows; held, nothing more is written", async () => {
    const admin = await app.member({ role: "admin" });
    const { to } = await aLodgeOf(60);
    const { id, title } = await publish(admin, to);
    await app.services.db.execute(sql`delete from pgboss.job where name = 'send-announcements'`);
    await expect(run(breaking(55))).rejects.toThrow("killed");
    const act = (name: string) => admin.post(`/api/admin/announcements/${id}/${name}`, {});
    expect((await act("pause")).status).toBe(200);
    expect((await act("pause")).status).toBe(409);
    await sendAll();
    expect(lettersOf(title)).toHaveLength(50);
    expect(await managed(admin, id)).toMatchObject({
      state: "paused",
      letters: { delivered: 50, waiting: 10 },
      lastLeavesAt: null,
    });
    expect((await act("resume")).status).toBe(200);
    expect((await act("resume")).status).toBe(409);
    await sendAll();
    expect(lettersOf(title)).toHaveLength(60);
    expect(await managed(admin, id)).toMatchObject({ state: "done", letters: { delivered: 60 } });
    expect((await act("pause")).status).toBe(409);
  });

  test("by a notice that is held before it was told, and told when it goes on", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(2);
    const { id, title } = await publish(admin, { ...to, asNotice: true });
    await run(); // lists them, writes, and queues the telling
    expect((await admin.post(`/api/admin/announcements/${id}/pause`, {})).status).toBe(200);
    const told = async () => {
      const { body } = await brothers[0]!.get<NoticesPage>("/api/notices");
      return body.notices.filter(({ text }) => text === `Aviso: ${title}`).length;
    };
    await app.runJobs();
    expect(await told()).toBe(0);
    expect((await admin.post(`/api/admin/announcements/${id}/resume`, {})).status).toBe(200);
    await sendAll();
    await sendAll();
    expect(await told()).toBe(1);
    expect(lettersOf(title)).toHaveLength(2);
  });

  test("who leaves between the list and the letter gets none, and the result says so", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(3);
    const { id, title } = await publish(admin, to);
    await app.services.db.execute(sql`delete from pgboss.job where name = 'send-announcements'`);
    await expect(run(breaking(1))).rejects.toThrow("killed");
    const [suspended, deleted, stays] = brothers as [TestMember, TestMember, TestMember];
    await app.services.db
      .update(profiles)
      .set({ suspendedAt: new Date(), suspensionReason: "Prova" })
      .where(eq(profiles.id, suspended.id));
    expect((await admin.delete(`/api/admin/members/${deleted.id}`)).status).toBe(200);
    await sendAll();
    expect(lettersOf(title).map((letter) => letter.to)).toEqual([stays.email]);
    expect(await managed(admin, id)).toMatchObject({ state: "done", letters: { delivered: 1, left: 2 } });
  });
});

describe("what became of letters", () => {
  test("that a server sent back is said with its reason, to administrators", async () => {
    const admin = await app.member({ role: "admin" });
    const { to, brothers } = await aLodgeOf(2);
    const { id, title } = await publish(admin, to);
    await run();
    await app.services.db
      .update(outboxMails)
      .set({ refusedAt: new Date(), lastError: "550 5.1.1 No such user" })
      .where(and(eq(outboxMails.subject, title), eq(outboxMails.recipient, brothers[0]!.email)));
    await sendAll();
    expect(await managed(admin, id)).toMatchObject({ state: "done", letters: { delivered: 1, returned: 1 } });
    const { body } = await admin.get(`/api/admin/announcements/${id}/returned`);
    expect(body.returned).toEqual([
      { name: "Caio Mendonça", address: brothers[0]!.email, memberId: brothers[0]!.id, why: "550 5.1.1 No such user" },
    ]);
  });

  test("that nobody took in five days is known, too", async () => {
    const admin = await app.member({ role: "admin" });
    const { to } = await aLodgeOf(1);
    const { id, title } = await publish(admin, to);
    await run();
    await app.services.db.execute(sql`delete from pgboss.job where name = 'deliver-mail'`);
    await app.services.db
      .update(outboxMails)
      .set({ createdAt: sql`now() - interval '6 days'` })
      .where(eq(outboxMails.subject, title));
    await run();
    expect(await managed(admin, id)).toMatchObject({ state: "done", letters: { returned: 1 } });
  });
});

test("whom a letter went to is forgotten after 90 days, and how many they were is not", async () => {
  const admin = await app.member({ role: "admin" });
  const { to } = await aLodgeOf(2);
  const { id } = await publish(admin, to);
  await sendAll();
  await app.services.db
    .update(announcements)
    .set({ finishedAt: sql`now() - interval '91 days'` })
    .where(eq(announcements.id, id));
  await purgeExpired.run(app.services, {});
  const rows = await app.services.db.select().from(announcementLetters).where(eq(announcementLetters.announcementId, id));
  expect(rows.map(({ memberId, mailId }) => [memberId, mailId])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect((await managed(admin, id)).letters).toMatchObject({ delivered: 2, left: 0 });
});

test("before it is sent, it is known how many it reaches, and how many of them by letter", async () => {
  const admin = await app.member({ role: "admin" });
  const { lodgeId, brothers } = await aLodgeOf(3);
  expect((await brothers[0]!.patch("/api/notices/preferences", { channels: { announcements: "here" } })).status).toBe(200);
  const { body } = await admin.get<Recipients>(`/api/admin/announcements/recipients?lodgeId=${lodgeId}`);
  expect(body.lodge).toEqual({ people: 3, byLetter: 2 });
  const { everyone, degrees } = body;
  const { aprendiz, companheiro, mestre } = degrees;
  expect(aprendiz.people + companheiro.people + mestre.people).toBe(everyone.people);
});
