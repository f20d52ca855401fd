import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { listen } from "#app/server/realtime/listen.ts";
import { type Answer, type TestMember, testApp } from "#tests/support/app.ts";
import { makeMove, mentorOf, path, request, rowOfMentor, startMentorshipSession } from "#tests/support/mentoring.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import { mentorBlocks, mentorHours } from "./hours.table.ts";
import type { MentorCandidate, MentorCard, MentorList, MentorRecord, MentorRecords } from "./mentors.answers.ts";
import { mentors } from "./mentors.table.ts";

const app = testApp();

const register = (admin: TestMember, userId: string, more = {}) =>
  admin.post<MentorRecord>("/api/mentors", {
    userId,
    bio: "Mestre Instalado, estuda história.",
    specialties: "Ritual, História, , Filosofia, Ritual",
    maxMentees: 5,
    ...more,
  });

describe("registering mentors", () => {
  test("an administrator makes a member a mentor, active and available at once, and it is written down", async () => {
    const admin = await app.member({ role: "admin" });
    const member = await app.member({ name: "Roberto Azevedo Prates", degree: "mestre" });
    const { status, body } = await register(admin, member.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: member.id,
      name: "Roberto Azevedo Prates",
      email: member.email,
      specialties: ["Ritual", "História", "Filosofia"],
      maxMentees: 5,
      isActive: true,
      rating: 0,
      totalMentorshipSessions: 0,
    });
    const [row] = await app.services.db.select().from(mentors).where(eq(mentors.id, body.id));
    expect(row).toMatchObject({ availabilityStatus: "available", isActive: true });
    const audits = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, body.id));
    expect(audits).toMatchObject([{ action: "mentor.register", actorId: admin.id, details: { memberId: member.id } }]);
    const list = (await admin.get<{ mentors: MentorRecord[] }>("/api/mentors")).body.mentors;
    expect(list[0]).toMatchObject({ id: body.id, isActive: true });
  });

  test.each([
    [{ bio: "   " }, "bio"],
    [{ bio: undefined }, "bio"],
    [{ maxMentees: 0 }, "maxMentees"],
    [{ maxMentees: 51 }, "maxMentees"],
    [{ maxMentees: 2.5 }, "maxMentees"],
    [{ maxMentees: "5" }, "maxMentees"],
    [{ userId: "x" }, "userId"],
    [{ userId: "00000000-0000-4000-8000-000000000000" }, "userId"],
    [{ rating: 5 }, "form"],
  ])("%j is refused under %s", async (change, field) => {
    const admin = await app.member({ role: "admin" });
    const member = await app.member({ degree: "mestre" });
    const { status, body }: Answer = await register(admin, member.id, change);
    expect(status).toBe(422);
    expect(Object.keys(body.fields ?? {})[0]?.split(".")[0]).toBe(field);
  });

  test.each([1, 50])("the bounds themselves are fine: %i", async (maxMentees) => {
    const admin = await app.member({ role: "admin" });
    expect((await register(admin, (await app.member({ degree: "mestre" })).id, { maxMentees })).status).toBe(200);
  });

  test("whoever is suspended, or has not confirmed their address, is neither offered nor registered; a suspended mentor is not listed, nor asked", async () => {
    const admin = await app.member({ role: "admin" });
    const asking = await app.member();
    const unconfirmed = await app.member({ unconfirmed: true });
    const [mentor, suspended] = [await mentorOf(app), await app.member()];
    const listed = async () => (await asking.get<{ mentors: MentorCard[] }>("/api/mentoring/mentors")).body.mentors;
    expect(JSON.stringify(await listed())).toContain(mentor.id);
    for (const { id } of [mentor, suspended])
      expect((await admin.post(`/api/admin/members/${id}/suspension`, { reason: "A Loja pediu" })).status).toBe(200);
    expect(JSON.stringify(await listed())).not.toContain(mentor.id);
    expect(await request(asking, mentor.id)).toMatchObject({
      status: 409,
      body: { message: "Este mentor não recebe pedidos no momento." },
    });
    for (const { id, email } of [unconfirmed, suspended]) {
      expect((await admin.post("/api/mentors/candidates/search", { q: email })).body.candidates).toEqual([]);
      expect((await register(admin, id)).body).toMatchObject({ fields: { userId: expect.stringMatching(/suspenso|confirmou/) } });
    }
    expect((await admin.delete(`/api/admin/members/${mentor.id}/suspension`)).status).toBe(200);
    expect(JSON.stringify(await listed())).toContain(mentor.id);
  });

  test("the database refuses what the form cannot send", async () => {
    const member = await app.member();
    await expect(app.services.db.insert(mentors).values({ userId: member.id, bio: "x", maxMentees: 51 })).rejects.toThrow();
  });

  test("nobody is registered twice, not even by two presses at once", async () => {
    const admin = await app.member({ role: "admin" });
    const member = await app.member({ degree: "mestre" });
    const answers = await Promise.all([1, 2, 3].map(() => register(admin, member.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await app.services.db.$count(mentors, eq(mentors.userId, member.id))).toBe(1);
  });

  test("the toggle takes effect at once for members, and doing it twice is one change", async () => {
    const admin = await app.member({ role: "admin" });
    const [teacher, member] = [await app.member({ degree: "mestre" }), await app.member()];
    const { id } = (await register(admin, teacher.id)).body;
    const shown = async () =>
      (await member.get<{ mentors: MentorCard[] }>("/api/mentoring/mentors")).body.mentors.some(
        ({ userId }) => userId === teacher.id,
      );
    expect(await shown()).toBe(true);
    expect((await admin.patch(`/api/mentors/${id}`, { isActive: false })).body).toEqual({ id, isActive: false });
    await admin.patch(`/api/mentors/${id}`, { isActive: false });
    expect(await shown()).toBe(false);
    await admin.patch(`/api/mentors/${id}`, { isActive: true });
    expect(await shown()).toBe(true);
    const audits = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);
    expect(audits.map(({ action }) => action)).toEqual(["mentor.register", "mentor.deactivate", "mentor.activate"]);
  });

  test("unknown mentors and wrong bodies are refused", async () => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.patch("/api/mentors/00000000-0000-4000-8000-000000000000", { isActive: true })).status).toBe(404);
    expect((await admin.patch("/api/mentors/1", { isActive: true })).status).toBe(404);
    const { id } = (await register(admin, (await app.member({ degree: "mestre" })).id)).body;
    expect((await admin.patch(`/api/mentors/${id}`, { isActive: "no" })).status).toBe(422);
    expect((await admin.patch(`/api/mentors/${id}`, { isActive: true, rating: 5 })).status).toBe(422);
  });

  test("members, mentors and visitors manage nobody", async () => {
    const admin = await app.member({ role: "admin" });
    const teacher = await app.member({ degree: "mestre" });
    const { id } = (await register(admin, teacher.id)).body;
    for (const [caller, status] of [
      [await app.member(), 403],
      [teacher, 403],
      [app.visitor, 401],
    ] as const) {
      expect((await caller.get("/api/mentors")).status).toBe(status);
      expect((await caller.post("/api/mentors/candidates/search", { q: "a" })).status).toBe(status);
      expect((await caller.post("/api/mentors", { userId: teacher.id, bio: "x", specialties: "", maxMentees: 5 })).status).toBe(
        status,
      );
      expect((await caller.patch(`/api/mentors/${id}`, { isActive: false })).status).toBe(status);
    }
  });
});

