import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import {
  ACCEPTANCE,
  bodyOf,
  inHours,
  makeMove,
  mentorOf,
  path,
  REASON,
  request,
  rowOfMentor,
  startMentorshipSession,
  write,
} from "#tests/support/mentoring.ts";
import { occupiedPlaces } from "../mentors/mentor-facts.service.ts";
import { mentors } from "../mentors/mentors.table.ts";
import type {
  MentorshipSessionDetail,
  MentorshipSessionsPage,
  UpcomingMentorshipSession,
} from "./mentorship-sessions.answers.ts";
import { MEMBER_MOVES } from "./mentorship-sessions.policy.ts";
import { type MentorshipSessionStatus, mentorshipSessionEvents, mentorshipSessions } from "./mentorship-sessions.table.ts";
import { remindMentoring } from "./reminders.ts";

const app = testApp();
const MOVES = MEMBER_MOVES;

const eventsOf = (mentorshipSessionId: string) =>
  app.services.db
    .select()
    .from(mentorshipSessionEvents)
    .where(eq(mentorshipSessionEvents.mentorshipSessionId, mentorshipSessionId))
    .orderBy(mentorshipSessionEvents.id);

const subjectsTo = async (member: TestMember) =>
  (await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, member.email)))
    .map(({ subject }) => subject)
    .sort();

