import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { makeMove, mentorOf, path, startMentorshipSession, write } from "#tests/support/mentoring.ts";
import { mentors } from "../mentors/mentors.table.ts";
import type { MessagesPage } from "../messages/messages.answers.ts";
import { maskMember } from "./masking.service.ts";
import type { MentorshipSessionDetail } from "./mentorship-sessions.answers.ts";
import { mentorshipSessionEvents, mentorshipSessions } from "./mentorship-sessions.table.ts";
import { remindMentoring } from "./reminders.ts";

const app = testApp();

const run = () => remindMentoring.run(app.services, {});
const kindsTo = async (member: TestMember) =>
  (
    await app.services.db
      .select({ kind: outboxMails.kind })
      .from(outboxMails)
      .where(eq(outboxMails.recipient, member.email))
      .orderBy(outboxMails.createdAt)
  ).map(({ kind }) => kind);
const age = (mentorshipSessionId: string, days: number) =>
  app.services.db
    .update(mentorshipSessions)
    .set({ createdAt: sql`now() - make_interval(days => ${days}, mins => 1)` })
    .where(eq(mentorshipSessions.id, mentorshipSessionId));

beforeEach(() => app.services.db.delete(mentorshipSessions));

describe("unanswered requests", () => {
  test("the mentor is reminded after 2 and 5 days, the member gets a letter after 7, each once", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await mentorOf(app);
    const atAge = async (days: number) => {
      await age(id, days);
      await run();
      await run();
      return { mentor: await kindsTo(mentor), mentee: await kindsTo(mentee) };
    };
    const asked = ["mentoring-request"];
    expect(await atAge(1)).toEqual({ mentor: asked, mentee: [] });
    expect(await atAge(2)).toEqual({ mentor: [...asked, "mentoring-reminder"], mentee: [] });
    expect(await atAge(4)).toEqual({ mentor: [...asked, "mentoring-reminder"], mentee: [] });
    expect(await atAge(5)).toEqual({ mentor: [...asked, "mentoring-reminder", "mentoring-reminder"], mentee: [] });
    expect((await atAge(7)).mentee).toEqual(["mentoring-unanswered"]);
    expect(await atAge(13)).toEqual({
      mentor: [...asked, "mentoring-reminder", "mentoring-reminder"],
      mentee: ["mentoring-unanswered"],
    });
    const [letter] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, mentee.email));
    expect(letter!.text).toContain("outros mentores com vagas: Roberto");
    expect(letter!.text).toContain("/mentoria");
  });

  test("after a pause of the whole system only the last due reminder goes out", async () => {
    const { id, mentor } = await startMentorshipSession(app);
    await age(id, 6);
    await run();
    expect(await kindsTo(mentor)).toEqual(["mentoring-request", "mentoring-reminder"]);
  });

  test("an answered request is not reminded of", async () => {
    const { id, mentor } = await startMentorshipSession(app, ["accept"]);
    await age(id, 9);
    await run();
    expect(await kindsTo(mentor)).toEqual(["mentoring-request"]);
  });
});

describe("unread messages", () => {
  const wait = (id: string) =>
    app.services.db
      .update(mentorshipSessions)
      .set({ lastMessageAt: sql`now() - interval '20 minutes'` })
      .where(eq(mentorshipSessions.id, id));

  test("are announced by one letter after a while, and again only after the reader came", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "1");
    await run();
    expect(await kindsTo(mentor)).toEqual(["mentoring-request"]);
    await wait(id);
    await run();
    await write(mentee, id, "2");
    await wait(id);
    await run();
    expect(await kindsTo(mentor)).toEqual(["mentoring-request", "mentoring-unread"]);
    await mentor.put(path(id, "messages/read"), { upTo: 2 });
    await write(mentee, id, "3");
    await wait(id);
    await run();
    expect(await kindsTo(mentor)).toEqual(["mentoring-request", "mentoring-unread", "mentoring-unread"]);
    expect(await kindsTo(mentee)).toEqual([]);
  });

  test("read in time, they cause no letter", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "1");
    await mentor.put(path(id, "messages/read"), { upTo: 1 });
    await wait(id);
    await run();
    expect(await kindsTo(mentor)).toEqual(["mentoring-request"]);
  });
});

describe("a member who leaves", () => {
  const remove = (member: TestMember) =>
    app.services.db.transaction(async (tx) => {
      await maskMember(tx, member.id);
      await tx.delete(profiles).where(eq(profiles.id, member.id));
    });

  test("leaves the other party the conversation without their name and words, and open sessions cancelled", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
    await write(mentee, id, "Segredo do aprendiz");
    await write(mentor, id, "Resposta do mentor");
    await remove(mentee);
    const { body } = await mentor.get<MentorshipSessionDetail>(path(id));
    expect(body).toMatchObject({
      title: "Sessão de mentoria",
      description: "",
      status: "cancelled",
      other: null,
      can: { accept: false, complete: false, cancel: false, write: false },
    });
    expect(body.history.at(-1)).toMatchObject({ move: "cancel", side: "mentee", mine: false, reason: "A conta foi removida." });
    const { messages } = (await mentor.get<MessagesPage>(path(id, "messages"))).body;
    expect(messages.map(({ mine, body: text }) => [mine, text])).toEqual([
      [false, null],
      [true, "Resposta do mentor"],
    ]);
    const everything = await app.services.db.execute(sql`
      select jsonb_agg(s) as s, (select jsonb_agg(m) from mentorship_messages m) as m,
        (select jsonb_agg(e) from mentorship_session_events e) as e from mentorship_sessions s`);
    for (const trace of [mentee.id, "Segredo", "Pedra Bruta", mentee.email])
      expect(JSON.stringify(everything.rows)).not.toContain(trace);
    await run();
    await run();
    expect((await kindsTo(mentor)).filter((kind) => kind === "mentoring-removal")).toHaveLength(1);
  });

  test("as a mentor: their place, reasons and registration go, completed sessions and their ratings stay with the member", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app, ["accept", "complete"]);
    await makeMove(mentee, id, "rate", { rating: 5, comment: "Muito claro." });
    const other = await startMentorshipSession(app);
    await app.services.db.update(mentorshipSessions).set({ mentorId: mentor.id }).where(eq(mentorshipSessions.id, other.id));
    await makeMove(mentor, other.id, "decline", { reason: "Razão do mentor" });
    await remove(mentor);
    expect((await mentee.get<MentorshipSessionDetail>(path(id))).body).toMatchObject({
      status: "completed",
      other: null,
      place: null,
      rating: 5,
      can: { rate: false, write: false },
    });
    const reasons = await app.services.db.select().from(mentorshipSessionEvents);
    expect(JSON.stringify(reasons)).not.toContain("Razão do mentor");
    expect(await app.services.db.$count(mentors, eq(mentors.userId, mentor.id))).toBe(0);
  });

  test("with both gone nothing is left", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    await write(mentee, id, "1");
    await remove(mentee);
    await remove(mentor);
    expect(await app.services.db.$count(mentorshipSessions, eq(mentorshipSessions.id, id))).toBe(0);
  });

  test("leaving while the other side moves and writes ends without a deadlock", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
      const answers = await Promise.all([
        remove(mentee),
        makeMove(mentor, id, "complete"),
        write(mentee, id, "a"),
        write(mentor, id, "b"),
        makeMove(mentee, id, "cancel"),
      ]);
      for (const answer of answers.slice(1)) expect([200, 401, 404, 409]).toContain(answer!.status);
    }
  });
});