describe("candidates", () => {
  test("are found by any part of name or e-mail, without accents, and are not mentors yet", async () => {
    const admin = await app.member({ role: "admin" });
    const found = async (q: string) =>
      (await admin.post<{ candidates: MentorCandidate[] }>("/api/mentors/candidates/search", { q })).body.candidates.map(
        ({ id }) => id,
      );
    const member = await app.member({ name: "Antônio Conceição Vilhena", email: "vilhena_100%@academia.test", degree: "mestre" });
    expect(await found("conceicao")).toEqual([member.id]);
    expect(await found("VILHENA antonio")).toEqual([member.id]);
    expect(await found("vilhena_100%")).toEqual([member.id]);
    expect(await found("vilhenaX100")).toEqual([]);
    await register(admin, member.id);
    expect(await found("conceicao")).toEqual([]);
  });

  test("are found fast among ten thousand members, twenty at a time, by e-mail", async () => {
    const admin = await app.member({ role: "admin" });
    await app.services.db.execute(sql`
      insert into profiles (email, full_name)
      select 'massa' || n || '@muitos.test', 'Membro Numeroso ' || n from generate_series(1, 10000) n`);
    await app.asOwner("analyze profiles");
    for (const q of ["", "numeroso", "massa7777@", "ninguém assim"]) {
      const started = performance.now();
      const { body } = await admin.post<{ candidates: MentorCandidate[] }>("/api/mentors/candidates/search", { q });
      expect(performance.now() - started).toBeLessThan(400);
      expect(body.candidates.length).toBe({ "": 20, numeroso: 20, "massa7777@": 1, "ninguém assim": 0 }[q]);
      expect(body.candidates).toEqual(body.candidates.toSorted((a, b) => (a.email < b.email ? -1 : 1)));
    }
  });
});

