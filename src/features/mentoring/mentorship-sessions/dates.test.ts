import { and, eq, inArray, sql } from "drizzle-orm";
import ICAL from "ical.js";
import { beforeEach, describe, expect, test } from "vitest";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import {
  ACCEPTANCE,
  inHours,
  makeMove,
  mentorOf,
  path,
  request,
  startMentorshipSession,
  write,
} from "#tests/support/mentoring.ts";
import { openNode } from "#tests/support/nodes.ts";
import { mentors } from "../mentors/mentors.table.ts";
import type { MentorshipSessionDetail } from "./mentorship-sessions.answers.ts";
import { mentorshipSessions } from "./mentorship-sessions.table.ts";
import { remindMentoring } from "./reminders.ts";

const app = testApp({ LIMITS_FACTOR: "100" });

beforeEach(() => app.services.db.delete(mentorshipSessions));

const runProgram = () => remindMentoring.run(app.services, {});
const read = async (member: TestMember, id: string) => (await member.get<MentorshipSessionDetail>(path(id))).body;
/** What a refused move says: its message, or what is wrong with which field. */
const refusalOf = async (answer: ReturnType<typeof makeMove>) =>
  (await answer).body as unknown as { message: string; fields?: Record<string, string> };
const change = (id: string, set: Partial<Record<keyof typeof mentorshipSessions.$inferSelect, unknown>>) =>
  app.services.db
    .update(mentorshipSessions)
    .set(set as object)
    .where(eq(mentorshipSessions.id, id));
const lettersTo = async ({ email }: TestMember) =>
  (
    await app.services.db
      .select({ kind: outboxMails.kind })
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email))
      .orderBy(outboxMails.createdAt)
  ).map(({ kind }) => kind);
/** How many accepted sessions of a mentor overlap another. */
const overlaps = async (mentorId: string) =>
  (
    await app.services.db.execute(sql`select count(*)::int as count from mentorship_sessions a join mentorship_sessions b
      on a.id < b.id and a.mentor_id = b.mentor_id and a.status = 'accepted' and b.status = 'accepted'
      and mentorship_range(a.scheduled_date, a.duration_minutes) && mentorship_range(b.scheduled_date, b.duration_minutes)
      where a.mentor_id = ${mentorId}`)
  ).rows[0]!.count;

describe("no two at once", () => {
  test("of fifty accepted for one hour at the same instant, at two processes, one is; the others stay requests, and are told whose hour it is", async () => {
    const mentor = await mentorOf(app, { maxMentees: 50 });
    const mentees = await Promise.all(Array.from({ length: 50 }, () => app.member()));
    const ids = await Promise.all(mentees.map(async (mentee) => (await request(mentee, mentor.id)).body.id));
    const scheduledDate = inHours(50);
    const other = await (await openNode(app)).signIn(mentor.id);
    const accept = (id: string, index: number) =>
      makeMove(index % 2 ? other : mentor, id, "accept", { ...ACCEPTANCE, scheduledDate });
    const answers = await Promise.all(ids.map(accept));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([409, { message: "O mentor já tem outra sessão marcada nessa hora. Escolha outra." }]);
    expect(await overlaps(mentor.id)).toBe(0);
    const pending = and(eq(mentorshipSessions.mentorId, mentor.id), eq(mentorshipSessions.status, "pending"));
    expect(await app.services.db.$count(mentorshipSessions, pending)).toBe(49);
  });

  test("one may begin when the other ends, and not a minute before; nor has a mentee two with two mentors", async () => {
    const [mentor, mentee] = [await mentorOf(app), await app.member()];
    const at = Date.parse(inHours(50));
    const accept = async (member: TestMember, by: TestMember, minutes: number) => {
      const { id } = (await request(member, by.id)).body;
      const scheduledDate = new Date(at + minutes * 60_000).toISOString();
      return (await makeMove(by, id, "accept", { ...ACCEPTANCE, scheduledDate })).status;
    };
    expect(await accept(mentee, mentor, 0)).toBe(200);
    expect(await accept(await app.member(), mentor, 59)).toBe(409);
    expect(await accept(await app.member(), mentor, 60)).toBe(200);
    expect(await accept(mentee, await mentorOf(app), 30)).toBe(409);
  });
});

