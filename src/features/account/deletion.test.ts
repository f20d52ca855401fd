import { randomInt, randomUUID } from "node:crypto";
import { eq, ilike, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { contactMessages } from "#app/features/contact/contact.table.ts";
import { lessonAnswers } from "#app/features/courses/courses.table.ts";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "#app/features/mentoring/messages/messages.table.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import { MASKED_ADDRESS } from "#app/server/mail/mail.personal.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import { readLesson } from "#tests/support/reading.ts";
import type { PersonalExport } from "./account.answers.ts";
import { consents, passwords, profiles, sessions, userRoles } from "./account.table.ts";
import { deleteMember } from "./deletion.service.ts";

const app = testApp();

/** A member who left traces wherever one can: study, mentoring with another, contact, newsletter, mails, a degree request. */
async function busyMember(other: TestMember): Promise<TestMember & { secret: string }> {
  const member = await app.member({ name: "Fulano Exportado" });
  const secret = `Palavras só dele ${randomUUID()}`;
  const { db } = app.services;
  const lesson = app.services.catalogue().byId.get(1)!.lessons[0]!;
  const wrong = lesson.check!.options.find((option) => !option.right)!;
  await readLesson(app, member, 1, 1);
  expect((await member.post("/api/modules/1/lessons/1/answer", { given: [wrong.id] })).status).toBe(200);
  const answers = { q1: "a", q2: "a", q3: "a", q4: "a", q5: "a" };
  expect((await member.post("/api/assessment", { answers })).status).toBe(200);
  await member.post("/api/account/degree-requests", { degree: "mestre", lodge: `${secret}, nº 1`, receivedOn: "2025-01-01" });
  await db.insert(consents).values({ userId: member.id, purpose: "membership-data", textVersion: "2026-11" });
  await db.insert(newsletterSubscribers).values({ email: member.email });
  await db
    .insert(contactMessages)
    .values({ userId: member.id, name: "Fulano", email: member.email, subject: "Dúvida", message: secret });
  const [mentorshipSession] = await db
    .insert(mentorshipSessions)
    .values({
      mentorId: other.id,
      menteeId: member.id,
      title: secret,
      description: secret,
      place: "Sala do mentor",
      status: "accepted",
    })
    .returning();
  await db.insert(mentorshipMessages).values([
    { mentorshipSessionId: mentorshipSession!.id, number: 1, authorId: member.id, side: "mentee", body: secret },
    { mentorshipSessionId: mentorshipSession!.id, number: 2, authorId: other.id, side: "mentor", body: "Palavras do outro" },
  ]);
  await app.visitor.post("/api/account/recovery", { email: member.email });
  await app.runJobs();
  return { ...member, secret };
}

/** Every row of every table, jobs included, that still mentions the member; the audit log keeps their id. */
async function traces(texts: string[]): Promise<string[]> {
  const tables = await app.services.db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where (table_schema = 'public' or (table_schema = 'pgboss' and table_name = 'job'))
      and table_type = 'BASE TABLE' and table_name <> 'audit_log'`);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    for (const text of texts) {
      const { rows } = await app.services.db.execute(sql`select 1 from ${sql.raw(name)} as t where strpos(t::text, ${text}) > 0`);
      if (rows.length > 0) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

const remove = (member: TestMember, currentPassword: unknown = PASSWORD) =>
  member.post("/api/account/deletion", { currentPassword });

describe("the export", () => {
  test("holds everything that is the member's", async () => {
    const member = await busyMember(await app.member({ degree: "mestre" }));
    const answer = await member.get<PersonalExport>("/api/account/export");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="meus-dados-\d{4}-\d\d-\d\d\.json"$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { data } = answer.body;
    expect(data.profile).toMatchObject([{ fullName: "Fulano Exportado", email: member.email, degree: "aprendiz" }]);
    expect(data.consents).toMatchObject([{ purpose: "membership-data", textVersion: "2026-11" }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.degreeRequests).toMatchObject([{ degree: "mestre", lodge: `${member.secret}, nº 1`, status: "pending" }]);
    expect(data.assessmentAttempts).toMatchObject([{ answers: { q1: "a" } }]);
    expect(data.lessonProgress).toMatchObject([{ lesson: "O que é a Maçonaria", furthest: 1 }]);
    expect(data.lessonAnswers).toMatchObject([{ right: false, question: expect.any(String), answer: expect.any(String) }]);
    expect(data.mentorshipSessionsAsMentee).toMatchObject([{ title: member.secret, description: member.secret }]);
    expect(data.mentoringMessages).toMatchObject([{ body: member.secret }]);
    expect(data.newsletter).toMatchObject([{ email: member.email, status: "pending" }]);
    expect(data.contactMessages).toMatchObject([{ message: member.secret }]);
  });

  test("holds no other member's data, no right answer, no hash and no token", async () => {
    const other = await app.member({ name: "Mentor Alheio", degree: "mestre" });
    const member = await busyMember(other);
    const { db } = app.services;
    const text = JSON.stringify((await member.get("/api/account/export")).body);
    const page = (await member.get<string>("/api/account/export/page")).body;
    const check = app.services.catalogue().byId.get(1)!.lessons[0]!.check!;
    const [account] = await db.select().from(passwords).where(eq(passwords.userId, member.id));
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, member.id));
    const secrets = [
      account!.hash,
      "$argon2id$",
      session!.tokenHash,
      other.id,
      other.email,
      "Mentor Alheio",
      "Palavras do outro",
    ];
    for (const secret of [...secrets, "Sala do mentor", check.options.find((option) => option.right)!.text]) {
      expect(text).not.toContain(secret);
      expect(page).not.toContain(secret);
    }
    for (const { why } of check.options) expect(text).not.toContain(why);
    const mentors = JSON.stringify((await other.get("/api/account/export")).body);
    for (const secret of [member.secret, member.id, member.email, "Fulano"]) expect(mentors).not.toContain(secret);
  });

  test("can be made ten times an hour, as file or page, and no more", async () => {
    const [member, neighbour] = [await app.member(), await app.member()];
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await member.get(count % 2 ? "/api/account/export" : "/api/account/export/page")).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await neighbour.get("/api/account/export")).status).toBe(200);
  });

  test("can be read as a page, which is downloaded and escapes what people wrote", async () => {
    const member = await app.member({ name: '<img src=x onerror="alert(1)">' });
    const answer = await member.get<string>("/api/account/export/page");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; .*\.html"$/);
    expect(answer.body).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(answer.body).not.toContain("<img");
    expect(answer.body).not.toContain("<script");
  });

  test("shows acts about the member without who did them, and their own without whom they met", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await admin.put(`/api/admin/members/${member.id}/degree`, { degree: "mestre" })).status).toBe(200);
    const about = (await member.get<PersonalExport>("/api/account/export")).body.data.auditEntries!;
    expect(about).toMatchObject([{ byYou: false, act: "mudou o grau de você de Aprendiz para Mestre" }]);
    const own = (await admin.get<PersonalExport>("/api/account/export")).body.data.auditEntries!;
    expect(own).toMatchObject([{ byYou: true, act: "mudou o grau de um membro de … para …" }]);
  });
});

describe("deletion", () => {
  test("leaves nothing: rows gone, words masked, mails and jobs removed, the cookie dead", async () => {
    const other = await app.member({ degree: "mestre" });
    const member = await busyMember(other);
    expect((await traces([member.id, member.email, member.secret])).length).toBeGreaterThan(5);
    const answer = await remove(member);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/academia=;.*Max-Age=0/i);
    expect((await member.get("/api/account/profile")).status).toBe(401);
    expect((await member.get("/api/session")).body.member).toBeNull();
    expect(await traces([member.id, member.email, member.secret])).toEqual([]);
  });

  test("the other party keeps the session and their own words, without the member", async () => {
    const other = await app.member({ degree: "mestre" });
    const member = await busyMember(other);
    await remove(member);
    const kept = await app.services.db.select().from(mentorshipSessions).where(eq(mentorshipSessions.mentorId, other.id));
    expect(kept).toMatchObject([{ menteeId: null, status: "cancelled" }]);
    const messages = await app.services.db
      .select()
      .from(mentorshipMessages)
      .where(eq(mentorshipMessages.mentorshipSessionId, kept[0]!.id));
    expect(messages.map(({ body }) => body).sort()).toEqual(["", "Palavras do outro"]);
  });

  test("letters that were sent keep no address, the audit log keeps ids only", async () => {
    const member = await app.member();
    await member.put("/api/account/password", { currentPassword: PASSWORD, password: "Prumo&Nivel10x" });
    await app.runJobs();
    await remove(member, "Prumo&Nivel10x");
    const { rows } = await app.services.db.execute(sql`select 1 from outbox_mails where recipient = ${MASKED_ADDRESS}`);
    expect(rows.length).toBeGreaterThan(0);
    const log = await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, member.id));
    expect(log.map(({ action }) => action)).toEqual(["account.password-change", "account.delete"]);
    expect(JSON.stringify(log)).not.toContain(member.email);
  });

  test("the same address can be registered again, and finds an empty account", async () => {
    const member = await busyMember(await app.member({ degree: "mestre" }));
    await remove(member);
    const again = await app.visitorFrom("198.51.100.77").post("/api/account/sign-up", {
      fullName: "Fulano de Volta",
      email: member.email,
      password: PASSWORD,
    });
    expect(again.status).toBe(200);
    const cookie = again.headers.getSetCookie()[0]!.split(";")[0]!;
    const { data } = (await app.visitor.get<PersonalExport>("/api/account/export", { cookie })).body;
    const filled = Object.entries(data).flatMap(([key, rows]) => (rows.length > 0 ? [key] : []));
    expect(filled.sort()).toEqual(["addressConfirmations", "consents", "credentials", "mails", "profile", "sessions"]);
  });

  test("needs the password", async () => {
    const member = await app.member();
    const wrong = await remove(member, "Outra&Senha10x");
    expect(wrong).toMatchObject({ status: 422, body: { fields: { currentPassword: "Senha atual incorreta" } } });
    for (const password of ["", null, 5, "x".repeat(101)]) expect((await remove(member, password)).status).toBe(422);
    expect((await member.get("/api/account/profile")).status).toBe(200);
  });

  test("fifty at once are harmless: one deletes, none fails inside", async () => {
    const [member, neighbour] = [await app.member(), await app.member()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove(member)));
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect(counts.get(200)).toHaveLength(1);
    for (const status of counts.keys()) expect([200, 401, 429]).toContain(status);
    expect((await neighbour.get("/api/account/profile")).status).toBe(200);
    expect(await app.services.db.$count(auditLog, eq(auditLog.actorId, member.id))).toBe(1);
  });

  test("of the last administrator is refused, by themselves and by any other way in", async () => {
    const { db } = app.services;
    await db.delete(userRoles);
    const [one, two] = [await app.member({ role: "admin" }), await app.member({ role: "admin" })];
    expect((await one.get("/api/account/profile")).body.can).toEqual({ delete: true });
    const answers = await Promise.all([remove(one), remove(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe("last_admin");
    const last = answers[0]!.status === 409 ? one : two;
    expect((await last.get("/api/account/profile")).body.can).toEqual({ delete: false });
    await expect(db.transaction((tx) => deleteMember(tx, app.services, last.id))).rejects.toMatchObject({ code: "last_admin" });
    expect(await db.$count(profiles, eq(profiles.id, last.id))).toBe(1);
  });

  test("of somebody who is gone does nothing", async () => {
    const member = await app.member();
    await app.services.db.transaction((tx) => deleteMember(tx, app.services, member.id));
    await app.services.db.transaction((tx) => deleteMember(tx, app.services, member.id));
    expect(await app.services.db.$count(lessonAnswers, eq(lessonAnswers.userId, member.id))).toBe(0);
  });
});

describe("what was written with an address", () => {
  /** A member, and what somebody without a session left under the same address. */
  async function withCorrespondence(emailVerified: boolean) {
    const { db } = app.services;
    const member = await app.member();
    await db.update(profiles).set({ emailVerified }).where(eq(profiles.id, member.id));
    await db.insert(newsletterSubscribers).values({ email: member.email, status: "confirmed" });
    const form = { name: "Fulano", subject: "Dúvida", message: "Uma mensagem comprida.", website: "", elapsedMs: 42_000 };
    const admin = await app.member({ role: "admin" });
    const stranger = app.visitorFrom(`198.53.100.${randomInt(1, 255)}`);
    expect((await stranger.post("/api/contact", { ...form, email: member.email.toUpperCase() })).status).toBe(200);
    expect((await member.post("/api/contact", { ...form, email: `outro-${member.email}` })).status).toBe(200);
    const letter = { html: "<p>", text: "texto", subject: "Assunto" };
    await db.insert(outboxMails).values([
      { ...letter, recipient: member.email, kind: "newsletter-subscribed" },
      { ...letter, recipient: member.email, kind: "degree-approved" },
    ]);
    const left = async () => ({
      newsletter: await db.$count(newsletterSubscribers, eq(newsletterSubscribers.email, member.email)),
      messages: (
        await db
          .select()
          .from(contactMessages)
          .where(ilike(contactMessages.email, `%${member.email}`))
      ).map(({ userId }) => (userId ? "his" : "a stranger's")),
      letters: (
        await db
          .select()
          .from(outboxMails)
          .where(inArray(outboxMails.recipient, [member.email, admin.email]))
      )
        .map(({ kind, replyTo }) => (replyTo ? `${kind} of ${replyTo}` : kind))
        .sort(),
    });
    return { member, left };
  }

  test("is exported and erased with the account when they have proved that the mailbox is theirs", async () => {
    const { member, left } = await withCorrespondence(true);
    const { data } = (await member.get<PersonalExport>("/api/account/export")).body;
    expect(data.newsletter).toMatchObject([{ email: member.email }]);
    expect(data.contactMessages).toMatchObject([{ email: member.email.toUpperCase() }, { email: `outro-${member.email}` }]);
    expect(data.mails).toHaveLength(2);
    expect((await remove(member)).status).toBe(200);
    expect(await left()).toEqual({ newsletter: 0, messages: [], letters: [] });
  });

  test("is neither shown nor touched when they have not: anybody can sign up with anybody's address", async () => {
    const { member, left } = await withCorrespondence(false);
    const { data } = (await member.get<PersonalExport>("/api/account/export")).body;
    expect(data.newsletter).toEqual([]);
    expect(data.contactMessages).toMatchObject([{ email: `outro-${member.email}` }]);
    expect(data.mails).toHaveLength(1);
    expect((await remove(member)).status).toBe(200);
    expect(await left()).toEqual({
      newsletter: 1,
      messages: ["a stranger's"],
      letters: [`contact-message of ${member.email.toUpperCase()}`, "newsletter-subscribed"],
    });
  });

  test("of another, in which theirs is contained, is left alone", async () => {
    const { member, left } = await withCorrespondence(true);
    const short = await app.member({ email: member.email.slice(8) });
    const before = await left();
    expect((await remove(short)).status).toBe(200);
    expect(await left()).toEqual(before);
  });
});