describe("the mentors a member sees", () => {
  test("are the active ones, highest rating first, with free places and a measured reply time", async () => {
    const admin = await app.member({ role: "admin" });
    const [low, high] = [await app.member({ degree: "mestre" }), await app.member({ degree: "mestre" })];
    const asker = await app.member();
    await register(admin, low.id, { maxMentees: 1 });
    await register(admin, high.id);
    await app.services.db
      .update(mentors)
      .set({ rating: 4.5, ratingCount: 2, totalMentorshipSessions: 3 })
      .where(eq(mentors.userId, high.id));
    await app.services.db.update(mentors).set({ rating: 3 }).where(eq(mentors.userId, low.id));
    const hours = (count: number) => new Date(Date.now() - count * 3600_000);
    await app.services.db.insert(mentorshipSessions).values(
      [1, 2, 30].map((reply) => ({
        mentorId: high.id,
        menteeId: asker.id,
        title: "t",
        description: "d",
        status: "completed" as const,
        createdAt: hours(100),
        answeredAt: hours(100 - reply),
      })),
    );
    await app.services.db
      .insert(mentorshipSessions)
      .values({ mentorId: low.id, menteeId: asker.id, title: "t", description: "d", status: "accepted" });
    const member = await app.member();
    const { body } = await member.get<{ mentors: MentorCard[] }>("/api/mentoring/mentors");
    const of = (id: string) => body.mentors.findIndex(({ userId }) => userId === id);
    expect(of(high.id)).toBeLessThan(of(low.id));
    expect(body.mentors[of(high.id)]).toMatchObject({
      rating: 4.5,
      totalMentorshipSessions: 3,
      freePlaces: 5,
      replyMinutes: 120,
      can: { request: true },
      refusal: null,
    });
    expect(body.mentors[of(low.id)]).toMatchObject({
      freePlaces: 0,
      replyMinutes: null,
      can: { request: false },
      refusal: "full",
    });
    const own = (await high.get<{ mentors: MentorCard[] }>("/api/mentoring/mentors")).body.mentors;
    expect(own.find(({ userId }) => userId === high.id)).toMatchObject({ can: { request: false }, refusal: "own" });
    expect((await app.visitor.get("/api/mentoring/mentors")).status).toBe(401);
  });
});