describe("another date", () => {
  test("is proposed by one side and accepted by the other; until then the first one stands", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    const before = (await read(mentee, id)).scheduledDate;
    const scheduledDate = inHours(200);
    const proposed = await makeMove(mentee, id, "propose", {
      ...{ scheduledDate, durationMinutes: 45, place: "Na Loja", word: "O sábado virou reunião." },
    });
    expect(proposed.body).toMatchObject({
      status: "accepted",
      scheduledDate: before,
      proposal: { number: 1, by: "mentee", date: scheduledDate, durationMinutes: 45, word: "O sábado virou reunião." },
      can: { agree: false, keep: true, propose: true },
    });
    expect((await read(mentor, id)).can).toMatchObject({ agree: true, keep: true });
    expect((await makeMove(mentee, id, "agree", { proposal: 1 })).status).toBe(409);
    const agreed = await makeMove(mentor, id, "agree", { proposal: 1 });
    expect(agreed.body).toMatchObject({ scheduledDate, durationMinutes: 45, place: "Na Loja", proposal: null });
    expect(agreed.body.history.map(({ move, date }) => [move, date])).toEqual([
      ["request", null],
      ["accept", before],
      ["propose", scheduledDate],
      ["agree", scheduledDate],
    ]);
    expect(await lettersTo(mentee)).toEqual(["mentoring-accept", "mentoring-agree"]);
    expect(await lettersTo(mentor)).toEqual(["mentoring-request", "mentoring-propose"]);
  });

  test("an old answer never agrees to a newer proposal, and a date that passed is not agreed to", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    await makeMove(mentee, id, "propose");
    await makeMove(mentee, id, "propose");
    expect(await makeMove(mentor, id, "agree", { proposal: 1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("há outra mais nova") },
    });
    await change(id, { proposedDate: sql`now() - interval '1 hour'` });
    expect(await makeMove(mentor, id, "agree", { proposal: 2 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("já passou") },
    });
    expect((await makeMove(mentor, id, "keep", { proposal: 2 })).body).toMatchObject({ proposal: null, status: "accepted" });
    expect((await makeMove(mentor, id, "keep", { proposal: 2 })).status).toBe(409);
  });

  test("of two who agree and take back at once, one does; an hour that is taken meanwhile is refused, and the proposal stays", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    await makeMove(mentee, id, "propose");
    const both = await Promise.all([
      makeMove(mentor, id, "agree", { proposal: 1 }),
      makeMove(mentee, id, "keep", { proposal: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const scheduledDate = inHours(300);
    await makeMove(mentee, id, "propose", { ...ACCEPTANCE, scheduledDate });
    const other = (await request(await app.member(), mentor.id)).body.id;
    await makeMove(mentor, other, "accept", { ...ACCEPTANCE, scheduledDate });
    expect((await makeMove(mentor, id, "agree", { proposal: 2 })).status).toBe(409);
    expect((await read(mentor, id)).proposal).toMatchObject({ number: 2 });
    expect(await overlaps(mentor.id)).toBe(0);
  });

  test("the calendar keeps one event, whose number each move raises, and strikes it out at the end", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    const event = async () => {
      const text = await (await mentee.send(path(id, "sessao.ics"), {})).text();
      const calendar = new ICAL.Component(ICAL.parse(text));
      const found = new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
      const at = found.startDate.toJSDate().toISOString();
      return { method: calendar.getFirstPropertyValue("method"), uid: found.uid, sequence: found.sequence, at };
    };
    const first = await event();
    const scheduledDate = inHours(400);
    await makeMove(mentor, id, "propose", { ...ACCEPTANCE, scheduledDate });
    await makeMove(mentee, id, "agree", { proposal: 1 });
    const moved = await event();
    expect(moved).toMatchObject({ method: "PUBLISH", uid: first.uid, at: `${scheduledDate.slice(0, 19)}.000Z` });
    expect(moved.sequence).toBeGreaterThan(first.sequence);
    await makeMove(mentee, id, "cancel");
    const last = await event();
    expect(last).toMatchObject({ method: "CANCEL", uid: first.uid });
    expect(last.sequence).toBeGreaterThan(moved.sequence);
  });

  test("outsiders move nothing, and a wrong date, duration or proposal is refused in words", async () => {
    const { id, mentor } = await startMentorshipSession(app, ["accept"]);
    const outsider = await mentorOf(app);
    for (const move of ["propose", "agree", "keep", "miss", "object"])
      expect((await makeMove(outsider, id, move)).status, move).toBe(404);
    const wrong = (json: object) => makeMove(mentor, id, "propose", { ...ACCEPTANCE, scheduledDate: inHours(60), ...json });
    expect((await refusalOf(wrong({ scheduledDate: "2020-01-01T10:00:00Z" }))).fields).toEqual({
      scheduledDate: "Escolha uma data que ainda não passou",
    });
    expect((await refusalOf(wrong({ durationMinutes: 540 }))).fields).toEqual({ durationMinutes: "Informe de 15 a 480 minutos" });
    expect((await makeMove(mentor, id, "agree", { proposal: "1" })).status).toBe(422);
  });
});

