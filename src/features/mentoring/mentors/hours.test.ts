import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { ACCEPTANCE, inHours, makeMove, mentorOf, request, startMentorshipSession, write } from "#tests/support/mentoring.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import type { MentorDay } from "./day.answers.ts";
import type { Agenda, FreeHours } from "./hours.answers.ts";
import type { AgendaInput } from "./hours.schema.ts";
import { heldHours } from "./hours.table.ts";

const app = testApp({ LIMITS_FACTOR: "100" });

const AGENDA: AgendaInput = {
  timeZone: "America/Sao_Paulo",
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startsAt: 18 * 60, endsAt: 22 * 60 })),
  blocks: [],
  noticeHours: 24,
  gapMinutes: 0,
  maxMentees: 5,
  pausedUntil: null,
};
const save = (mentor: TestMember, more: Partial<Record<keyof AgendaInput, unknown>> = {}) =>
  mentor.put<Agenda>("/api/mentoring/agenda", { ...AGENDA, ...more });
const hoursOf = async (viewer: TestMember, mentor: TestMember) =>
  (await viewer.get<FreeHours>(`/api/mentoring/mentors/${mentor.id}/hours`)).body.hours;
const hold = (viewer: TestMember, mentor: TestMember, startsAt: string) =>
  viewer.post(`/api/mentoring/mentors/${mentor.id}/hold`, { startsAt });
const dayOf = async (mentor: TestMember) => (await mentor.get<MentorDay>("/api/mentoring/day")).body;
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: AGENDA.timeZone });