describe("the administration of mentors", () => {
  test("corrects a profile, and shows the figures by which one judges", async () => {
    const admin = await app.member({ role: "admin" });
    const { mentor } = await startMentorshipSession(app, ["accept"]);
    await mentor.put("/api/mentoring/agenda", {
      ...{ timeZone: "America/Cuiaba", hours: [{ weekday: 2, startsAt: 1140, endsAt: 1320 }], blocks: [], noticeHours: 0 },
      ...{ gapMinutes: 0, maxMentees: 4, pausedUntil: null },
    });
    const { id } = await rowOfMentor(app, mentor.id);
    const { status, body } = await admin.put(`/api/mentors/${id}`, { bio: "Corrigida.", specialties: "Ritual", maxMentees: 3 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      bio: "Corrigida.",
      maxMentees: 3,
      occupied: 1,
      ahead: 1,
      requests: 0,
      hours: [{ weekday: 2, startsAt: 1140, endsAt: 1320 }],
      timeZone: "America/Cuiaba",
      replyMinutes: 0,
    });
    expect((await admin.put(`/api/mentors/${id}`, { bio: "", specialties: "", maxMentees: 3 })).status).toBe(422);
    const seen = (await mentor.get("/api/oversight")).body.lines.map(({ what }: { what: string }) => what);
    expect(seen).toContain("corrigiu o seu perfil de mentor");
  });

  test("finds mentors by name, e-mail or specialty and by their state, page by page, the newest first", async () => {
    const admin = await app.member({ role: "admin" });
    const specialty = "Numismática";
    const made: string[] = [];
    for (let place = 0; place < 23; place += 1) made.push((await mentorOf(app, { specialties: [specialty] })).id);
    const [paused, inactive] = [made[3]!, made[4]!];
    await app.services.db.update(mentors).set({ pausedUntil: "2099-01-01" }).where(eq(mentors.userId, paused));
    await app.services.db.update(mentors).set({ isActive: false }).where(eq(mentors.userId, inactive));
    const find = (json: object) => admin.post<MentorRecords>("/api/mentors/search", json);
    const first = (await find({ q: "numismatica" })).body;
    expect(first).toMatchObject({ total: 23, mentors: { length: 20 } });
    const second = (await find({ q: "numismatica", after: first.next })).body;
    expect(second.next).toBeNull();
    expect([...first.mentors, ...second.mentors].map(({ userId }) => userId)).toEqual(made.toReversed());
    const inState = async (state: string) => (await find({ q: specialty, state })).body.mentors.map(({ userId }) => userId);
    expect(await inState("paused")).toEqual([paused]);
    expect(await inState("inactive")).toEqual([inactive]);
    expect((await find({ q: specialty, state: "active" })).body.total).toBe(21);
    expect((await find({ q: admin.email })).body).toEqual({ mentors: [], total: 0, next: null });
    expect((await admin.get<MentorRecords>("/api/mentors?state=inactive")).body.mentors.map(({ userId }) => userId)).toContain(
      inactive,
    );
    expect((await find({ q: "x".repeat(101) })).status).toBe(422);
  });

  test("takes one from among them: what lies ahead ends and is told, what took place stays", async () => {
    const admin = await app.member({ role: "admin" });
    const { id: done, mentor, mentee } = await startMentorshipSession(app, ["accept", "complete"]);
    await mentor.put("/api/mentoring/agenda", {
      ...{ timeZone: "America/Sao_Paulo", hours: [{ weekday: 2, startsAt: 1140, endsAt: 1320 }], noticeHours: 0, gapMinutes: 0 },
      ...{ blocks: [{ from: "2027-07-01", until: "2027-07-07", word: "Férias" }], maxMentees: 5, pausedUntil: null },
    });
    const [asking, meeting, late] = await Promise.all([app.member(), app.member(), app.member()]);
    const pending = (await request(asking, mentor.id)).body.id;
    const ahead = (await request(meeting, mentor.id)).body.id;
    await makeMove(mentor, ahead, "accept");
    const over = (await request(late, mentor.id)).body.id;
    await makeMove(mentor, over, "accept");
    await app.services.db
      .update(mentorshipSessions)
      .set({ scheduledDate: sql`now() - interval '2 hours'` })
      .where(eq(mentorshipSessions.id, over));
    const { id } = await rowOfMentor(app, mentor.id);
    expect((await admin.delete(`/api/mentors/${id}`)).status).toBe(200);
    expect((await admin.delete(`/api/mentors/${id}`)).status).toBe(404);
    const statusOf = async (caller: TestMember, session: string) => (await caller.get(path(session))).body.status;
    expect(await statusOf(asking, pending)).toBe("cancelled");
    expect(await statusOf(meeting, ahead)).toBe("cancelled");
    expect(await statusOf(late, over)).toBe("accepted");
    expect(await statusOf(mentee, done)).toBe("completed");
    expect((await makeMove(mentor, over, "complete")).status).toBe(200);
    expect((await request(asking, mentor.id)).status).toBe(404);
    const letters = await app.services.db.select().from(outboxMails).where(eq(outboxMails.kind, "mentoring-left"));
    expect(letters.map(({ recipient }) => recipient).sort()).toEqual([asking.email, meeting.email].sort());
    expect((await mentor.get("/api/mentoring/day")).status).toBe(403);
    for (const table of [mentorHours, mentorBlocks])
      expect(await app.services.db.$count(table, eq(table.mentorId, mentor.id))).toBe(0);
  });
});

describe("many mentors", () => {
  test("come by page, without gap or double, also while a rating changes nothing of the order behind", async () => {
    const viewer = await app.member();
    const made = new Set<string>();
    for (let index = 0; index < 45; index += 1) made.add((await mentorOf(app, { rating: (index % 7) / 3 })).id);
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const after: string = next && `?after=${encodeURIComponent(next)}`;
      const { body }: { body: MentorList } = await viewer.get<MentorList>(`/api/mentoring/mentors${after}`);
      expect(body.mentors.length).toBeLessThanOrEqual(20);
      seen.push(...body.mentors.map(({ userId }) => userId));
      next = body.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...made].filter((id) => !seen.includes(id))).toEqual([]);
    for (const after of ["x", '["a"]', '["1.5","2","2026-01-01T00:00:00.000000Z","x"]'])
      expect((await viewer.get(`/api/mentoring/mentors?after=${encodeURIComponent(after)}`)).status, after).toBe(422);
  });

  test("are found by name, Lodge or specialty, without accents, and never by an address", async () => {
    const viewer = await app.member();
    const member = await app.member({ name: "Zózimo Quintão", degree: "mestre" });
    await app.services.db.update(profiles).set({ lodge: "Pedra Polida nº 9" }).where(eq(profiles.id, member.id));
    await app.services.db.insert(mentors).values({ userId: member.id, bio: "Lê.", specialties: ["Heráldica", "Música"] });
    const search = async (q: string) =>
      (await viewer.post("/api/mentoring/mentors/search", { q })).body.mentors.map(({ userId }: MentorCard) => userId);
    for (const q of ["zozimo", "quintao zo", "pedra polida", "heraldica", "MUSICA quintão"])
      expect(await search(q), q).toEqual([member.id]);
    for (const q of [member.email, member.email.slice(0, 12), "100%", "zozimo nada"]) expect(await search(q), q).toEqual([]);
    expect((await viewer.post("/api/mentoring/mentors/search", { q: "x".repeat(101) })).status).toBe(422);
  });
});