describe("every session ends", () => {
  const past = (id: string, days: number) =>
    change(id, { scheduledDate: sql`now() - make_interval(days => ${days}, hours => 2)` });

  test("both sides are reminded a day and an hour before, once each; what is agreed later than that is not", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    const reminders = async () => (await lettersTo(mentee)).filter((kind) => kind === "mentoring-soon").length;
    const in_ = (hours: number) => change(id, { scheduledDate: sql`now() + make_interval(mins => ${hours * 60})` });
    await in_(25);
    await runProgram();
    expect(await reminders()).toBe(0);
    await in_(23);
    await runProgram();
    await runProgram();
    expect(await reminders()).toBe(1);
    await in_(0.9);
    await runProgram();
    await runProgram();
    expect(await reminders()).toBe(2);
    expect((await lettersTo(mentor)).filter((kind) => kind === "mentoring-soon")).toHaveLength(2);
    const late = await startMentorshipSession(app);
    await makeMove(late.mentor, late.id, "accept", { ...ACCEPTANCE, scheduledDate: inHours(20) });
    await runProgram();
    expect(await lettersTo(late.mentee)).toEqual(["mentoring-accept"]);
  });

  test("the mentor is asked after the end and two days later; after seven the program closes it and frees the place", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    const asked = async () => (await lettersTo(mentor)).filter((kind) => kind === "mentoring-outcome").length;
    await past(id, 0);
    await runProgram();
    await runProgram();
    expect(await asked()).toBe(1);
    expect((await mentor.get("/api/mentoring/summary")).body).toMatchObject({ toClose: 1, upcoming: 0 });
    await past(id, 2);
    await runProgram();
    await runProgram();
    expect(await asked()).toBe(2);
    await past(id, 6);
    await runProgram();
    expect((await read(mentee, id)).status).toBe("accepted");
    await past(id, 7);
    await runProgram();
    const closed = await read(mentee, id);
    expect(closed).toMatchObject({ status: "cancelled", can: { write: true } });
    expect(closed.scheduledDate).not.toBeNull(); // a cancelled session keeps its date
    expect(closed.history.at(-1)).toMatchObject({
      move: "close",
      side: "system",
      mine: false,
      reason: "Encerrada sem confirmação",
    });
    expect((await lettersTo(mentor)).at(-1)).toBe("mentoring-close");
    expect((await lettersTo(mentee)).at(-1)).toBe("mentoring-close");
    expect((await write(mentee, id, "Até outra vez.")).status).toBe(200);
  });

  test("what did not happen is said with a reason, and the mentee is heard, once, within a week", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    expect(await makeMove(mentor, id, "miss")).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("ainda não chegou") },
    });
    await past(id, 0);
    expect((await refusalOf(makeMove(mentee, id, "cancel"))).message).toContain("já passou");
    expect((await refusalOf(makeMove(mentor, id, "miss", { absence: "rain" }))).fields).toEqual({
      absence: "Escolha o que houve",
    });
    await makeMove(mentor, id, "miss", { absence: "mentee", word: "Esperei vinte minutos." });
    expect(await read(mentee, id)).toMatchObject({ status: "cancelled", absence: "mentee", can: { object: true } });
    expect((await makeMove(mentor, id, "object")).status).toBe(403);
    await makeMove(mentee, id, "object", { reason: "Estive lá; o link não abria." });
    expect((await makeMove(mentee, id, "object")).status).toBe(409);
    expect((await read(mentor, id)).history.slice(-2)).toMatchObject([
      { move: "miss", reason: "Esperei vinte minutos." },
      { move: "object", side: "mentee", reason: "Estive lá; o link não abria." },
    ]);
    expect((await lettersTo(mentor)).at(-1)).toBe("mentoring-object");
  });

  test("instead of closing it, either side may move a session whose hour has passed", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    await past(id, 1);
    await makeMove(mentee, id, "propose");
    await makeMove(mentor, id, "agree", { proposal: 1 });
    expect(await read(mentee, id)).toMatchObject({ status: "accepted", can: { cancel: true } });
    await runProgram();
    expect(await lettersTo(mentor)).not.toContain("mentoring-outcome");
  });

  test("a request without an answer ends after fourteen days; three in a row pause the mentor and tell the administrators; an answer begins the count anew", async () => {
    const admin = await app.member({ role: "admin" });
    const mentor = await mentorOf(app);
    const other = await mentorOf(app);
    const forget = async () => {
      const mentee = await app.member();
      const { id } = (await request(mentee, mentor.id)).body;
      await change(id, { createdAt: sql`now() - interval '14 days 1 hour'`, remindersSent: 3 });
      await runProgram();
      return { id, mentee };
    };
    const row = async () => (await app.services.db.select().from(mentors).where(eq(mentors.userId, mentor.id)))[0]!;
    const { id, mentee } = await forget();
    expect(await read(mentee, id)).toMatchObject({ status: "cancelled", history: [{}, { move: "expire", side: "system" }] });
    expect((await lettersTo(mentee)).at(-1)).toBe("mentoring-expire");
    await forget();
    const answered = (await request(await app.member(), mentor.id)).body.id;
    await makeMove(mentor, answered, "decline");
    expect((await row()).unansweredInRow).toBe(0);
    for (let count = 0; count < 2; count += 1) await forget();
    expect((await row()).pausedUntil).toBeNull();
    await forget();
    expect((await row()).pausedUntil).not.toBeNull();
    expect((await lettersTo(mentor)).at(-1)).toBe("mentoring-paused");
    await app.runJobs();
    const told = (await admin.get("/api/notices?show=all")).body.notices.map(({ kind }: { kind: string }) => kind);
    expect(JSON.stringify(told) + JSON.stringify(await lettersTo(admin))).toContain("mentor-paused");
    expect((await request(await app.member(), mentor.id)).status).toBe(409);
    expect((await request(await app.member(), other.id)).status).toBe(200);
  });

  test("of thirty days in which nobody says a word, each ends what it must: letters come in their order, and nothing waits at the end", async () => {
    const asked = await startMentorshipSession(app);
    const arranged = await startMentorshipSession(app, ["accept"]);
    await change(arranged.id, { scheduledDate: sql`now() + interval '5 days 12 hours'` });
    /** The clock goes on by a day: every moment of the sessions lies a day further back. */
    const aDayLater = () =>
      app.services.db.execute(sql`update mentorship_sessions set created_at = created_at - interval '1 day',
        updated_at = updated_at - interval '1 day', answered_at = answered_at - interval '1 day',
        scheduled_date = scheduled_date - interval '1 day', ended_at = ended_at - interval '1 day'`);
    const ended = new Map<string, number>();
    for (let day = 1; day <= 30; day += 1) {
      await aDayLater();
      await runProgram();
      for (const { id, mentee } of [asked, arranged])
        if (!ended.has(id) && (await read(mentee, id)).status === "cancelled") ended.set(id, day);
    }
    expect([ended.get(asked.id), ended.get(arranged.id)]).toEqual([14, 13]); // a week after its hour, on the sixth day
    expect(await lettersTo(asked.mentee)).toEqual(["mentoring-unanswered", "mentoring-expire"]);
    expect((await lettersTo(arranged.mentor)).filter((kind) => kind !== "mentoring-request")).toEqual([
      ...["mentoring-soon", "mentoring-outcome", "mentoring-outcome", "mentoring-close"],
    ]);
    const open = inArray(mentorshipSessions.status, ["pending", "accepted"]);
    expect(await app.services.db.$count(mentorshipSessions, open)).toBe(0);
  });
});