describe("asking for a session", () => {
  test("makes a pending one, lets the mentor know discreetly, and shows it to both", async () => {
    const [mentor, mentee] = [await mentorOf(app), await app.member({ name: "Antônio Figueira Lopes" })];
    const scheduledDate = inHours(72);
    const { status, body } = await request(mentee, mentor.id, { scheduledDate });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "pending",
      side: "mentee",
      other: { name: "Roberto Azevedo Prates", email: mentor.email },
      scheduledDate,
      durationMinutes: 60,
      unread: 0,
    });
    expect(Object.entries(body.can).flatMap(([move, may]) => (may ? [move] : []))).toEqual(["withdraw", "write"]);
    expect(body.history).toMatchObject([{ move: "request", side: "mentee", mine: true, reason: null }]);
    const seen = (await mentor.get<MentorshipSessionsPage>("/api/mentoring/sessions")).body.mentorshipSessions;
    expect(seen).toMatchObject([{ id: body.id, side: "mentor", other: { email: mentee.email } }]);
    await app.runJobs();
    expect(await subjectsTo(mentor)).toEqual(["Novo pedido de sessão"]);
    const mail = app.mails().find(({ to }) => to === mentor.email)!;
    expect(mail.text).toContain(`/mentoria/sessao/${body.id}`);
    expect(mail.text).not.toContain("Pedra Bruta");
  });

  test.each([
    ["title", "Informe o título", { title: "  " }],
    ["title", "Título muito longo (até 120 caracteres)", { title: "a".repeat(121) }],
    ["description", "Descreva o que você procura", { description: "" }],
    ["description", "Descrição muito longa (até 2.000 caracteres)", { description: "a".repeat(2001) }],
    ["scheduledDate", "A data está incompleta ou não existe. Confira o dia, o mês, o ano e a hora.", { scheduledDate: "amanhã" }],
    ["scheduledDate", "Escolha uma data que ainda não passou", { scheduledDate: "2020-01-01T10:00:00Z" }],
    ["form", expect.anything(), { status: "accepted" }],
    ["form", expect.anything(), { menteeId: "00000000-0000-4000-8000-000000000000" }],
  ])("a wrong request is refused under %s", async (field, message, change) => {
    const [mentor, mentee] = [await mentorOf(app), await app.member()];
    const { status, body } = await request(mentee, mentor.id, change);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid_input", fields: { [field as string]: message } });
    expect((await mentee.get<MentorshipSessionsPage>("/api/mentoring/sessions")).body.mentorshipSessions).toEqual([]);
  });

  test("is refused for oneself, for inactive and unknown mentors, and for members who are no mentors", async () => {
    const [mentor, idle, mentee] = [await mentorOf(app), await mentorOf(app, { isActive: false }), await app.member()];
    expect(await request(mentor, mentor.id)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await request(mentee, idle.id)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await request(mentor, mentee.id)).status).toBe(404);
    expect((await request(mentee, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await app.visitor.post("/api/mentoring/sessions", {})).body).toMatchObject({
      code: "unauthenticated",
      message: "Usuário não autenticado",
    });
  });

  test("a mentor is full when as many distinct members are open as they take; a place opens again when one ends", async () => {
    const mentor = await mentorOf(app, { maxMentees: 1 });
    const [first, second] = [await app.member(), await app.member()];
    const { id } = (await request(first, mentor.id)).body;
    expect(await request(second, mentor.id)).toMatchObject({ status: 409, body: { code: "conflict" } });
    await makeMove(mentor, id, "accept");
    expect((await request(second, mentor.id)).status).toBe(409);
    await makeMove(mentor, id, "complete");
    expect((await request(second, mentor.id)).status).toBe(200);
  });

  test("of many who ask for the last place at once, one gets it", async () => {
    const mentor = await mentorOf(app, { maxMentees: 1 });
    const members = await Promise.all(Array.from({ length: 6 }, () => app.member()));
    const answers = await Promise.all(members.map((member) => request(member, mentor.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("one request waits with a mentor, and three in all, even when asked at once", async () => {
    const member = await app.member();
    const four = await Promise.all([1, 2, 3, 4].map(() => mentorOf(app)));
    const twice = await Promise.all([request(member, four[0]!.id), request(member, four[0]!.id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rest = await Promise.all(four.slice(1).map((mentor) => request(member, mentor.id)));
    expect(rest.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    const [open] = (await member.get<MentorshipSessionsPage>("/api/mentoring/sessions?side=mentee")).body.mentorshipSessions;
    await makeMove(member, open!.id, "withdraw");
    const left = four.find((mentor) => !rest.concat(twice).some(({ body }) => body.other?.email === mentor.email))!;
    expect((await request(member, left.id)).status).toBe(200);
  });
});

describe("the moves", () => {
  test("from request to rating, each recorded, each announced to the other side", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const scheduledDate = inHours(48);
    const accepted = await makeMove(mentor, id, "accept", { ...ACCEPTANCE, scheduledDate, durationMinutes: 90 });
    expect(accepted.body).toMatchObject({
      status: "accepted",
      scheduledDate,
      durationMinutes: 90,
      place: ACCEPTANCE.place,
      can: { accept: false, cancel: true, complete: true, rate: false },
    });
    expect((await makeMove(mentor, id, "complete")).body.status).toBe("completed");
    const rated = await makeMove(mentee, id, "rate", { rating: 5, comment: "Claro e paciente." });
    expect(rated.body).toMatchObject({
      status: "completed",
      rating: 5,
      ratingComment: "Claro e paciente.",
      can: { rate: false },
    });
    expect((await eventsOf(id)).map(({ move, side, fromStatus, toStatus }) => [move, side, fromStatus, toStatus])).toEqual([
      ["request", "mentee", null, "pending"],
      ["accept", "mentor", "pending", "accepted"],
      ["complete", "mentor", "accepted", "completed"],
      ["rate", "mentee", "completed", "completed"],
    ]);
    expect(await rowOfMentor(app, mentor.id)).toMatchObject({ rating: 5, ratingCount: 1, totalMentorshipSessions: 1 });
    expect(await subjectsTo(mentee)).toEqual(["Sessão concluída", "Sua sessão foi aceita"]);
    expect(await subjectsTo(mentor)).toEqual(["Novo pedido de sessão", "Você recebeu uma avaliação"]);
  });

  test("the rating is the mean of the ratings, also when they come at once", async () => {
    const mentor = await mentorOf(app, { maxMentees: 50 });
    const members = await Promise.all(Array.from({ length: 6 }, () => app.member()));
    const ids = await Promise.all(members.map(async (member) => (await request(member, mentor.id)).body.id));
    await Promise.all(ids.map((id) => makeMove(mentor, id, "accept")));
    await Promise.all(ids.map((id) => makeMove(mentor, id, "complete")));
    expect(await rowOfMentor(app, mentor.id)).toMatchObject({ rating: 0, ratingCount: 0, totalMentorshipSessions: 6 });
    const ratings = [5, 4, 4, 3, 1];
    await Promise.all(ratings.map((rating, index) => makeMove(members[index]!, ids[index]!, "rate", { rating })));
    const row = await rowOfMentor(app, mentor.id);
    expect(row).toMatchObject({ ratingCount: 5, totalMentorshipSessions: 6 });
    expect(row.rating).toBeCloseTo(3.4, 10);
  });

  test.each([
    ["accept", "scheduledDate", { place: "x", durationMinutes: 60 }],
    ["accept", "scheduledDate", { place: "x", durationMinutes: 60, scheduledDate: "2020-01-01T00:00:00Z" }],
    ["accept", "place", { place: " ", durationMinutes: 60, scheduledDate: inHours(5) }],
    ["accept", "place", { place: "javascript:alert(1)", scheduledDate: inHours(5) }],
    ["accept", "place", { place: "JavaScript: alert(1)", scheduledDate: inHours(5) }],
    ["accept", "place", { place: "java\tscript:alert(1)", scheduledDate: inHours(5) }],
    ["accept", "place", { place: "data:text/html,x", scheduledDate: inHours(5) }],
    ["accept", "place", { place: "skype:fulano?call", scheduledDate: inHours(5) }],
    ["accept", "durationMinutes", { place: "x", durationMinutes: 14, scheduledDate: inHours(5) }],
    ["accept", "durationMinutes", { place: "x", durationMinutes: 481, scheduledDate: inHours(5) }],
    ["decline", "reason", { reason: " " }],
    ["withdraw", "reason", {}],
    ["cancel", "reason", { reason: "x".repeat(501) }],
    ["rate", "rating", { rating: 0 }],
    ["rate", "rating", { rating: 6 }],
    ["rate", "rating", { rating: 4.5 }],
    ["rate", "comment", { rating: 5, comment: "x".repeat(1001) }],
  ])("%s with a wrong %s is refused and changes nothing", async (move, field, json) => {
    const { id, mentor } = await startMentorshipSession(app);
    const { status, body } = await makeMove(mentor, id, move, json);
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test.each([
    "https://chamada.example/sala-7",
    "http://chamada.example:8080/sala",
    "Loja: sala 3, fundos",
    "Às 19:30, na Loja",
    "Rua das Acácias, 33",
  ])("%s is a place", async (place) => {
    const { id, mentor } = await startMentorshipSession(app);
    const { body } = await makeMove(mentor, id, "accept", { place, scheduledDate: inHours(5) });
    expect(body.place).toBe(place);
  });

  test("the duration is 60 minutes when the mentor names none", async () => {
    const { id, mentor } = await startMentorshipSession(app);
    const { body } = await makeMove(mentor, id, "accept", { place: "x", scheduledDate: inHours(5) });
    expect(body.durationMinutes).toBe(60);
  });

  test.each([
    ["mentor", "accept", "mentor", "accept"],
    ["mentor", "accept", "mentee", "withdraw"],
    ["mentor", "accept", "mentor", "decline"],
    ["mentor", "decline", "mentee", "withdraw"],
  ] as const)(
    "of %s: %s and %s: %s at once one wins and the other is refused in words",
    async (side, move, otherSide, otherMove) => {
      for (let round = 0; round < 5; round += 1) {
        const mentorshipSession = await startMentorshipSession(app);
        const answers = await Promise.all([
          makeMove(mentorshipSession[side], mentorshipSession.id, move),
          makeMove(mentorshipSession[otherSide], mentorshipSession.id, otherMove),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: "conflict" });
        const events = await eventsOf(mentorshipSession.id);
        expect(events).toHaveLength(2);
        const [row] = await app.services.db
          .select()
          .from(mentorshipSessions)
          .where(eq(mentorshipSessions.id, mentorshipSession.id));
        expect(events[1]!.toStatus).toBe(row!.status);
      }
    },
  );

  test("complete and cancel at once, and two ratings at once, make one move each", async () => {
    const accepted = await startMentorshipSession(app, ["accept"]);
    const ends = await Promise.all([
      makeMove(accepted.mentor, accepted.id, "complete"),
      makeMove(accepted.mentee, accepted.id, "cancel"),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    const done = await startMentorshipSession(app, ["accept", "complete"]);
    const ratings = await Promise.all([1, 5].map((rating) => makeMove(done.mentee, done.id, "rate", { rating })));
    expect(ratings.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await rowOfMentor(app, done.mentor.id)).ratingCount).toBe(1);
  });

  test("any sequence of moves, by anybody, by time and by the program, changes what the rules allow, and writes exactly that down", async () => {
    type State = {
      status: MentorshipSessionStatus;
      rated: boolean;
      proposedBy: string | null;
      over: boolean;
      missed: boolean;
      objected: boolean;
    };
    /** What a move makes of a state; null where it is refused. Written anew here, so that it is not the rules that judge the rules. */
    const stateAfter = (state: State, who: string, move: string): State | null => {
      const { status, proposedBy, over, rated, missed, objected } = state;
      const isParty = who === "mentor" || who === "mentee";
      const ends = (to: MentorshipSessionStatus) => ({ ...state, status: to, proposedBy: null });
      if (status === "pending" && who === "mentor" && move === "accept") return { ...state, status: "accepted", over: false };
      if (status === "pending" && who === "mentor" && move === "decline") return ends("cancelled");
      if (status === "pending" && who === "mentee" && move === "withdraw") return ends("cancelled");
      if (status === "accepted" && isParty && move === "propose") return { ...state, proposedBy: who };
      if (status === "accepted" && isParty && move === "agree" && proposedBy && proposedBy !== who)
        return { ...state, proposedBy: null, over: false };
      if (status === "accepted" && isParty && move === "keep" && proposedBy) return { ...state, proposedBy: null };
      if (status === "accepted" && isParty && move === "cancel" && !over) return ends("cancelled");
      if (status === "accepted" && who === "mentor" && move === "complete") return ends("completed");
      if (status === "accepted" && who === "mentor" && move === "miss" && over) return { ...ends("cancelled"), missed: true };
      if (status === "cancelled" && who === "mentee" && move === "object" && missed && !objected)
        return { ...state, objected: true };
      if (status === "completed" && !rated && who === "mentee" && move === "rate") return { ...state, rated: true };
      return null;
    };
    const outsiders = {
      member: await app.member(),
      otherMentor: await mentorOf(app),
      admin: await app.member({ role: "admin" }),
    };
    /** The hour passes, or so many days that the program ends the session. */
    const pass = async (id: string, days: number) => {
      await app.services.db
        .update(mentorshipSessions)
        .set({ scheduledDate: sql`now() - make_interval(days => ${days}, hours => 2)` })
        .where(and(eq(mentorshipSessions.id, id), eq(mentorshipSessions.status, "accepted")));
      if (days === 0) return;
      await app.services.db
        .update(mentorshipSessions)
        .set({ createdAt: sql`now() - interval '15 days'` })
        .where(eq(mentorshipSessions.id, id));
      await remindMentoring.run(app.services, {});
    };
    const actors = [
      "mentor",
      "mentor",
      "mentor",
      "mentor",
      "mentee",
      "mentee",
      "mentee",
      "member",
      "otherMentor",
      "admin",
    ] as const;
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.tuple(fc.constantFrom(...actors), fc.constantFrom(...MOVES)) },
      { weight: 2, arbitrary: fc.constant(["time", "hour"] as const) },
      { weight: 1, arbitrary: fc.constant(["time", "weeks"] as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { id, mentor, mentee } = await startMentorshipSession(app);
        const callers: Record<string, TestMember> = { ...outsiders, mentor, mentee };
        let state: State = { status: "pending", rated: false, proposedBy: null, over: false, missed: false, objected: false };
        let proposals = 0;
        const made = ["request"];
        for (const [who, move] of steps) {
          if (who === "time") {
            await pass(id, move === "hour" ? 0 : 8);
            if (move === "weeks" && state.status === "pending") made.push("expire");
            if (move === "weeks" && state.status === "accepted") made.push("close");
            if (move === "hour") state = { ...state, over: state.over || state.status === "accepted" };
            else if (state.status !== "completed") state = { ...state, status: "cancelled", proposedBy: null };
          } else {
            const next = stateAfter(state, who, move);
            const isAnswer = move === "agree" || move === "keep";
            const answer = await makeMove(callers[who]!, id, move, isAnswer ? { proposal: proposals || 1 } : undefined);
            expect(answer.status === 200, `${who} ${move} ${JSON.stringify([state, answer.body])}`).toBe(next !== null);
            if (who !== "mentor" && who !== "mentee") expect(answer.status).toBe(404);
            else if (!next) expect([403, 409]).toContain(answer.status);
            if (next) {
              state = next;
              made.push(move);
              if (move === "propose") proposals += 1;
            }
          }
          const { body } = await mentee.get<MentorshipSessionDetail>(path(id));
          expect(body.status).toBe(state.status);
          expect(body.proposal?.by ?? null).toBe(state.proposedBy);
          for (const each of MOVES) expect(body.can[each], each).toBe(stateAfter(state, "mentee", each) !== null);
        }
        const events = await eventsOf(id);
        expect(events.map(({ move }) => move)).toEqual(made);
        for (const [index, event] of events.entries()) expect(event.fromStatus).toBe(events[index - 1]?.toStatus ?? null);
        const row = await rowOfMentor(app, mentor.id);
        expect(row.totalMentorshipSessions).toBe(state.status === "completed" ? 1 : 0);
        expect(row.ratingCount).toBe(state.rated ? 1 : 0);
        const places = await app.services.db
          .select({ occupied: occupiedPlaces })
          .from(mentors)
          .where(eq(mentors.userId, mentor.id));
        expect(places).toEqual([{ occupied: state.status === "pending" || state.status === "accepted" ? 1 : 0 }]);
      }),
      { numRuns: process.env.TEST_LONG === "1" ? 100 : 10 },
    );
  }, 60_000);
});

test("of the sessions agreed the next one is told to both sides, until it is over", async () => {
  const later = await startMentorshipSession(app);
  const { mentor, mentee } = later;
  const upcoming = async (member: TestMember) =>
    (await member.get<UpcomingMentorshipSession>("/api/mentoring/upcoming")).body.mentorshipSession;
  expect(await upcoming(mentee)).toBeNull(); // asked for, not agreed
  await makeMove(mentor, later.id, "accept", { ...ACCEPTANCE, scheduledDate: inHours(96) });
  const sooner = (await request(mentee, mentor.id)).body;
  await makeMove(mentor, sooner.id, "accept", { ...ACCEPTANCE, scheduledDate: inHours(24) });
  expect(await upcoming(mentee)).toMatchObject({ id: sooner.id, side: "mentee", other: { email: mentor.email } });
  expect(await upcoming(mentor)).toMatchObject({ id: sooner.id, side: "mentor", other: { email: mentee.email } });
  const over = eq(mentorshipSessions.id, sooner.id);
  await app.services.db
    .update(mentorshipSessions)
    .set({ scheduledDate: new Date(Date.now() - 61 * 60_000) })
    .where(over);
  expect(await upcoming(mentee)).toMatchObject({ id: later.id });
  await makeMove(mentee, later.id, "cancel");
  expect(await upcoming(mentee)).toBeNull();
});

describe("nobody else sees a session", () => {
  test("other members, other mentors and administrators find nothing, by any address; visitors are asked to sign in", async () => {
    const { id, mentor } = await startMentorshipSession(app, ["accept"]);
    await write(mentor, id, "Palavras só para nós dois");
    const others = [await app.member(), await mentorOf(app), await app.member({ role: "admin" })];
    const calls = (caller: Pick<TestMember, "get" | "post" | "put">) => [
      caller.get(path(id)),
      caller.get(path(id, "messages")),
      caller.get(path(id, "stream")),
      caller.get(path(id, "sessao.ics")),
      caller.post(path(id, "messages"), { body: "olá", key: "00000000-0000-4000-8000-000000000000" }),
      caller.put(path(id, "messages/read"), { upTo: 1 }),
      ...MOVES.map((move) => caller.post(path(id, move), bodyOf(move))),
    ];
    for (const other of others) {
      for (const { status } of await Promise.all(calls(other))) expect(status).toBe(404);
      expect((await other.get<MentorshipSessionsPage>("/api/mentoring/sessions")).body.mentorshipSessions).toEqual([]);
      expect((await other.get("/api/mentoring/summary")).body).toMatchObject({ unread: 0, requests: 0, upcoming: 0 });
    }
    for (const { status } of await Promise.all(calls(app.visitor))) expect(status).toBe(401);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test.each(["1", "x", "00000000-0000-4000-8000-00000000000g"])("an address that is none (%s) is not found", async (id) => {
    expect((await (await app.member()).get(path(id))).status).toBe(404);
  });

  test("an administrator sees states, and no words", async () => {
    const { id, mentor } = await startMentorshipSession(app, ["accept"]);
    await write(mentor, id, "Palavras só para nós dois");
    const admin = await app.member({ role: "admin" });
    const { status, body } = await admin.get("/api/mentoring/states?status=accepted");
    expect(status).toBe(200);
    const state = body.mentorshipSessions.find((mentorshipSession: { id: string }) => mentorshipSession.id === id);
    expect(Object.keys(state).sort()).toEqual([
      "createdAt",
      "durationMinutes",
      "id",
      "mentee",
      "mentor",
      "scheduledDate",
      "status",
    ]);
    expect(state).toMatchObject({ mentor: "Roberto Azevedo Prates", mentee: "Antônio Figueira Lopes", status: "accepted" });
    for (const words of ["Pedra Bruta", "Gostaria de", ACCEPTANCE.place, "só para nós"])
      expect(JSON.stringify(body)).not.toContain(words);
    expect((await mentor.get("/api/mentoring/states")).status).toBe(403);
    expect((await app.visitor.get("/api/mentoring/states")).status).toBe(401);
    expect((await admin.get("/api/mentoring/states?status=open")).status).toBe(422);
  });
});

describe("lists", () => {
  test("are newest first, by side, thirty at a time, without gap or double", async () => {
    const [mentor, mentee] = [await mentorOf(app), await app.member()];
    await app.services.db.insert(mentorshipSessions).values(
      Array.from({ length: 65 }, (_, index) => ({
        mentorId: index % 5 === 0 ? mentee.id : mentor.id,
        menteeId: index % 5 === 0 ? mentor.id : mentee.id,
        title: `Sessão ${index}`,
        description: "d",
        status: "cancelled" as const,
        // three at a time share a moment
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
      })),
    );
    const all = async (query = "") => {
      const seen: MentorshipSessionsPage["mentorshipSessions"] = [];
      for (let next: string | null = ""; next !== null; ) {
        const { body }: { body: MentorshipSessionsPage } = await mentee.get(
          `/api/mentoring/sessions?${query}${next ? `&after=${encodeURIComponent(next)}` : ""}`,
        );
        expect(body.mentorshipSessions.length).toBeLessThanOrEqual(30);
        seen.push(...body.mentorshipSessions);
        next = body.next;
      }
      return seen;
    };
    const seen = await all();
    expect(new Set(seen.map(({ id }) => id)).size).toBe(65);
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(await all("side=mentor")).toHaveLength(13);
    expect((await all("side=mentee")).every(({ side }) => side === "mentee")).toBe(true);
    expect((await mentee.get("/api/mentoring/sessions?side=admin")).status).toBe(422);
  });

  test("reading a page of sessions takes one query more than knowing the member, whatever their number", async () => {
    const { mentor, id } = await startMentorshipSession(app);
    await app.services.db.execute(sql`insert into mentorship_sessions (mentor_id, mentee_id, title, description, status)
      select mentor_id, mentee_id, title, description, 'cancelled' from mentorship_sessions, generate_series(1, 25) where id = ${id}`);
    const pool = (app.services.db as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client;
    const original = pool.query;
    let queries = 0;
    pool.query = function (this: unknown, ...args: unknown[]) {
      queries += 1;
      return original.apply(this, args);
    };
    try {
      await mentor.get("/api/mentoring/sessions");
    } finally {
      pool.query = original;
    }
    expect(queries).toBeLessThanOrEqual(4); // the member, their visit (two, at times), the sessions
  });
});

describe("the calendar file", () => {
  test("of an accepted session is a valid event, with what was written escaped and folded", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    const place = `https://chamada.example/sala?x=1; à direita, ${"corredor longo ".repeat(8)}\nBEGIN:VEVENT`;
    await makeMove(mentor, id, "accept", { place, scheduledDate: "2027-12-05T22:30:00.000Z", durationMinutes: 90 });
    const response = await mentee.send(path(id, "sessao.ics"), {});
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const text = await response.text();
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const lines = text.replace(/\r\n /g, "").split("\r\n");
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
    expect(lines).toContain("DTSTART:20271205T223000Z");
    expect(lines).toContain("DTEND:20271206T000000Z");
    expect(lines).toContain("SUMMARY:Sessão de mentoria");
    expect(lines.find((line) => line.startsWith("LOCATION:"))).toContain("x=1\\; à direita\\, corredor");
    expect(text).not.toMatch(/ma[cç]on/i);
  });

  test("exists from the first date on", async () => {
    const { id, mentor, mentee } = await startMentorshipSession(app);
    expect((await mentee.get(path(id, "sessao.ics"))).status).toBe(409);
    await makeMove(mentor, id, "accept");
    expect((await mentee.get(path(id, "sessao.ics"))).status).toBe(200);
    const declined = await startMentorshipSession(app);
    await makeMove(declined.mentor, declined.id, "decline");
    expect((await declined.mentee.get(path(declined.id, "sessao.ics"))).status).toBe(409);
  });
});

test("the history keeps the reason of a cancellation, for both", async () => {
  const { id, mentor, mentee } = await startMentorshipSession(app, ["accept"]);
  await makeMove(mentor, id, "cancel");
  const { body } = await mentee.get<MentorshipSessionDetail>(path(id));
  expect(body.history.at(-1)).toMatchObject({ move: "cancel", side: "mentor", mine: false, reason: REASON.reason });
  expect(body.can.write).toBe(true); // for a week more
});

test.each([
  ["decline", "mentor"],
  ["withdraw", "mentee"],
  ["cancel", "mentor"],
  ["cancel", "mentee"],
] as const)("the letter of a %s by the %s leaves its reason on the session's page", async (move, side) => {
  const parties = await startMentorshipSession(app, move === "cancel" ? ["accept"] : []);
  const reader = parties[side === "mentor" ? "mentee" : "mentor"];
  await makeMove(parties[side], parties.id, move);
  const letters = await app.services.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, `mentoring-${move}`));
  const { html, text } = letters.find(({ recipient }) => recipient === reader.email)!;
  for (const body of [html, text]) {
    expect(body).toContain("O motivo está na página da sessão.");
    expect(body).not.toContain(REASON.reason);
  }
});

test("ten requests an hour, and no more, also when each is taken back", async () => {
  const [mentor, mentee] = [await mentorOf(app), await app.member()];
  for (let count = 1; count <= 10; count += 1) {
    const { status, body } = await request(mentee, mentor.id);
    expect(status).toBe(200);
    expect((await makeMove(mentee, body.id, "withdraw")).status).toBe(200);
  }
  const refused = await request(mentee, mentor.id);
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  expect((await request(await app.member(), mentor.id)).status).toBe(200);
});

test("deactivating a mentor leaves their sessions alone", async () => {
  const { id, mentor } = await startMentorshipSession(app);
  await app.services.db.update(mentors).set({ isActive: false }).where(eq(mentors.userId, mentor.id));
  expect((await makeMove(mentor, id, "accept")).status).toBe(200);
});

test("the database itself keeps one request with a mentor, and parties apart", async () => {
  const { mentor, mentee } = await startMentorshipSession(app);
  const insert = (mentorId: string, menteeId: string) =>
    app.services.db.insert(mentorshipSessions).values({ mentorId, menteeId, title: "t", description: "d" });
  await expect(insert(mentor.id, mentee.id)).rejects.toThrow();
  await expect(insert(mentor.id, mentor.id)).rejects.toThrow();
  expect(
    await app.services.db.$count(
      mentorshipSessions,
      and(eq(mentorshipSessions.mentorId, mentor.id), eq(mentorshipSessions.status, "pending")),
    ),
  ).toBe(1);
});