describe("a mentor's hours", () => {
  test("are saved all at once, and offered to members; whose next one is told to the mentor", async () => {
    const [mentor, member] = [await mentorOf(app), await app.member()];
    expect(await hoursOf(member, mentor)).toEqual([]);
    const { status, body } = await save(mentor, { blocks: [{ from: inDays(2), until: inDays(4), word: "Viagem" }] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...AGENDA, blocks: [{ word: "Viagem" }], occupied: 0 });
    const hours = await hoursOf(member, mentor);
    expect(hours.length).toBeGreaterThan(40);
    expect(body.nextHour).toBe(hours[0]);
    for (const hour of hours) {
      const day = new Date(hour).toLocaleDateString("sv-SE", { timeZone: AGENDA.timeZone });
      expect(day < inDays(2) || day > inDays(4)).toBe(true);
      expect(Date.parse(hour)).toBeGreaterThan(Date.now() + 86_400_000);
    }
    expect(JSON.stringify((await member.get(`/api/mentoring/mentors/${mentor.id}/hours`)).body)).not.toContain("Viagem");
  });

  test.each([
    ["hours.0.endsAt", "A hora do fim vem depois da do começo", { hours: [{ weekday: 1, startsAt: 1200, endsAt: 1140 }] }],
    [
      "hours",
      "Dois horários do mesmo dia se sobrepõem: junte-os em um",
      {
        hours: [
          { weekday: 1, startsAt: 1100, endsAt: 1200 },
          { weekday: 1, startsAt: 1140, endsAt: 1260 },
        ],
      },
    ],
    ["timeZone", "Este fuso não existe. Escolha um da lista.", { timeZone: "America/Atlantis" }],
    [
      "blocks.0.until",
      "O último dia vem depois do primeiro",
      { blocks: [{ from: "2027-07-10", until: "2027-07-01", word: "" }] },
    ],
    ["blocks.0.from", "Escolha um dia que existe", { blocks: [{ from: "2027-02-30", until: "2027-03-01", word: "" }] }],
    ["noticeHours", "Informe de 0 a 336 horas", { noticeHours: 1000 }],
    ["maxMentees", "Informe um número inteiro de 1 a 50", { maxMentees: 0 }],
  ])("what is wrong with %s is said, and what was saved stays", async (field, message, wrong) => {
    const mentor = await mentorOf(app);
    await save(mentor);
    const { status, body } = await save(mentor, wrong);
    expect([status, (body as unknown as { fields: object }).fields]).toEqual([422, { [field]: message }]);
    expect((await mentor.get<Agenda>("/api/mentoring/agenda")).body).toMatchObject(AGENDA);
  });

  test("an hour is held for the minutes in which one member writes, and then for the two days in which the mentor may answer", async () => {
    const [mentor, first, second] = [await mentorOf(app), await app.member(), await app.member()];
    await save(mentor);
    const [hour, next] = (await hoursOf(first, mentor)) as [string, string];
    expect((await hold(first, mentor, hour)).status).toBe(200);
    expect(await hoursOf(second, mentor)).not.toContain(hour);
    expect(await hoursOf(first, mentor)).toContain(hour);
    expect((await hold(second, mentor, hour)).body).toMatchObject({ message: expect.stringContaining("acabou de ser tomada") });
    expect((await request(second, mentor.id, { scheduledDate: hour })).status).toBe(409);
    expect((await hold(first, mentor, next)).status).toBe(200); // another choice frees the first
    expect(await hoursOf(second, mentor)).toContain(hour);
    expect((await hold(first, mentor, hour)).status).toBe(200);
    expect((await request(first, mentor.id, { scheduledDate: hour })).status).toBe(200);
    expect(await app.services.db.$count(heldHours, eq(heldHours.memberId, first.id))).toBe(0);
    expect(await hoursOf(second, mentor)).not.toContain(hour);
    expect((await request(second, mentor.id, { scheduledDate: hour })).status).toBe(409);
    await app.services.db
      .update(mentorshipSessions)
      .set({ createdAt: sql`now() - interval '49 hours'` })
      .where(eq(mentorshipSessions.menteeId, first.id));
    expect(await hoursOf(second, mentor)).toContain(hour);
    expect((await hold(second, mentor, "2027-01-01T03:07:00.000Z")).status).toBe(409);
    expect((await hold(second, second, hour)).status).toBe(404);
  });

  test("of many who choose one hour at once, one has it; one that lapsed is anybody's", async () => {
    const mentor = await mentorOf(app);
    await save(mentor);
    const members = await Promise.all(Array.from({ length: 8 }, () => app.member()));
    const [hour] = (await hoursOf(members[0]!, mentor)) as [string];
    const answers = await Promise.all(members.map((member) => hold(member, mentor, hour)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    await app.services.db.update(heldHours).set({ expiresAt: sql`now() - interval '1 second'` });
    expect((await hold(members[7]!, mentor, hour)).status).toBe(200);
  });

  test("what is arranged takes the hour away, also the member's own elsewhere", async () => {
    const [mentor, other, member] = [await mentorOf(app), await mentorOf(app), await app.member()];
    await Promise.all([save(mentor), save(other)]);
    const [hour] = (await hoursOf(member, mentor)) as [string];
    const { id } = (await request(member, mentor.id, { scheduledDate: hour })).body;
    await makeMove(mentor, id, "accept", { ...ACCEPTANCE, scheduledDate: hour });
    expect(await hoursOf(await app.member(), mentor)).not.toContain(hour);
    expect(await hoursOf(member, other)).not.toContain(hour);
    expect(await hoursOf(await app.member(), other)).toContain(hour);
  });

  test("in a pause nobody asks, who waits is told once, and its end opens the hours again", async () => {
    const { mentor, mentee } = await startMentorshipSession(app);
    const until = inDays(10);
    await save(mentor, { pausedUntil: until });
    await save(mentor, { pausedUntil: until });
    const letters = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, mentee.email));
    expect(letters.map(({ kind }) => kind)).toEqual(["mentoring-away"]);
    const member = await app.member();
    expect(await hoursOf(member, mentor)).toEqual([]);
    expect((await request(member, mentor.id)).status).toBe(409);
    expect((await save(mentor)).body.pausedUntil).toBeNull();
    expect((await request(member, mentor.id)).status).toBe(200);
  });

  test("a mentor edits their own profile, and who is none has no hours", async () => {
    const [mentor, member] = [await mentorOf(app), await app.member()];
    const { body } = await mentor.put<Agenda>("/api/mentoring/profile", {
      bio: "Leio com calma.",
      specialties: "Ritual, História",
    });
    expect(body).toMatchObject({ bio: "Leio com calma.", specialties: ["Ritual", "História"] });
    expect((await mentor.put("/api/mentoring/profile", { bio: " ", specialties: "" })).status).toBe(422);
    for (const path of ["agenda", "day"]) expect((await member.get(`/api/mentoring/${path}`)).status).toBe(403);
    expect((await save(member)).status).toBe(403);
    expect((await member.put("/api/mentoring/profile", { bio: "Eu", specialties: "" })).status).toBe(403);
  });
});