describe("the mentors of a day", () => {
  test("have hours on it, and are not away then", async () => {
    const viewer = await app.member();
    const [monday, away] = [await mentorOf(app), await mentorOf(app)];
    const week = [1, 3].map((weekday) => ({ weekday, startsAt: 1140, endsAt: 1320 }));
    await app.services.db
      .insert(mentorHours)
      .values([monday, away].flatMap(({ id }) => week.map((span) => ({ mentorId: id, ...span }))));
    await app.services.db.insert(mentorBlocks).values({ mentorId: away.id, from: "2027-03-01", until: "2027-03-07" });
    const on = async (day: string) => {
      const { body } = await viewer.post<MentorList>("/api/mentoring/mentors/search", { day });
      return [monday, away].map(({ id }) => body.mentors.some(({ userId }) => userId === id));
    };
    expect(await on("2027-03-01")).toEqual([true, false]); // a Monday
    expect(await on("2027-03-08")).toEqual([true, true]);
    expect(await on("2027-03-09")).toEqual([false, false]);
    expect((await viewer.post("/api/mentoring/mentors/search", { day: "2027-02-30" })).body.fields).toEqual({
      day: "Escolha um dia que existe",
    });
  });
});

describe("what members learn of a mentor", () => {
  const cardOf = async (caller: TestMember, mentorId: string) =>
    (await caller.get<{ mentors: MentorCard[] }>("/api/mentoring/mentors")).body.mentors.find(
      ({ userId }) => userId === mentorId,
    )!;

  test("the name; the address only where the two have a session together", async () => {
    const mentor = await mentorOf(app, { rating: 5 }); // among the first
    const [asking, stranger] = [await app.member(), await app.member()];
    expect(await cardOf(asking, mentor.id)).toMatchObject({ name: "Roberto Azevedo Prates", email: null });
    expect((await request(asking, mentor.id)).status).toBe(200);
    expect(await cardOf(asking, mentor.id)).toMatchObject({ email: mentor.email });
    expect(await cardOf(mentor, mentor.id)).toMatchObject({ email: mentor.email });
    const { body } = await stranger.get("/api/mentoring/mentors");
    expect(JSON.stringify(body)).not.toContain("@academia.test");
  });

  test.each(["aprendiz", "companheiro"] as const)(
    "a mentor is a Mestre: one who is %s is refused with the reason",
    async (degree) => {
      const admin = await app.member({ role: "admin" });
      const member = await app.member({ degree });
      const { status, body }: Answer = await register(admin, member.id);
      expect(status).toBe(422);
      expect(body.fields.userId).toMatch(/^Um mentor é Mestre, e o grau deste usuário é (Aprendiz|Companheiro)\./);
      expect(await app.services.db.$count(mentors, eq(mentors.userId, member.id))).toBe(0);
    },
  );

  test("who is deactivated is told, once, under the bell and by letter", async () => {
    const admin = await app.member({ role: "admin" });
    const teacher = await app.member({ degree: "mestre" });
    const { id } = (await register(admin, teacher.id)).body;
    for (let count = 0; count < 2; count += 1) await admin.patch(`/api/mentors/${id}`, { isActive: false });
    const { body } = await teacher.get("/api/notices");
    expect(JSON.stringify(body).match(/O seu perfil de mentor foi desativado/g)).toHaveLength(1);
    await app.runJobs();
    expect(app.mails().filter(({ to, subject }) => to === teacher.email && /mentor/.test(subject))).toHaveLength(1);
  });

  test("a new request reaches the mentor's open list at once", async () => {
    const mentor = await mentorOf(app);
    const asking = await app.member();
    const heard: string[] = [];
    const channel = await listen(app.services.databaseUrl, app.services.log, { live: (news) => void heard.push(news ?? "") });
    try {
      expect((await request(asking, mentor.id)).status).toBe(200);
      await expect.poll(() => heard).toContain(`${mentor.id} mentoring`);
    } finally {
      await channel.close();
    }
  });
});