test("the hours, their page and the list of mentors take few queries, however many there are", async () => {
  const member = await app.member();
  const mentors = await Promise.all(Array.from({ length: 12 }, () => mentorOf(app, { rating: 4 })));
  for (const mentor of mentors) await save(mentor);
  const pool = (app.services.db as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client;
  const original = pool.query;
  const count = async (call: () => Promise<{ status: number }>) => {
    await call(); // the member's visit is written down
    let queries = 0;
    pool.query = function (this: unknown, ...args: unknown[]) {
      queries += 1;
      return original.apply(this, args);
    };
    try {
      expect((await call()).status).toBe(200);
    } finally {
      pool.query = original;
    }
    return queries - 1; // who asks
  };
  expect(await count(() => mentors[0]!.get("/api/mentoring/agenda"))).toBeLessThanOrEqual(3);
  expect(await count(() => member.get(`/api/mentoring/mentors/${mentors[0]!.id}/hours`))).toBeLessThanOrEqual(3);
  expect(await count(() => member.get("/api/mentoring/mentors"))).toBeLessThanOrEqual(4);
});

describe("a mentor's day", () => {
  test("has what waits, the oldest first, what to close, what is ahead, what is unread; of who only asks no more than degree and Lodge", async () => {
    const mentor = await mentorOf(app, { maxMentees: 10 });
    const names = ["Osvaldo Teles", "Lázaro Brandão", "Antônio Ferraz", "Dorival Nunes"];
    const members = await Promise.all(names.map((name) => app.member({ name })));
    const ids: string[] = [];
    for (const member of members) ids.push((await request(member, mentor.id)).body.id);
    const [, , third, fourth] = ids as [string, string, string, string];
    await makeMove(mentor, third, "accept");
    await makeMove(members[2]!, third, "propose");
    await makeMove(mentor, fourth, "accept");
    await app.services.db
      .update(mentorshipSessions)
      .set({ scheduledDate: sql`now() - interval '3 hours'` })
      .where(eq(mentorshipSessions.id, fourth));
    await write(members[0]!, ids[0]!, "Boa noite.");
    const day = await dayOf(mentor);
    expect(day.toAnswer.map(({ name, kind }) => [name, kind])).toEqual([
      ["Osvaldo Teles", "request"],
      ["Lázaro Brandão", "request"],
      ["Antônio Ferraz", "proposal"],
    ]);
    expect(day.toClose.map(({ name }) => name)).toEqual(["Dorival Nunes"]);
    expect(day.ahead.map(({ name }) => name)).toEqual(["Antônio Ferraz"]);
    expect(day.unread).toMatchObject([{ name: "Osvaldo Teles", count: 1 }]);
    expect(day.mentees.map(({ name }) => name)).toEqual(["Antônio Ferraz", "Dorival Nunes"]);
    expect(JSON.stringify(day)).not.toContain("@");
  });

  test("shows where a mentee stands, what was left for the next time, and the mentor's own note, which nobody else reads", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    const [lesson, second] = app.services.catalogue().modules[0]!.lessons;
    await app.services.db.insert(lessonProgress).values([
      { userId: mentee.id, lessonId: lesson!.id, furthest: 1, completedAt: new Date() },
      { userId: mentee.id, lessonId: second!.id, furthest: 0.3 },
    ]);
    await makeMove(mentor, id, "complete", { nextStep: "Trazer o rascunho." });
    const note = (caller: TestMember, body: string) => caller.put(`/api/mentoring/mentees/${mentee.id}/note`, { body });
    expect((await note(mentor, "Começar pelo objeto.")).status).toBe(200);
    expect((await dayOf(mentor)).mentees).toMatchObject([
      { done: 1, reading: second!.title, sessions: 1, nextStep: "Trazer o rascunho.", note: "Começar pelo objeto." },
    ]);
    expect((await note(await mentorOf(app), "Alheia")).status).toBe(404);
    expect((await note(mentee, "Minha")).status).toBe(403);
    expect(JSON.stringify((await mentee.get(`/api/mentoring/sessions/${id}`)).body)).not.toContain("Começar pelo objeto.");
    expect((await mentee.get(`/api/mentoring/sessions/${id}`)).body).toMatchObject({ nextStep: "Trazer o rascunho." });
    expect((await note(mentor, "")).status).toBe(200);
    expect((await dayOf(mentor)).mentees).toMatchObject([{ note: "" }]);
  });

  test("takes few queries, however many sessions there are", async () => {
    const mentor = await mentorOf(app, { maxMentees: 50 });
    for (const member of await Promise.all(Array.from({ length: 12 }, () => app.member()))) {
      const { id } = (await request(member, mentor.id)).body;
      await makeMove(mentor, id, "accept", { ...ACCEPTANCE, scheduledDate: inHours(100 + Math.random() * 10_000) });
    }
    const pool = (app.services.db as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client;
    const original = pool.query;
    let queries = 0;
    pool.query = function (this: unknown, ...args: unknown[]) {
      queries += 1;
      return original.apply(this, args);
    };
    try {
      expect((await dayOf(mentor)).ahead).toHaveLength(12);
    } finally {
      pool.query = original;
    }
    expect(queries).toBeLessThanOrEqual(6); // the member and their visit, the mentor, the sessions, the mentees
  });
});
