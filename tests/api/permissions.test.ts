import { and, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp, PUBLIC_ROUTES } from "#app/composition/app.ts";
import {
  addressChanges,
  addressConfirmations,
  profiles,
  recoveryLinks,
  sessions,
  userRoles,
} from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import type { NewTotp } from "#app/features/account/second-factor/factors.answers.ts";
import { factorResets, factors } from "#app/features/account/second-factor/factors.table.ts";
import { hashToken, newToken } from "#app/features/account/session-cookie.ts";
import { announcements } from "#app/features/announcements/announcements.table.ts";
import { authors, draftCopies, drafts, remarks, textVersions } from "#app/features/authoring/authoring.table.ts";
import { certificates } from "#app/features/certificates/certificates.table.ts";
import { communityProfiles } from "#app/features/community/profile/profile.table.ts";
import { contactMessages } from "#app/features/contact/contact.table.ts";
import { lessonProgress, lessonRevisions, lessons, questions } from "#app/features/courses/courses.table.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { completeDegree } from "#app/features/exam/exam.test-support.ts";
import { invitationBatches, invitations } from "#app/features/invitations/invitations.table.ts";
import { libraryCategories, libraryItems } from "#app/features/library/library.table.ts";
import { lodgeSpellings, lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import {
  type MentorshipSessionStatus,
  mentorshipSessions,
} from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "#app/features/mentoring/messages/messages.table.ts";
import { hashOfToken, newConfirmationToken, unsubscribeToken } from "#app/features/newsletter/link-tokens.service.ts";
import { newsletterConfirmations, newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { contestations } from "#app/features/oversight/oversight.table.ts";
import { readingGroupMembers, readingGroups, readingGroupWeeks } from "#app/features/reading-groups/reading-groups.table.ts";
import type { CardKind } from "#app/features/review/review.schema.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { mondayOf } from "#app/features/week/week.policy.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { once } from "#app/lib/once.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { unsubscribeUrl } from "#app/server/notify/unsubscribe.ts";
import { cookieOf } from "#tests/support/accounts.ts";
import { type Caller, PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import { pdf, png } from "#tests/support/books.ts";
import { openTestSession } from "#tests/support/members.ts";
import { mentorOf, rowOfMentor } from "#tests/support/mentoring.ts";
import { rightAnswer } from "#tests/support/questions.ts";
import { codeOf } from "#tests/support/totp.ts";
import { addBook, upload } from "#tests/support/uploads.ts";

/**
 * The written permissions: every mounted route × who calls it. A route that is missing here fails the test, and so does a status
 * that is not the written one. 404 means "does not exist for you". Every call carries valid input, so that it is refused for who makes it
 * and for nothing else; a row in which nobody succeeds says why.
 */
const app = testApp({ LIMITS_FACTOR: "1000" });

const ROLES = ["visitor", "member", "other", "mentor", "otherMentor", "admin", "deleted"] as const;
type Role = (typeof ROLES)[number];

/** Of the Lodge of `member`; the former one's term ended a second ago. Both are Mestres, and like `otherMentor` except where a line says more. */
const OFFICERS = ["officer", "formerOfficer"] as const;

/** What every role gets, in the order of ROLES. */
const everybody = (status: number) => Array(7).fill(status) as number[];
const signedIn = (status: number) => [401, status, status, status, status, status, 401];
const admins = (status: number) => [401, 403, 403, 403, 403, status, 401];
/** What belongs to the member and exists for nobody else, administrators included. */
const ownerOnly = (status: number) => [401, status, 404, 404, 404, 404, 401];
/** Of those who call, `mentor` and `otherMentor` are mentors. */
const mentorsOnly = (status: number) => [401, 403, 403, status, status, 403, 401];
/** The mentee and the mentor of the mentorship session; nobody else sees it, administrators included. */
const parties = (mentee: number, mentor: number) => [401, mentee, 404, mentor, 404, 404, 401];

type Who = Role | (typeof OFFICERS)[number];
type Callers = Record<Who, Caller> & Record<Exclude<Who, "visitor">, TestMember>;

type Fixture = {
  role: Who;
  /** Who calls; undefined where they have no account. */
  caller: TestMember | undefined;
  member: TestMember;
  mentorshipSessionId: string;
  itemId: string;
  requestId: string;
  messageId: string;
  subscriberId: string;
  mentorId: string;
  victimId: string;
  victimEmail: string;
  /** A question of the exams' pool. */
  questionId: string;
  /** A mentor whom nobody has asked yet. */
  teacherId: string;
  /** Another session of the member's. */
  loginSessionId: string;
};
type Line = {
  expect: number[];
  /** What an officer of the member's Lodge gets, in office and afterwards, where it is not what `otherMentor` gets. */
  officers?: [number, number];
  status?: MentorshipSessionStatus;
  path?: (fixture: Fixture) => string;
  json?: unknown | ((fixture: Fixture) => unknown);
  /** Makes what this route alone needs, before each call. @returns what path and json are then */
  prepare?: (fixture: Fixture) => Promise<{ path?: string; json?: unknown } | undefined>;
  /** Sent as it is, in place of json. */
  file?: () => Uint8Array<ArrayBuffer>;
  /** It ends the callers' sessions or changes their accounts, so it gets callers of its own. */
  spends?: true;
};

const PASSKEY = { id: "AAAA", rawId: "AAAA", type: "public-key", clientExtensionResults: {} };
const inAnHour = () => new Date(Date.now() + 3_600_000);
const ownCertificate = async ({ member }: Fixture, tail: string) => {
  const { db } = app.services;
  await db.delete(certificates);
  const study = { lessons: 30, modules: 5, minutes: 300, rightCount: 16, questions: 20 };
  const code = crypto.randomUUID().replaceAll("-", "").slice(0, 26).toUpperCase();
  const row = { userId: member.id, code, degree: "aprendiz" as const, holderName: "Membro de Teste", ...study };
  const [certificate] = await db.insert(certificates).values(row).returning();
  return tail.replace(":certificateId", certificate!.id);
};
/** The check question of a lesson, in an exam of the member's that runs. */
const ownAttempt = async ({ member }: Fixture, tail: string) => {
  const { db } = app.services;
  await db.delete(examAttempts);
  const [attempt] = await db
    .insert(examAttempts)
    .values({ userId: member.id, degree: "aprendiz", closesAt: inAnHour() })
    .returning();
  const { id: lessonId, moduleId, check } = app.services.catalogue().modules[0]!.lessons[0]!;
  const { id: questionId, form, options } = check!;
  const asked = { form, options, explanation: null, prompt: "P", shown: options.map(({ id }) => id) };
  await db.insert(examItems).values({ attemptId: attempt!.id, place: 1, questionId, moduleId, lessonId, asked });
  return { path: `/api/exam-attempts/${attempt!.id}${tail}`, given: rightAnswer(check!) };
};
/** A card of the member's review, due now. */
const ownCard = async ({ member }: Fixture, kind: CardKind, subject: string, lessonId: string) => {
  const { db } = app.services;
  await db.delete(reviewCards);
  await db.insert(reviewCards).values({ userId: member.id, kind, subject, source: `lesson:${lessonId}` });
};
const ownFactor = async ({ member }: Fixture, tail = "") => {
  const row = { userId: member.id, kind: "totp" as const, name: "Telefone", secret: "-" };
  const [factor] = await app.services.db.insert(factors).values(row).returning();
  return `/api/account/factors/${factor!.id}${tail}`;
};
const aLodge = (number: string) => ({
  name: "Luz do Vale",
  number,
  city: "Lages",
  state: "SC",
  jurisdiction: "Grande Loja de exemplo",
});
const newLodge = async (): Promise<string> => {
  const [lodge] = await app.services.db
    .insert(lodges)
    .values(aLodge(crypto.randomUUID().slice(0, 8)))
    .returning({ id: lodges.id });
  return lodge!.id;
};
const lodgePath = async (tail = "") => `/api/admin/lodges/${await newLodge()}${tail}`;
const aSpelling = async () => {
  const key = crypto.randomUUID();
  await app.services.db.insert(lodgeSpellings).values({ key, spelling: key, lodgeId: await newLodge() });
  return key;
};
const anOfficer = async ({ victimId }: Fixture) => {
  const lodgeId = await newLodge();
  await app.services.db.update(profiles).set({ lodgeId }).where(eq(profiles.id, victimId));
  const [from, until] = [0, 90].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  return { path: `/api/admin/lodges/${lodgeId}/officers`, json: { memberId: victimId, office: "orador", from, until } };
};
const aTerm = async ({ victimId }: Fixture) => {
  const term = {
    lodgeId: await newLodge(),
    memberId: victimId,
    office: "orador" as const,
    startsAt: new Date(),
    endsAt: inAnHour(),
  };
  const [officer] = await app.services.db.insert(lodgeOfficers).values(term).returning({ id: lodgeOfficers.id });
  return { path: `/api/admin/lodge-officers/${officer!.id}` };
};
const leavePathOf = ({ id }: TestMember) => {
  const { pathname, search } = new URL(unsubscribeUrl(app.services.env, id, "study"));
  return pathname + search;
};
const ownNotice = async ({ member }: Fixture) => {
  const row = { userId: member.id, kind: "password-changed" as const, facts: {} };
  const [notice] = await app.services.db.insert(notices).values(row).returning();
  return notice!.id;
};
/** A book with its files, which those who read it share. */
const bookWithFiles = once(async () => {
  const admin = await app.member({ role: "admin" });
  const document = await upload(admin, "document", pdf());
  const cover = await upload(admin, "cover", await png());
  return addBook(admin, { documentId: document.body.id, coverId: cover.body.id });
});
/** The member wants another address; the letter to it has the link and the code. */
const changeAddress = async ({ caller }: Fixture): Promise<string> => {
  const email = `${crypto.randomUUID()}@academia.test`;
  expect((await caller?.post("/api/account/address/change", { email }))?.status ?? 200).toBe(200);
  const [letter] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
  return (
    /\b(\d{3}) (\d{3})\b/
      .exec(letter?.text ?? "")
      ?.slice(1)
      .join("") ?? "123456"
  );
};

const NOTE = {
  kind: "lesson",
  textId: "m01-l01",
  quote: "Trecho",
  prefix: "",
  suffix: "",
  position: 0,
  colour: "gold",
  body: "B",
} as const;
const prepareNote = async ({ member }: Fixture) => {
  const row = { ...NOTE, id: crypto.randomUUID(), userId: member.id, title: "T", degree: "aprendiz" as const };
  await app.services.db.insert(notes).values(row);
  return { path: `/api/notes/${row.id}` };
};

/** Of those who call, `mentor` writes and reviews the texts of Aprendiz (`prepareText`); administrators only see the list. */
const writersOnly = (status: number) => [401, 403, 403, status, 403, 403, 401];
const TEXT = { title: "Um título", standfirst: "Uma linha de abertura que diz do que se trata.", markdown: "Um texto." };
const LESSON_ID = "m01-l01";
/** Gives the mentor their parts, and a lesson a draft in this state. */
const prepareText =
  (tail: string, state?: "draft" | "review" | "scheduled") =>
  async ({ role, caller }: Fixture) => {
    const { db } = app.services;
    if (role === "mentor" && caller)
      for (const part of ["author", "reviewer"] as const)
        await db.insert(authors).values({ memberId: caller.id, degree: "aprendiz", part }).onConflictDoNothing();
    await db.delete(remarks);
    await db.delete(drafts);
    const [kept] = await db
      .select({ title: lessons.title, standfirst: lessonRevisions.standfirst, markdown: lessonRevisions.source })
      .from(lessons)
      .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
      .where(eq(lessons.id, LESSON_ID));
    const body = { ...kept!, title: `${kept!.title}.` };
    const subject = { kind: "lesson" as const, subjectId: LESSON_ID };
    if (state) {
      const publishAt = state === "scheduled" ? inAnHour() : null;
      await db.insert(drafts).values({ ...subject, degree: "aprendiz", parentId: "1", body, state, publishAt, writers: [] });
    }
    await db.delete(textVersions);
    await db.insert(textVersions).values({ ...subject, number: 1, origin: "repository", body, publishedAt: new Date() });
    const [remark] = await db
      .insert(remarks)
      .values({ ...subject, passage: "", words: "Reparo" })
      .returning();
    const [copy] = await db
      .insert(draftCopies)
      .values({ ...subject, body })
      .returning();
    const named = tail.replace(":remarkId", remark!.id).replace(":copyId", copy!.id);
    return { path: `/api/authoring/texts/lesson/${LESSON_ID}${named}` };
  };

const ANNOUNCEMENT = { title: "Um aviso", source: "Um aviso para todos." };
const prepareAnnouncement = async () => {
  const row = { ...ANNOUNCEMENT, html: "<p>Um aviso para todos.</p>" };
  const [announcement] = await app.services.db.insert(announcements).values(row).returning();
  return { path: `/api/announcements/${announcement!.id}` };
};
const prepareManaged = (state: "sending" | "paused", rest: "" | "/pause" | "/resume" | "/returned") => async () => {
  const row = { ...ANNOUNCEMENT, html: "<p>Um aviso para todos.</p>", state };
  const [announcement] = await app.services.db.insert(announcements).values(row).returning();
  return { path: `/api/admin/announcements/${announcement!.id}${rest}` };
};
const NEW_ANNOUNCEMENT = {
  ...ANNOUNCEMENT,
  audience: "everyone",
  degree: null,
  lodgeId: null,
  asNotice: true,
  asLetter: true,
  startsAt: null,
  endsAt: null,
};

const invitedRow = (token = newToken()) => ({
  email: `${crypto.randomUUID()}@academia.test`,
  name: "Membro Novo",
  degree: "aprendiz" as const,
  tokenHash: hashToken(token),
  sentAt: new Date(),
  expiresAt: inAnHour(),
});
/** An invitation to an address that has no account. */
const prepareInvitation = async (tail = "") => {
  const token = newToken();
  const [row] = await app.services.db.insert(invitations).values(invitedRow(token)).returning();
  return { path: `/api/admin/invitations/${row!.id}${tail}`, token };
};
const invitedList = () =>
  new TextEncoder().encode(`nome;email;loja;grau\nMembro Novo;${crypto.randomUUID()}@academia.test;77;Aprendiz`);

const newTopic = () => ({ id: crypto.randomUUID(), title: "Um assunto", source: "Uma pergunta.", text: null });
/** Has accepted the rules of the house, and does not write slowly any more. */
/** A group of the member's Lodge; its keeper is who calls, where that is asked, else nobody. */
const aGroup = async ({ member, caller, role }: Fixture, { tail = "", isKept = false, joined = false }) => {
  const { db } = app.services;
  const id = crypto.randomUUID();
  const callerId = role === "deleted" ? undefined : caller?.id;
  const [self] = await db.select({ lodgeId: profiles.lodgeId }).from(profiles).where(eq(profiles.id, member.id));
  const group = { name: "Leitura", degree: "aprendiz" as const, startsOn: mondayOf(isoDayInBrasilia(new Date())) };
  await db.delete(readingGroups);
  await db.insert(readingGroups).values({ ...group, id, lodgeId: self!.lodgeId!, keeperId: (isKept && callerId) || null });
  await db
    .insert(readingGroupWeeks)
    .values(GROUP_TEXTS.map(({ kind, textId }, index) => ({ groupId: id, number: index + 1, textKind: kind, textId })));
  if (joined && callerId) {
    await settle(caller);
    await db.insert(readingGroupMembers).values({ groupId: id, userId: callerId });
  }
  return { path: `/api/reading-groups/${id}${tail}` };
};
const GROUP_TEXTS = ["oito-horas-para-um-irmao", "chegou-a-minha-vez", "carona-de-quinta-feira", "nada-consta"].map((textId) => ({
  kind: "study" as const,
  textId,
}));
const settle = async (writer: TestMember | undefined) => {
  await writer?.put("/api/community/rules");
  await app.services.db.update(communityProfiles).set({ firstPostAt: new Date(0) });
};
/** A topic of the member's, which the caller may answer. */
const prepareTopic = async ({ member, caller }: Fixture, tail = "") => {
  await settle(member);
  await settle(caller);
  const { body } = await member.post("/api/community/boards/geral/topics", newTopic());
  return { path: `/api/community/topics/${body.id}${tail}` };
};

const preparePost = async (fixture: Fixture, tail = "") => ({
  path: (await prepareTopic(fixture)).path.replace("/topics/", "/posts/") + tail,
});

const soon = () => new Date(Date.now() + 86_400_000).toISOString();
const mentorshipSession = (tail = "") => ({
  path: (fixture: Fixture) => `/api/mentoring/sessions/${fixture.mentorshipSessionId}${tail}`,
});

const changeSession = async ({ mentorshipSessionId }: Fixture, set: Partial<typeof mentorshipSessions.$inferInsert>) =>
  void (await app.services.db.update(mentorshipSessions).set(set).where(eq(mentorshipSessions.id, mentorshipSessionId)));
/** The mentee's first message. */
const aMessage = async ({ mentorshipSessionId, member }: Fixture) => {
  const row = { mentorshipSessionId, number: 1, authorId: member.id, side: "mentee" as const, body: "Olá." };
  await app.services.db.insert(mentorshipMessages).values(row).onConflictDoNothing();
  return { path: `/api/mentoring/sessions/${mentorshipSessionId}/messages/1` };
};
const proposeByMentee = (fixture: Fixture) =>
  changeSession(fixture, {
    ...{ proposedDate: inAnHour(), proposedMinutes: 60, proposedPlace: "Loja", proposedBy: "mentee" as const, proposals: 1 },
  });

const BOOK = {
  type: "book",
  title: "Título",
  author: "Autor",
  category: "História",
  description: "Uma descrição.",
  year: "",
  language: "",
  about: "",
  publicDomain: false,
  otherTitles: "",
  link: "",
  whereToFind: "",
  text: "",
  coverId: null,
  documentId: null,
};

/** The signed token of a newsletter's letter is the right to leave it. */
const leaveToken = ({ subscriberId }: Fixture) => unsubscribeToken(app.services.env.AUTH_SECRET, subscriberId);
const oneClick = (fixture: Fixture) => `/api/newsletter/one-click?token=${leaveToken(fixture)}`;

const MATRIX: Record<string, Line> = {
  "GET /healthz": { expect: everybody(200) },
  "GET /readyz": { expect: everybody(200) },
  "GET /metrics": { expect: everybody(404) }, // they come through a proxy; more in platform.test.ts
  "GET /api/openapi.json": { expect: everybody(200) },
  "GET /api/docs": { expect: everybody(200) },
  "GET /api/session": { expect: everybody(200) },
  "POST /api/account/recovery": { expect: everybody(200), json: { email: "ninguem@academia.test" } },
  "POST /api/account/reset": {
    expect: everybody(200), // the link is the right to it
    spends: true,
    prepare: async ({ victimId }) => {
      const token = newToken();
      await app.services.db
        .insert(recoveryLinks)
        .values({ tokenHash: hashToken(token), userId: victimId, expiresAt: inAnHour() });
      return { json: { token, password: "Compasso&Malhete7" } };
    },
  },
  "POST /api/account/passkey/options": { expect: everybody(200) },
  "POST /api/account/passkey": {
    expect: everybody(401), // nobody has this key; one that somebody has needs a device (second-factor.spec.ts)
    json: { response: { ...PASSKEY, response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" } } },
  },
  "POST /api/account/second-step/passkey": { expect: everybody(401) }, // nobody has taken the first step
  "POST /api/account/second-step": { expect: everybody(401), json: { method: "totp", code: "123456" } }, // as above
  "DELETE /api/account/second-step": { expect: everybody(200) },
  "POST /api/account/address/confirm": {
    expect: everybody(200), // the link is the right to it
    prepare: async ({ victimId: userId, victimEmail: email }) => {
      const token = newToken();
      const row = { userId, email, tokenHash: hashToken(token), codeHash: "-", expiresAt: inAnHour() };
      await app.services.db.insert(addressConfirmations).values(row);
      return { json: { token } };
    },
  },
  "POST /api/account/address/claim": {
    expect: everybody(400), // the link is the right to it, of an account that was never confirmed
    json: { token: "x", fullName: "Membro Novo", password: PASSWORD },
  },
  "POST /api/account/address/undo": {
    expect: everybody(200), // the link is the right to it
    prepare: async ({ victimId: userId }) => {
      const token = newToken();
      const formerEmail = `${crypto.randomUUID()}@academia.test`;
      const row = { userId, formerEmail, tokenHash: hashToken(token), undoUntil: inAnHour() };
      await app.services.db.insert(addressChanges).values(row);
      return { json: { token } };
    },
  },
  "POST /api/account/address/code": {
    expect: signedIn(200),
    spends: true,
    prepare: async (fixture) => ({ json: { code: await changeAddress(fixture) } }),
  },
  "POST /api/account/address/resend": {
    expect: signedIn(200),
    prepare: async (fixture) => void (await changeAddress(fixture)),
  },
  "POST /api/account/address/change": {
    expect: signedIn(200),
    json: () => ({ email: `${crypto.randomUUID()}@academia.test` }),
  },
  "DELETE /api/account/address/change": { expect: signedIn(200) },
  "GET /api/account/proof": { expect: signedIn(200) },
  "POST /api/account/proof/passkey": { expect: signedIn(200) },
  "POST /api/account/proof": { expect: signedIn(200), json: { method: "password", password: PASSWORD } },
  "GET /api/account/factors": { expect: signedIn(200) },
  "POST /api/account/factors/totp": { expect: signedIn(200), json: { name: "Telefone" } },
  "POST /api/account/factors/totp/:factorId": {
    expect: ownerOnly(200),
    spends: true,
    prepare: async ({ member }) => {
      const { id, key } = (await member.post<NewTotp>("/api/account/factors/totp", { name: "Telefone" })).body;
      return { path: `/api/account/factors/totp/${id}`, json: { code: codeOf(key) } };
    },
  },
  "POST /api/account/factors/passkey/options": { expect: signedIn(200) },
  "POST /api/account/factors/passkey": {
    expect: signedIn(422), // an answer that no key has signed
    json: { name: "Chave", response: { ...PASSKEY, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } } },
  },
  "DELETE /api/account/factors/reset": {
    expect: ownerOnly(200),
    prepare: async ({ member }) =>
      void (await app.services.db.insert(factorResets).values({ userId: member.id, dueAt: inAnHour() }).onConflictDoNothing()),
  },
  "DELETE /api/account/factors/:factorId": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: await ownFactor(fixture) }),
  },
  "POST /api/account/recovery-codes": { expect: signedIn(409) }, // nobody has a second factor
  "DELETE /api/account/trusted-devices": { expect: signedIn(200) },
  "GET /api/account/profile": { expect: signedIn(200) },
  "PATCH /api/account/profile": {
    expect: signedIn(200),
    spends: true, // an officer who writes another Lodge is an officer no more
    json: { name: "Membro de Teste", lodge: "Luz, nº 2" },
  },
  "PUT /api/account/reading": {
    expect: signedIn(200),
    json: { theme: "sepia", size: "115", leading: "wide", face: "sans", margins: "wide" },
  },
  "GET /api/account/degree-requests": { expect: signedIn(200) },
  "POST /api/account/degree-requests": {
    expect: [401, 409, 200, 422, 422, 422, 401], // the member's request is open already; the last three are Mestres
    json: { degree: "mestre", lodge: "Luz, nº 2", receivedOn: "2026-01-01" },
  },
  "DELETE /api/account/degree-requests/:requestId": {
    expect: [401, 200, 404, 404, 404, 404, 401],
    path: ({ requestId }) => `/api/account/degree-requests/${requestId}`,
  },
  "PUT /api/account/password": {
    expect: signedIn(200),
    json: { currentPassword: PASSWORD, password: "Compasso&Malhete7" },
    spends: true,
  },
  "GET /api/account/sessions": { expect: signedIn(200) },
  "DELETE /api/account/sessions": { expect: signedIn(200) },
  "DELETE /api/account/sessions/:sessionId": {
    expect: [401, 200, 404, 404, 404, 404, 401],
    path: ({ loginSessionId }) => `/api/account/sessions/${loginSessionId}`,
  },
  "GET /api/account/export": { expect: signedIn(200) },
  "GET /api/account/export/page": { expect: signedIn(200) },
  "POST /api/account/deletion": { expect: signedIn(200), json: { currentPassword: PASSWORD }, spends: true },
  "GET /api/assessment": { expect: signedIn(200) },
  "POST /api/assessment": { expect: signedIn(200), json: { answers: { q1: "a", q2: "a", q3: "a", q4: "a", q5: "a" } } },
  "GET /api/modules": { expect: signedIn(200) },
  "GET /api/modules/:moduleId": { expect: signedIn(200), path: () => "/api/modules/9" },
  "GET /api/modules/:moduleId/lessons/:number": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/modules/9/lessons/1",
  },
  "GET /api/modules/:moduleId/lessons/:number/text": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/modules/9/lessons/1/text",
  },
  "PUT /api/modules/:moduleId/lessons/:number/progress": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/modules/9/lessons/1/progress",
    json: { position: 0.1, furthest: 0.1, seconds: 1 },
  },
  "POST /api/modules/:moduleId/lessons/:number/answer": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/modules/9/lessons/1/answer",
    prepare: async ({ caller }) => {
      const { id: lessonId, check } = app.services.catalogue().modules.find(({ id }) => id === 9)!.lessons[0]!;
      const read = { furthest: 1, position: 1 };
      if (caller)
        await app.services.db
          .insert(lessonProgress)
          .values({ userId: caller.id, lessonId, ...read })
          .onConflictDoUpdate({ target: [lessonProgress.userId, lessonProgress.lessonId], set: read });
      return { json: { given: rightAnswer(check!) } };
    },
  },
  "GET /api/search": { expect: everybody(200), path: () => "/api/search?q=loja" },
  "GET /api/search/brief": { expect: everybody(200), path: () => "/api/search/brief?q=loja" },
  "GET /api/offline/lease": {
    expect: signedIn(200),
    path: () => "/api/offline/lease?device=6f1c1f6e-8f0b-4c0e-9d57-3d6f0c6d1a11",
  },
  "GET /api/offline/packages/:kind/:id": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/offline/packages/module/9",
  },
  "POST /api/offline/packages/:kind/:id": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/offline/packages/module/9",
  },
  "GET /api/notes": { expect: signedIn(200) },
  "GET /api/notes/:kind/:textId": { expect: signedIn(200), path: () => "/api/notes/lesson/m01-l01" },
  "POST /api/notes": { expect: signedIn(200), prepare: async () => ({ json: { ...NOTE, id: crypto.randomUUID() } }) },
  "PUT /api/notes/:noteId": {
    expect: ownerOnly(200),
    prepare: prepareNote,
    json: { colour: "blue", body: "Outra.", version: 1 },
  },
  "DELETE /api/notes/:noteId": { expect: ownerOnly(200), prepare: prepareNote },
  "GET /api/announcements": { expect: signedIn(200) },
  "GET /api/announcements/:id": { expect: signedIn(200), prepare: prepareAnnouncement },
  "GET /api/admin/announcements": { expect: admins(200) },
  "GET /api/admin/announcements/recipients": { expect: admins(200) },
  "POST /api/admin/announcements": { expect: admins(200), json: NEW_ANNOUNCEMENT },
  "POST /api/admin/announcements/preview": { expect: admins(200), json: { source: ANNOUNCEMENT.source } },
  "POST /api/admin/announcements/test": { expect: admins(200), json: ANNOUNCEMENT },
  "PUT /api/admin/announcements/:id": { expect: admins(200), prepare: prepareManaged("sending", ""), json: ANNOUNCEMENT },
  "POST /api/admin/announcements/:id/pause": { expect: admins(200), prepare: prepareManaged("sending", "/pause") },
  "POST /api/admin/announcements/:id/resume": { expect: admins(200), prepare: prepareManaged("paused", "/resume") },
  "GET /api/admin/announcements/:id/returned": { expect: admins(200), prepare: prepareManaged("sending", "/returned") },
  "DELETE /api/admin/announcements/:id": { expect: admins(200), prepare: prepareManaged("sending", "") },
  "POST /api/community/posts/:postId/reports": {
    expect: [401, 403, 200, 200, 200, 200, 401], // nobody reports their own
    prepare: (fixture) => preparePost(fixture, "/reports"),
    json: { reason: "Não cabe aqui." },
  },
  "GET /api/community/moderation": { expect: admins(200) },
  "POST /api/community/posts/:postId/hide": {
    expect: admins(200),
    prepare: (fixture) => preparePost(fixture, "/hide"),
    json: { reason: "Não cabe aqui." },
  },
  "POST /api/community/posts/:postId/show": { expect: admins(200), prepare: (fixture) => preparePost(fixture, "/show") },
  "POST /api/community/posts/:postId/word": {
    expect: admins(200),
    prepare: (fixture) => preparePost(fixture, "/word"),
    json: { body: "Uma palavra ao autor." },
  },
  "GET /api/community/posts/:postId/words": {
    expect: [401, 200, 403, 403, 403, 200, 401],
    prepare: (fixture) => preparePost(fixture, "/words"),
  },
  ...Object.fromEntries(
    ["lock", "unlock", "pin", "unpin", "show"].map((act): [string, Line] => [
      `POST /api/community/topics/:topicId/${act}`,
      { expect: admins(200), prepare: (fixture) => prepareTopic(fixture, `/${act}`) },
    ]),
  ),
  "GET /api/community/topics/:topicId/hiding": {
    expect: signedIn(404), // it is not hidden
    prepare: (fixture) => prepareTopic(fixture, "/hiding"),
  },
  "POST /api/community/topics/:topicId/hide": {
    expect: admins(200),
    prepare: (fixture) => prepareTopic(fixture, "/hide"),
    json: { reason: "Não cabe aqui." },
  },
  "POST /api/community/topics/:topicId/move": {
    expect: admins(200),
    prepare: (fixture) => prepareTopic(fixture, "/move"),
    json: { boardId: "aprendiz" },
  },
  "PUT /api/community/topics/:topicId/title": {
    expect: [401, 403, 403, 403, 403, 409, 401], // it is not the title that was shown
    prepare: (fixture) => prepareTopic(fixture, "/title"),
    json: { title: "Outro título", before: "Um título de antes" },
  },
  "POST /api/community/topics/:topicId/split": {
    expect: [401, 403, 403, 403, 403, 422, 401], // the topic has no second post
    prepare: (fixture) => prepareTopic(fixture, "/split"),
    json: { numbers: [2], title: "Outro assunto" },
  },
  "POST /api/community/boards": {
    expect: admins(200),
    json: () => ({ id: `s-${crypto.randomUUID()}`, name: "Sala", description: "", degree: null }),
  },
  "PUT /api/community/boards/:boardId": {
    expect: admins(200),
    path: () => "/api/community/boards/geral",
    json: { name: "Geral", description: "", position: 1, closed: false },
  },
  "GET /api/community/boards/:boardId/moderators": {
    expect: admins(200),
    path: () => "/api/community/boards/geral/moderators",
  },
  "POST /api/community/boards/:boardId/moderators/candidates": {
    expect: admins(200),
    path: () => "/api/community/boards/geral/moderators/candidates",
    json: { q: "silva" },
  },
  "PUT /api/community/boards/:boardId/moderators": {
    expect: admins(200),
    path: () => "/api/community/boards/geral/moderators",
    json: { memberIds: [] },
  },
  "GET /api/community": { expect: signedIn(200) },
  "PUT /api/community/rules": { expect: signedIn(200) },
  "GET /api/community/boards/:boardId/topics": { expect: signedIn(200), path: () => "/api/community/boards/geral/topics" },
  "POST /api/community/boards/:boardId/topics": {
    expect: signedIn(200),
    prepare: async ({ caller }) => {
      await settle(caller);
      return { path: "/api/community/boards/geral/topics", json: newTopic() };
    },
  },
  "GET /api/community/topics/:topicId": { expect: signedIn(200), prepare: async (fixture) => prepareTopic(fixture) },
  "POST /api/community/topics/:topicId/posts": {
    expect: signedIn(200),
    prepare: async (fixture) => {
      const { path } = await prepareTopic(fixture, "/posts");
      return { path, json: { id: crypto.randomUUID(), source: "Uma resposta.", boardId: "geral", quote: null } };
    },
  },
  "PUT /api/community/topics/:topicId/answer": {
    expect: [401, 200, 403, 403, 403, 200, 401], // its opener, and who moderates
    prepare: async (fixture) => ({ ...(await prepareTopic(fixture, "/answer")), json: { number: null } }),
  },
  "PUT /api/community/topics/:topicId/follow": {
    expect: signedIn(200),
    prepare: async (fixture) => ({ ...(await prepareTopic(fixture, "/follow")), json: { following: true } }),
  },
  "PUT /api/community/topics/:topicId/read": {
    expect: signedIn(200),
    prepare: async (fixture) => ({ ...(await prepareTopic(fixture, "/read")), json: { upTo: 1 } }),
  },
  "PUT /api/community/boards/:boardId/follow": {
    expect: signedIn(200),
    path: () => "/api/community/boards/geral/follow",
    json: { following: true },
  },
  "PUT /api/community/boards/:boardId/visit": { expect: signedIn(200), path: () => "/api/community/boards/geral/visit" },
  "GET /api/community/texts/:kind/:textId": { expect: signedIn(200), path: () => "/api/community/texts/lesson/m01-l01" },
  "PUT /api/community/posts/:postId": {
    expect: [401, 200, 403, 403, 403, 403, 401], // nobody changes another's words, administrators neither
    prepare: async (fixture) => ({ ...(await preparePost(fixture)), json: { source: "Outra pergunta.", version: 1 } }),
  },
  "DELETE /api/community/posts/:postId": {
    expect: [401, 200, 403, 403, 403, 403, 401],
    prepare: async (fixture) => ({ ...(await preparePost(fixture)), json: { version: 1 } }),
  },
  "GET /api/community/posts/:postId/versions": {
    expect: signedIn(200),
    prepare: async (fixture) => preparePost(fixture, "/versions"),
  },
  "PUT /api/community/posts/:postId/reactions/:kind": {
    expect: [401, 403, 200, 200, 200, 200, 401], // to another's post
    prepare: async (fixture) => preparePost(fixture, "/reactions/useful"),
  },
  "DELETE /api/community/posts/:postId/reactions/:kind": {
    expect: [401, 403, 200, 200, 200, 200, 401],
    prepare: async (fixture) => preparePost(fixture, "/reactions/useful"),
  },
  "GET /api/community/drafts/:place": { expect: signedIn(200), path: () => "/api/community/drafts/board:geral" },
  "PUT /api/community/drafts/:place": {
    expect: signedIn(200),
    prepare: async ({ caller }) => {
      await caller?.delete("/api/community/drafts/board:geral");
      return { path: "/api/community/drafts/board:geral", json: { title: "T", body: "B", version: 0 } };
    },
  },
  "DELETE /api/community/drafts/:place": { expect: signedIn(200), path: () => "/api/community/drafts/board:geral" },
  "POST /api/community/preview": { expect: signedIn(200), json: { boardId: "geral", source: "*B*" } },
  "GET /api/community/mentions": { expect: signedIn(200), path: () => "/api/community/mentions?board=geral&q=me" },
  "POST /api/community/images": {
    expect: signedIn(200),
    file: () => picture,
    prepare: async ({ caller }) => {
      await settle(caller);
      return { path: "/api/community/images?board=geral" };
    },
  },
  "GET /api/community/images/:imageId": {
    expect: ownerOnly(200), // until a post shows it
    prepare: async ({ member }) => {
      await settle(member);
      const sent = await member.send("/api/community/images?board=geral", { method: "POST", body: picture });
      return { path: ((await sent.json()) as { path: string }).path };
    },
  },
  "PUT /api/community/profile": {
    expect: signedIn(200),
    json: () => ({ displayName: `Irmão ${crypto.randomUUID().replaceAll(/[\d-]/g, "")}`, showLodge: true }), // nobody else's
  },
  "GET /api/studies": { expect: signedIn(200) },
  "GET /api/studies/:studyId": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/studies/marca-e-salario",
  },
  "PUT /api/studies/:studyId/position": {
    expect: [401, 403, 403, 200, 200, 200, 401],
    path: () => "/api/studies/marca-e-salario/position",
    json: { position: 0.1 },
  },
  "GET /api/plates": { expect: signedIn(200) },
  "GET /api/plates/:plate": { expect: signedIn(200), path: () => "/api/plates/I" },
  "GET /api/week": { expect: signedIn(200) },
  "PUT /api/week/steps/:step": {
    expect: signedIn(200),
    path: () => "/api/week/steps/piece",
    json: () => ({ monday: mondayOf(isoDayInBrasilia(new Date())), done: true }),
  },
  "GET /api/reading-groups": { expect: signedIn(200) },
  "POST /api/reading-groups": {
    expect: signedIn(403),
    officers: [200, 403],
    json: () => ({
      ...{ id: crypto.randomUUID(), name: "Leitura", word: "", degree: "aprendiz", texts: GROUP_TEXTS },
      startsOn: mondayOf(isoDayInBrasilia(new Date())),
    }),
  },
  "GET /api/reading-groups/texts": { expect: signedIn(403), officers: [200, 403] },
  "GET /api/reading-groups/:groupId": {
    expect: ownerOnly(200),
    officers: [200, 200],
    prepare: (fixture) => aGroup(fixture, {}),
  },
  "PUT /api/reading-groups/:groupId": {
    expect: signedIn(403),
    officers: [200, 403],
    prepare: (fixture) => aGroup(fixture, { isKept: true }),
    json: { name: "Leitura", word: "", texts: GROUP_TEXTS },
  },
  "POST /api/reading-groups/:groupId/close": {
    expect: signedIn(403),
    officers: [200, 403],
    prepare: (fixture) => aGroup(fixture, { tail: "/close", isKept: true }),
  },
  "PUT /api/reading-groups/:groupId/keeper": {
    expect: signedIn(403),
    officers: [200, 403],
    prepare: async (fixture) => ({
      ...(await aGroup(fixture, { tail: "/keeper" })),
      json: { memberId: fixture.caller?.id ?? fixture.member.id },
    }),
  },
  "PUT /api/reading-groups/:groupId/membership": {
    expect: ownerOnly(200),
    officers: [200, 200],
    prepare: (fixture) => aGroup(fixture, { tail: "/membership" }),
    json: { showsReading: true },
  },
  "DELETE /api/reading-groups/:groupId/membership": {
    expect: signedIn(200), // who is in none has left
    prepare: (fixture) => aGroup(fixture, { tail: "/membership" }),
  },
  "POST /api/reading-groups/:groupId/weeks/:number/topic": {
    expect: ownerOnly(200),
    officers: [200, 200],
    prepare: (fixture) => aGroup(fixture, { tail: "/weeks/1/topic", joined: true }),
  },
  "GET /api/reading-groups/:groupId/kit": {
    expect: ownerOnly(200),
    officers: [200, 200],
    prepare: (fixture) => aGroup(fixture, { tail: "/kit" }),
  },
  "POST /api/studies/:studyId/readings": {
    expect: signedIn(200),
    path: () => "/api/studies/oito-horas-para-um-irmao/readings",
    json: { readOn: "2026-03-12" },
  },
  "DELETE /api/studies/:studyId/readings/:readOn": {
    expect: signedIn(200),
    path: () => "/api/studies/oito-horas-para-um-irmao/readings/2026-03-12",
  },
  "POST /api/studies/:studyId/questions/:questionId/answer": {
    expect: [401, 403, 403, 404, 404, 404, 401],
    path: () => "/api/studies/marca-e-salario/questions/nada/answer",
    json: { given: [crypto.randomUUID()] },
  },
  "GET /api/atlas": { expect: signedIn(200) },
  "GET /api/ephemerides": { expect: signedIn(200), path: () => "/api/ephemerides?month=11" },
  "GET /api/ephemerides/feed": { expect: signedIn(200) },
  "POST /api/ephemerides/feed": { expect: signedIn(200) },
  "GET /api/ephemerides/calendar.ics": { expect: everybody(404), path: () => "/api/ephemerides/calendar.ics?token=nada" }, // the address is the right to it
  "GET /api/library/open": { expect: everybody(200) },
  "GET /api/dictionary": { expect: everybody(200) },
  "GET /api/dictionary/entries": { expect: everybody(200) },
  "GET /api/dictionary/entry": { expect: everybody(200), path: () => "/api/dictionary/entry?slug=acacia" },
  "GET /api/documents": { expect: signedIn(200) },
  "GET /api/documents/:documentId": {
    expect: [401, 404, 404, 200, 200, 200, 401],
    path: () => "/api/documents/boston-1769",
  },
  "POST /api/documents/:documentId/questions/:questionId/answer": {
    expect: signedIn(404),
    path: () => "/api/documents/schaw-1598/questions/nada/answer",
    json: { given: [crypto.randomUUID()] },
  },
  "GET /api/dashboard": { expect: signedIn(200) },

  "GET /api/certificates": { expect: signedIn(200) },
  "POST /api/certificates/check": { expect: everybody(200), json: { code: "RY-0000" } },
  "PATCH /api/certificates/:certificateId": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: await ownCertificate(fixture, "/api/certificates/:certificateId") }),
    json: { open: false },
  },
  "GET /api/certificates/:certificateId/pdf": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: await ownCertificate(fixture, "/api/certificates/:certificateId/pdf") }),
  },
  "GET /api/certificates/:certificateId/badge": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: await ownCertificate(fixture, "/api/certificates/:certificateId/badge") }),
  },
  "GET /api/certificates/:certificateId/credential": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: await ownCertificate(fixture, "/api/certificates/:certificateId/credential") }),
  },
  "GET /api/credentials/issuer": { expect: everybody(200) },
  "GET /api/credentials/key": { expect: everybody(200) },
  "GET /api/credentials/status": { expect: everybody(200), path: () => "/api/credentials/status?list=1" },
  "GET /api/credentials/keys": { expect: everybody(200) },
  "GET /api/admin/certificates": { expect: admins(200) },
  "GET /api/admin/exam-questions": { expect: admins(200), path: () => "/api/admin/exam-questions?degree=mestre" },
  "GET /api/admin/exam-questions/:questionId": {
    expect: admins(200),
    path: ({ questionId }) => `/api/admin/exam-questions/${questionId}`,
  },
  "PUT /api/admin/exam-questions/:questionId/draw": {
    expect: admins(200),
    path: ({ questionId }) => `/api/admin/exam-questions/${questionId}/draw`,
    json: { drawn: false },
  },
  "POST /api/admin/certificates/:certificateId/revoke": {
    expect: admins(200),
    prepare: async (fixture) => ({ path: await ownCertificate(fixture, "/api/admin/certificates/:certificateId/revoke") }),
    json: { reason: "Emitido por engano" },
  },
  "POST /api/admin/certificates/:certificateId/reissue": {
    expect: admins(200),
    prepare: async (fixture) => ({ path: await ownCertificate(fixture, "/api/admin/certificates/:certificateId/reissue") }),
    json: { reason: "Emitido por engano" },
  },

  "GET /api/exams": { expect: signedIn(200) },
  "GET /api/exams/:degree": { expect: signedIn(200), path: () => "/api/exams/mestre" },
  "POST /api/exams/:degree/attempts": {
    expect: [401, 200, 403, 403, 403, 403, 401], // only the member has studied
    path: () => "/api/exams/aprendiz/attempts",
    spends: true,
    prepare: async ({ member }) => void (await completeDegree(app.services.db, app.services.catalogue(), member.id, "aprendiz")),
  },
  "GET /api/exam-attempts/:attemptId": {
    expect: ownerOnly(200),
    prepare: async (fixture) => {
      const { path } = await ownAttempt(fixture, "");
      await fixture.member.post(`${path}/delivery`); // there is a result then
      return { path };
    },
  },
  "POST /api/exam-attempts/:attemptId/delivery": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: (await ownAttempt(fixture, "/delivery")).path }),
  },
  "PUT /api/exam-attempts/:attemptId/items/:place/answer": {
    expect: ownerOnly(200),
    prepare: async (fixture) => {
      const { path, given } = await ownAttempt(fixture, "/items/1/answer");
      return { path, json: { given } };
    },
  },
  "PUT /api/exam-attempts/:attemptId/items/:place/flag": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: (await ownAttempt(fixture, "/items/1/flag")).path }),
    json: { flagged: true },
  },

  "GET /api/review": { expect: signedIn(200) },
  "GET /api/review/settings": { expect: signedIn(200) },
  "PUT /api/review/settings": {
    expect: signedIn(200),
    json: { perDay: 20, pausedUntil: null, timeZone: "America/Sao_Paulo" },
  },
  "PUT /api/review/time-zone": { expect: signedIn(200), json: { timeZone: "America/Manaus" } },
  "POST /api/review/cards/question/:subject/answer": {
    expect: ownerOnly(200),
    prepare: async (fixture) => {
      const { id, check } = app.services.catalogue().modules[0]!.lessons[0]!;
      await app.services.db.delete(examAttempts); // while one runs, its questions are answered nowhere else
      await ownCard(fixture, "question", check!.id, id);
      return { path: `/api/review/cards/question/${check!.id}/answer`, json: { given: rightAnswer(check!), seen: 0 } };
    },
  },
  "POST /api/review/cards/:kind/:subject/grade": {
    expect: ownerOnly(200),
    prepare: async (fixture) => {
      const { id, text } = app.services.catalogue().modules[0]!.lessons[0]!;
      await ownCard(fixture, "term", text!.terms[0]!, id);
      return { path: `/api/review/cards/term/${text!.terms[0]}/grade`, json: { grade: "good", seen: 0 } };
    },
  },

  "GET /api/library/items": { expect: signedIn(200) },
  "GET /api/library/categories": { expect: signedIn(200) },
  "GET /api/library/items/:id": { expect: signedIn(200), path: ({ itemId }) => `/api/library/items/${itemId}` },
  "POST /api/library/items": { expect: admins(200), json: BOOK },
  "PUT /api/library/items/:id": {
    expect: admins(200),
    path: ({ itemId }) => `/api/library/items/${itemId}`,
    json: { ...BOOK, version: 1 },
  },
  "DELETE /api/library/items/:id": { expect: admins(200), path: ({ itemId }) => `/api/library/items/${itemId}` },
  "POST /api/library/preview": { expect: admins(200), json: { text: "Um texto" } },
  "POST /api/library/uploads/:kind": {
    expect: admins(200),
    path: () => "/api/library/uploads/document",
    file: () => new Uint8Array(pdf()),
  },
  "GET /api/library/covers/:id": {
    expect: signedIn(200),
    prepare: async () => ({ path: (await bookWithFiles()).coverImageUrl! }),
  },
  "GET /api/library/items/:id/document": {
    expect: signedIn(200),
    prepare: async () => ({ path: (await bookWithFiles()).document!.url }),
  },

  "GET /api/events": { expect: signedIn(200) },
  "GET /api/notices": { expect: signedIn(200) },
  "GET /api/notices/unread": { expect: signedIn(200) },
  "GET /api/notices/preferences": { expect: signedIn(200) },
  "PATCH /api/notices/preferences": { expect: signedIn(200), json: { channels: { study: "here" } } },
  "PUT /api/notices/push": { expect: signedIn(200), json: { endpoint: "https://fcm.googleapis.com/fcm/send/x" } },
  "DELETE /api/notices/push": { expect: signedIn(200), json: { endpoint: "https://fcm.googleapis.com/fcm/send/x" } },
  "POST /api/notices/one-click": {
    expect: everybody(200),
    path: ({ member }) => leavePathOf(member),
  },
  "GET /api/notices/one-click": { expect: everybody(302) },
  "PUT /api/notices/read": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ json: { newest: await ownNotice(fixture) } }),
  },
  "GET /api/notices/:noticeId/parts": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: `/api/notices/${await ownNotice(fixture)}/parts` }),
  },
  "PUT /api/notices/:noticeId/read": {
    expect: ownerOnly(200),
    prepare: async (fixture) => ({ path: `/api/notices/${await ownNotice(fixture)}/read` }),
  },

  "GET /api/mentoring/mentors": { expect: signedIn(200) },
  "POST /api/mentoring/mentors/search": { expect: signedIn(200), json: { q: "ritual" } },
  "GET /api/mentoring/summary": { expect: signedIn(200) },
  "GET /api/mentoring/sessions": { expect: signedIn(200) },
  "POST /api/mentoring/sessions": {
    expect: signedIn(200),
    json: ({ teacherId }: Fixture) => ({ mentorId: teacherId, title: "Dúvidas", description: "Sobre a lição." }),
  },
  "GET /api/mentoring/states": { expect: admins(200) },
  "GET /api/mentoring/upcoming": { expect: signedIn(200) },
  "GET /api/mentoring/sessions/:mentorshipSessionId": { expect: parties(200, 200), ...mentorshipSession() },
  "GET /api/mentoring/sessions/:mentorshipSessionId/sessao.ics": {
    expect: parties(200, 200),
    status: "accepted",
    ...mentorshipSession("/sessao.ics"),
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/accept": {
    expect: parties(403, 200),
    ...mentorshipSession("/accept"),
    json: { scheduledDate: soon(), durationMinutes: 60, place: "Loja" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/decline": {
    expect: parties(403, 200),
    ...mentorshipSession("/decline"),
    json: { reason: "Sem tempo agora" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/withdraw": {
    expect: parties(200, 403),
    ...mentorshipSession("/withdraw"),
    json: { reason: "Mudei de ideia" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/cancel": {
    expect: parties(200, 200),
    status: "accepted",
    ...mentorshipSession("/cancel"),
    prepare: (fixture) => changeSession(fixture, { scheduledDate: inAnHour() }),
    json: { reason: "Imprevisto" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/complete": {
    expect: parties(403, 200),
    status: "accepted",
    ...mentorshipSession("/complete"),
    json: {},
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/miss": {
    expect: parties(403, 200),
    status: "accepted",
    ...mentorshipSession("/miss"),
    json: { absence: "call" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/object": {
    expect: parties(200, 403),
    status: "cancelled",
    ...mentorshipSession("/object"),
    prepare: (fixture) => changeSession(fixture, { absence: "call", endedAt: new Date() }),
    json: { reason: "Estive lá" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/propose": {
    expect: parties(200, 200),
    status: "accepted",
    ...mentorshipSession("/propose"),
    json: { scheduledDate: soon(), durationMinutes: 60, place: "Loja" },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/agree": {
    expect: parties(409, 200), // nobody agrees to their own proposal
    status: "accepted",
    ...mentorshipSession("/agree"),
    prepare: proposeByMentee,
    json: { proposal: 1 },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/keep": {
    expect: parties(200, 200),
    status: "accepted",
    ...mentorshipSession("/keep"),
    prepare: proposeByMentee,
    json: { proposal: 1 },
  },
  "GET /api/mentoring/agenda": { expect: mentorsOnly(200), officers: [403, 403] },
  "PUT /api/mentoring/agenda": {
    expect: mentorsOnly(200),
    officers: [403, 403],
    json: {
      ...{ timeZone: "America/Sao_Paulo", hours: [], blocks: [], noticeHours: 24, gapMinutes: 15, maxMentees: 5 },
      pausedUntil: null,
    },
  },
  "PUT /api/mentoring/profile": {
    expect: mentorsOnly(200),
    officers: [403, 403],
    json: { bio: "Mentor", specialties: "" },
  },
  "GET /api/mentoring/day": { expect: mentorsOnly(200), officers: [403, 403] },
  "PUT /api/mentoring/mentees/:userId/note": {
    expect: [401, 403, 403, 200, 404, 403, 401], // of one's own mentees
    officers: [403, 403],
    path: ({ member }) => `/api/mentoring/mentees/${member.id}/note`,
    json: { body: "Uma nota." },
  },
  "GET /api/mentoring/mentors/:userId/hours": {
    expect: signedIn(200),
    path: ({ teacherId }) => `/api/mentoring/mentors/${teacherId}/hours`,
  },
  "POST /api/mentoring/mentors/:userId/hold": {
    expect: signedIn(409), // this mentor has said no hours
    path: ({ teacherId }) => `/api/mentoring/mentors/${teacherId}/hold`,
    json: { startsAt: soon() },
  },
  "POST /api/mentoring/sessions/:mentorshipSessionId/rate": {
    expect: parties(200, 403),
    status: "completed",
    ...mentorshipSession("/rate"),
    json: { rating: 5, comment: "" },
  },
  "GET /api/mentoring/sessions/:mentorshipSessionId/messages": { expect: parties(200, 200), ...mentorshipSession("/messages") },
  "POST /api/mentoring/sessions/:mentorshipSessionId/messages": {
    expect: parties(200, 200),
    ...mentorshipSession("/messages"),
    json: { body: "Bom dia", key: crypto.randomUUID() },
  },
  "PUT /api/mentoring/sessions/:mentorshipSessionId/messages/:number": {
    expect: parties(200, 403), // the mentee's own
    prepare: (fixture) => aMessage(fixture),
    json: { body: "Mudada." },
  },
  "DELETE /api/mentoring/sessions/:mentorshipSessionId/messages/:number": {
    expect: parties(200, 403),
    prepare: (fixture) => aMessage(fixture),
  },
  "POST /api/mentoring/files": {
    expect: parties(200, 200),
    path: ({ mentorshipSessionId }) => `/api/mentoring/files?session=${mentorshipSessionId}`,
    file: () => picture,
  },
  "GET /api/mentoring/sessions/:mentorshipSessionId/messages/:number/file": {
    expect: parties(200, 200),
    prepare: async (fixture) => {
      const { mentorshipSessionId } = fixture;
      const member = fixture.member;
      const answer = await member.send(`/api/mentoring/files?session=${mentorshipSessionId}`, {
        method: "POST",
        body: picture,
        headers: { "content-type": "application/octet-stream" },
      });
      const { id: fileId } = (await answer.json()) as { id: string };
      const message = { body: "", key: crypto.randomUUID(), fileId, fileName: "folha.png" };
      const { body } = await member.post(`/api/mentoring/sessions/${mentorshipSessionId}/messages`, message);
      return { path: `/api/mentoring/sessions/${mentorshipSessionId}/messages/${body.number}/file` };
    },
  },
  "PUT /api/mentoring/sessions/:mentorshipSessionId/messages/read": {
    expect: parties(200, 200),
    ...mentorshipSession("/messages/read"),
    json: { upTo: 0 },
  },
  "GET /api/mentors": { expect: admins(200) },
  "POST /api/mentors/search": { expect: admins(200), json: {} },
  "POST /api/mentors": {
    expect: admins(200),
    prepare: async ({ victimId }) => {
      await app.services.db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, victimId));
      return undefined;
    },
    json: ({ victimId }: Fixture) => ({ userId: victimId, bio: "Mestre", specialties: "História", maxMentees: 5 }),
  },
  "POST /api/mentors/candidates/search": { expect: admins(200), json: {} },
  "PUT /api/mentors/:mentorId": {
    expect: admins(200),
    path: ({ mentorId }) => `/api/mentors/${mentorId}`,
    json: { bio: "Mentor", specialties: "", maxMentees: 5 },
  },
  "DELETE /api/mentors/:mentorId": {
    expect: admins(200),
    prepare: async () => ({ path: `/api/mentors/${(await rowOfMentor(app, (await mentorOf(app)).id)).id}` }),
  },
  "PATCH /api/mentors/:mentorId": {
    expect: admins(200),
    path: ({ mentorId }) => `/api/mentors/${mentorId}`,
    json: { isActive: true },
  },

  "GET /api/admin/summary": { expect: admins(200) },
  "GET /api/admin/system": { expect: admins(200) },
  "POST /api/admin/system/tasks/retry": { expect: admins(200) },
  "POST /api/admin/members/search": { expect: admins(200), json: {} },
  "POST /api/admin/members/list": { expect: admins(200), json: {} },
  "GET /api/admin/members/choices": { expect: admins(200) },
  "POST /api/admin/members/export": { expect: admins(200), json: {} },
  "POST /api/admin/members/batch": {
    expect: admins(200),
    json: ({ victimId }: Fixture) => ({ act: "degree", degree: "companheiro", userIds: [victimId] }),
  },
  "PUT /api/admin/members/:userId/role": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/role`,
    json: { role: "admin", typedName: "Membro de Teste" },
  },
  "PUT /api/admin/members/:userId/degree": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/degree`,
    json: { degree: "companheiro" },
  },
  "PUT /api/admin/members/:userId/record": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/record`,
    json: { name: "Nome Corrigido", lodgeId: null },
  },
  "POST /api/admin/members/:userId/password-link": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/password-link`,
  },
  "POST /api/admin/members/:userId/confirmation-letter": {
    expect: admins(200),
    prepare: async ({ victimId }) => {
      await app.services.db
        .update(profiles)
        .set({ awaitsConfirmation: true, emailVerified: false })
        .where(eq(profiles.id, victimId));
      return { path: `/api/admin/members/${victimId}/confirmation-letter` };
    },
  },
  "DELETE /api/admin/members/:userId/sessions": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/sessions`,
  },
  "POST /api/admin/members/:userId/factors-reset": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/factors-reset`,
    prepare: async ({ victimId: userId }) =>
      void (await app.services.db
        .insert(factors)
        .values({ userId, kind: "totp", name: "Telefone", secret: "-", verifiedAt: new Date() })),
  },
  "POST /api/admin/members/:userId/suspension": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/suspension`,
    json: { reason: "Pedido da Loja" },
  },
  "DELETE /api/admin/members/:userId/suspension": {
    expect: admins(200),
    path: ({ victimId }) => `/api/admin/members/${victimId}/suspension`,
    prepare: async ({ victimId }) =>
      void (await app.services.db
        .update(profiles)
        .set({ suspendedAt: new Date(), suspensionReason: "Teste" })
        .where(eq(profiles.id, victimId))),
  },
  "DELETE /api/admin/members/:userId": { expect: admins(200), path: ({ victimId }) => `/api/admin/members/${victimId}` },
  "GET /api/admission": { expect: signedIn(200) },
  /** Nobody here waits to be admitted. */
  "POST /api/admission": { expect: signedIn(409), json: { message: "" } },
  "GET /api/admin/admissions": { expect: admins(200) },
  "POST /api/admissions/decisions": {
    expect: admins(200),
    officers: [200, 403], // what they may do to whom is in admission.test.ts
    json: ({ victimId }: Fixture) => ({ decision: "accept", userIds: [victimId] }),
  },
  "GET /api/oversight": { expect: signedIn(200) },
  "POST /api/oversight/contestations": { expect: signedIn(200), json: { lineId: null, about: "other", words: "Uma palavra." } },
  "GET /api/admin/members/:userId": { expect: admins(200), path: ({ victimId }) => `/api/admin/members/${victimId}` },
  "GET /api/admin/contestations": { expect: admins(200) },
  "POST /api/admin/contestations/:contestationId/answer": {
    expect: admins(200),
    prepare: async ({ victimId }) => {
      const row = { userId: victimId, about: "other" as const, words: "Uma palavra." };
      const [made] = await app.services.db.insert(contestations).values(row).returning({ id: contestations.id });
      return { path: `/api/admin/contestations/${made!.id}/answer`, json: { answer: "Respondido." } };
    },
  },
  "GET /api/house": { expect: everybody(200) },
  "GET /api/own-lodge": { expect: signedIn(403), officers: [200, 403] },
  "GET /api/own-lodge/members/:userId": {
    expect: signedIn(403),
    officers: [404, 403],
    path: ({ victimId }) => `/api/own-lodge/members/${victimId}`,
  },
  "GET /api/own-lodge/report": { expect: signedIn(403), officers: [200, 403] },
  "GET /api/admin/reports": { expect: admins(200) },
  "GET /api/admin/weeks": { expect: admins(200) },
  "GET /api/admin/letters": { expect: admins(200) },
  "POST /api/own-lodge/degree-requests/:requestId/approve": {
    expect: admins(200),
    officers: [200, 403],
    path: ({ requestId }) => `/api/own-lodge/degree-requests/${requestId}/approve`,
  },
  "POST /api/own-lodge/degree-requests/:requestId/refuse": {
    expect: admins(200),
    officers: [200, 403],
    path: ({ requestId }) => `/api/own-lodge/degree-requests/${requestId}/refuse`,
    json: { reason: "A Loja não confirma." },
  },
  "GET /api/lodges/suggestions": { expect: everybody(200), path: () => "/api/lodges/suggestions?q=luz" },
  "GET /api/admin/lodges": { expect: admins(200) },
  "GET /api/admin/lodges/options": { expect: admins(200) },
  "POST /api/admin/lodges": { expect: admins(200), json: () => aLodge(crypto.randomUUID().slice(0, 8)) },
  "GET /api/admin/lodges/:lodgeId": { expect: admins(200), prepare: async () => ({ path: await lodgePath() }) },
  "PUT /api/admin/lodges/:lodgeId": {
    expect: admins(200),
    prepare: async () => ({ path: await lodgePath(), json: aLodge(crypto.randomUUID().slice(0, 8)) }),
  },
  "PUT /api/admin/lodges/:lodgeId/active": {
    expect: admins(200),
    prepare: async () => ({ path: await lodgePath("/active"), json: { active: false } }),
  },
  "POST /api/admin/lodges/:lodgeId/officers": { expect: admins(200), prepare: anOfficer },
  "DELETE /api/admin/lodge-officers/:officerId": { expect: admins(200), prepare: aTerm },
  "GET /api/admin/lodge-spellings": { expect: admins(200) },
  "POST /api/admin/lodge-spellings": {
    expect: admins(200),
    prepare: async () => ({ json: { key: crypto.randomUUID(), lodgeId: (await lodgePath()).split("/").at(-1) } }),
  },
  "POST /api/admin/lodge-spellings/part": { expect: admins(200), prepare: async () => ({ json: { key: await aSpelling() } }) },
  "GET /api/admin/authors": { expect: admins(200) },
  "PUT /api/admin/authors": {
    expect: admins(200),
    json: ({ member }: Fixture) => ({ memberId: member.id, degree: "aprendiz", part: "author", given: false }),
  },
  "GET /api/authoring/outline": {
    expect: [401, 403, 403, 200, 403, 200, 401],
    prepare: async (fixture) => {
      await prepareText("")(fixture);
      return { path: "/api/authoring/outline?degree=aprendiz" };
    },
  },
  "GET /api/authoring/readers": {
    expect: [401, 403, 403, 200, 403, 200, 401],
    path: () => "/api/authoring/readers?degree=aprendiz",
  },
  "POST /api/authoring/lessons": { expect: writersOnly(200), json: { moduleId: 1, title: "Uma lição nova" } },
  "POST /api/authoring/lessons/:id/move": {
    expect: writersOnly(200),
    path: () => `/api/authoring/lessons/${LESSON_ID}/move`,
    json: { number: 1 },
  },
  "POST /api/authoring/modules": {
    expect: writersOnly(200),
    json: { degree: "aprendiz", title: "Um módulo", description: "De que ele trata, em poucas palavras.", requires: [] },
  },
  "PUT /api/authoring/modules/:id": {
    expect: writersOnly(200),
    path: () => "/api/authoring/modules/1",
    json: { title: "Um módulo", description: "De que ele trata, em poucas palavras.", requires: [] },
  },
  "POST /api/authoring/modules/:id/move": {
    expect: writersOnly(200),
    path: () => "/api/authoring/modules/1/move",
    json: { number: 1 },
  },
  "DELETE /api/authoring/modules/:id": { expect: writersOnly(409), path: () => "/api/authoring/modules/2" },
  "POST /api/authoring/pictures/:degree": {
    expect: writersOnly(200),
    path: () => "/api/authoring/pictures/aprendiz",
    file: () => picture,
  },
  "GET /api/pictures/:id": {
    expect: signedIn(200),
    prepare: async () => {
      const author = await app.member();
      await app.services.db.insert(authors).values({ memberId: author.id, degree: "aprendiz", part: "author" });
      const sent = await author.send("/api/authoring/pictures/aprendiz", { method: "POST", body: picture });
      return { path: ((await sent.json()) as { path: string }).path };
    },
  },
  "GET /api/authoring/questions": {
    expect: writersOnly(200),
    path: () => `/api/authoring/questions?kind=lesson&id=${LESSON_ID}`,
  },
  "POST /api/authoring/texts": {
    expect: writersOnly(200),
    json: { shelf: "piece", degree: "aprendiz", title: "Uma peça nova" },
  },
  "POST /api/authoring/questions": { expect: writersOnly(200), json: { kind: "lesson", id: LESSON_ID } },
  "GET /api/authoring/questions/:id/figures": {
    expect: writersOnly(200),
    path: () => `/api/authoring/questions/${LESSON_ID}-q81/figures`,
  },
  "GET /api/authoring/texts/:kind/:id": { expect: writersOnly(200), prepare: prepareText("") },
  "PUT /api/authoring/texts/:kind/:id": {
    expect: writersOnly(200),
    prepare: prepareText(""),
    json: { version: 0, body: TEXT },
  },
  "POST /api/authoring/texts/:kind/:id/preview": {
    expect: writersOnly(200),
    prepare: prepareText("/preview"),
    json: { body: TEXT },
  },
  "POST /api/authoring/texts/:kind/:id/look": { expect: writersOnly(200), prepare: prepareText("/look") },
  "GET /api/authoring/texts/:kind/:id/readers": { expect: writersOnly(200), prepare: prepareText("/readers", "review") },
  "GET /api/authoring/texts/:kind/:id/versions/:number": { expect: writersOnly(200), prepare: prepareText("/versions/1") },
  "GET /api/authoring/texts/:kind/:id/copies/:copyId": { expect: writersOnly(200), prepare: prepareText("/copies/:copyId") },
  "POST /api/authoring/texts/:kind/:id/submit": {
    expect: writersOnly(200),
    prepare: prepareText("/submit", "draft"),
    json: { version: 1, reason: "Um motivo" },
  },
  "POST /api/authoring/texts/:kind/:id/return": {
    expect: writersOnly(200),
    prepare: prepareText("/return", "review"),
    json: { version: 1, words: "Falta uma fonte" },
  },
  "POST /api/authoring/texts/:kind/:id/publish": {
    expect: writersOnly(200),
    prepare: prepareText("/publish", "review"),
    json: { version: 1, at: null },
  },
  "POST /api/authoring/texts/:kind/:id/unschedule": {
    expect: writersOnly(200),
    prepare: prepareText("/unschedule", "scheduled"),
    json: { version: 1 },
  },
  "POST /api/authoring/texts/:kind/:id/discard": {
    expect: writersOnly(200),
    prepare: prepareText("/discard", "draft"),
    json: { version: 1 },
  },
  "POST /api/authoring/texts/:kind/:id/restore": {
    expect: writersOnly(200),
    prepare: prepareText("/restore"),
    json: { number: 1 },
  },
  "POST /api/authoring/texts/:kind/:id/retire": {
    expect: writersOnly(200),
    prepare: prepareText("/retire"),
    json: { retired: false },
  },
  "POST /api/authoring/texts/:kind/:id/settle": {
    expect: writersOnly(200),
    prepare: async (fixture) => {
      const prepared = await prepareText("/settle")(fixture);
      await app.services.db
        .insert(textVersions)
        .values({ kind: "lesson", subjectId: LESSON_ID, number: 2, origin: "repository", body: TEXT });
      return prepared;
    },
    json: { take: "ours" },
  },
  "POST /api/authoring/texts/:kind/:id/remarks": {
    expect: writersOnly(200),
    prepare: prepareText("/remarks", "review"),
    json: { passage: "", words: "Um reparo" },
  },
  "POST /api/authoring/texts/:kind/:id/remarks/:remarkId/settle": {
    expect: writersOnly(200),
    prepare: prepareText("/remarks/:remarkId/settle", "review"),
  },
  "GET /api/admin/settings": { expect: admins(200) },
  "PUT /api/admin/settings/:key": {
    expect: admins(200),
    path: () => "/api/admin/settings/senderName",
    json: { value: "Academia" },
  },
  "GET /api/admin/degree-requests": { expect: admins(200) },
  "POST /api/admin/degree-requests/:requestId/approve": {
    expect: admins(200),
    path: ({ requestId }) => `/api/admin/degree-requests/${requestId}/approve`,
  },
  "POST /api/admin/degree-requests/:requestId/refuse": {
    expect: admins(200),
    path: ({ requestId }) => `/api/admin/degree-requests/${requestId}/refuse`,
    json: { reason: "A Loja não confirmou" },
  },
  "POST /api/admin/audit-log/search": { expect: admins(200), json: {} },
  "POST /api/admin/audit-log/export": { expect: admins(200), json: {} },

  "POST /api/admin/invitations/search": { expect: admins(200), json: {} },
  "POST /api/admin/invitations": {
    expect: admins(200),
    json: () => ({ name: "Membro Novo", email: invitedRow().email, lodge: "", degree: "aprendiz" }),
  },
  "POST /api/admin/invitations/check": { expect: admins(200), file: invitedList },
  "POST /api/admin/invitations/batches": {
    expect: admins(200),
    path: () => "/api/admin/invitations/batches?ready=1",
    prepare: async () => {
      const place = { city: "São Paulo", state: "SP", jurisdiction: "Grande Loja" };
      await app.services.db
        .insert(lodges)
        .values({ name: "Estrela", number: "77", ...place })
        .onConflictDoNothing();
      return undefined;
    },
    file: invitedList,
  },
  "GET /api/admin/invitations/batches/latest": { expect: admins(200) },
  "POST /api/admin/invitations/batches/:batchId/stop": {
    expect: admins(200),
    prepare: async () => {
      const [batch] = await app.services.db.insert(invitationBatches).values({ total: 1 }).returning();
      return { path: `/api/admin/invitations/batches/${batch!.id}/stop` };
    },
  },
  "POST /api/admin/invitations/:invitationId/resend": { expect: admins(200), prepare: () => prepareInvitation("/resend") },
  "PUT /api/admin/invitations/:invitationId/address": {
    expect: admins(200),
    prepare: () => prepareInvitation("/address"),
    json: () => ({ email: invitedRow().email }),
  },
  "DELETE /api/admin/invitations/:invitationId": { expect: admins(200), prepare: () => prepareInvitation() },
  "POST /api/invitations/open": {
    expect: everybody(200), // the link is the right to it
    prepare: async () => ({ json: { token: (await prepareInvitation()).token } }),
  },
  "POST /api/invitations/accept": {
    expect: everybody(200), // the link is the right to it
    spends: true,
    prepare: async () => ({ json: { token: (await prepareInvitation()).token, fullName: "Membro Novo", password: PASSWORD } }),
  },
  "POST /api/invitations/join": {
    expect: [401, 200, 403, 403, 403, 403, 401], // the invited address is the member's
    prepare: async ({ member: { email } }) => {
      await app.services.db.delete(invitations).where(eq(invitations.email, email));
      const { token } = await prepareInvitation();
      await app.services.db
        .update(invitations)
        .set({ email })
        .where(eq(invitations.tokenHash, hashToken(token)));
      return { json: { token } };
    },
  },

  "POST /api/contact": {
    expect: everybody(200),
    json: {
      name: "Fulano",
      email: "f@academia.test",
      subject: "Dúvida",
      message: "Uma mensagem comprida.",
      website: "",
      elapsedMs: 42_000,
    },
  },
  "GET /api/contact/messages": { expect: admins(200) },
  "PATCH /api/contact/messages/:id": {
    expect: admins(200),
    path: ({ messageId }) => `/api/contact/messages/${messageId}`,
    json: { resolved: true },
  },
  "DELETE /api/contact/messages/:id": { expect: admins(200), path: ({ messageId }) => `/api/contact/messages/${messageId}` },
  "POST /api/newsletter": { expect: everybody(200), json: { email: "leitor@academia.test" } },
  "POST /api/newsletter/confirm": {
    expect: everybody(200), // the link is the right to it
    prepare: async ({ subscriberId }) => {
      const token = newConfirmationToken();
      const row = { tokenHash: hashOfToken(token), subscriberId, expiresAt: inAnHour() };
      await app.services.db.insert(newsletterConfirmations).values(row);
      return { json: { token } };
    },
  },
  "POST /api/newsletter/unsubscribe": { expect: everybody(200), json: (fixture: Fixture) => ({ token: leaveToken(fixture) }) },
  "POST /api/newsletter/one-click": { expect: everybody(200), path: oneClick },
  "GET /api/newsletter/one-click": { expect: everybody(302), path: oneClick },
  "POST /api/newsletter/subscribers/search": { expect: admins(200), json: {} },
  "POST /api/newsletter/subscribers/export": { expect: admins(200), json: {} },
  "DELETE /api/newsletter/subscribers/:id": {
    expect: admins(200),
    path: ({ subscriberId }) => `/api/newsletter/subscribers/${subscriberId}`,
  },
  "POST /api/account/login": {
    expect: everybody(200),
    spends: true,
    json: ({ victimEmail }: Fixture) => ({ email: victimEmail, password: PASSWORD }),
  },
  "POST /api/account/sign-up": {
    expect: everybody(200),
    spends: true,
    json: () => ({ fullName: "Membro Novo", email: `${crypto.randomUUID()}@academia.test`, password: PASSWORD }),
  },
  "POST /api/account/logout": { expect: everybody(200), spends: true },
};

let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  picture = new Uint8Array(await png());
});

describe("every route for every role", () => {
  let callers: Callers;
  let teacher: TestMember;

  beforeAll(async () => {
    teacher = await mentorOf(app);
    await app.member({ role: "admin" }); // so that no test meets the last administrator's protection
    callers = await makeCallers();
  });

  async function makeCallers(): Promise<Callers> {
    const { db } = app.services;
    const mentor = await app.member({ degree: "mestre" });
    const otherMentor = await app.member({ degree: "mestre" });
    await db.insert(mentors).values([mentor, otherMentor].map(({ id }) => ({ userId: id, bio: "Mentor", specialties: [] })));
    const deleted = await app.member();
    await db.delete(profiles).where(eq(profiles.id, deleted.id));
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const lodgeId = await newLodge();
    const [officer, formerOfficer] = [await app.member({ degree: "mestre" }), await app.member({ degree: "mestre" })];
    const member = await app.member();
    const brothers = [member.id, officer.id, formerOfficer.id];
    await db.update(profiles).set({ lodgeId, lodgeConfirmedAt: new Date() }).where(inArray(profiles.id, brothers));
    const [from, ended] = [new Date(Date.now() - 86_400_000), new Date(Date.now() - 1_000)];
    await db.insert(lodgeOfficers).values([
      { lodgeId, memberId: officer.id, office: "secretario", startsAt: from, endsAt: new Date(Date.now() + 86_400_000) },
      { lodgeId, memberId: formerOfficer.id, office: "orador", startsAt: from, endsAt: ended },
    ]);
    const other = await app.member();
    return { visitor: app.visitor, member, other, mentor, otherMentor, admin, deleted, officer, formerOfficer };
  }

  const calledBy = (role: Who, made: Callers): Pick<Fixture, "role" | "caller"> => ({
    role,
    caller: role === "visitor" || role === "deleted" ? undefined : made[role],
  });

  /** What the routes act on. A call that was answered may have changed it; one that was refused has not. */
  async function makeFixture(
    role: Who,
    { member, mentor, ...others }: Callers,
    status: MentorshipSessionStatus = "pending",
  ): Promise<Fixture> {
    const { db } = app.services;
    const id = async (rows: Promise<{ id: string }[]>) => (await rows)[0]!.id;
    await Promise.all([db.delete(degreeRequests), db.delete(mentorshipSessions), db.delete(factors)]);
    const accepted =
      status === "pending" ? {} : { scheduledDate: new Date(Date.now() - 3_600_000), answeredAt: new Date(), place: "Loja" };
    const mentorshipSession = { mentorId: mentor.id, menteeId: member.id, title: "T", description: "D", status, ...accepted };
    const item = { type: "book", title: "T", author: "A", description: "D" } as const;
    const request = { userId: member.id, degree: "companheiro", lodge: "L", receivedOn: "2026-01-01" } as const;
    const message = { name: "N", email: "n@academia.test", subject: "S", message: "M" };
    const ofPool = and(eq(questions.use, "pool"), isNotNull(questions.lessonId));
    const newestSession = async () => {
      await openTestSession(app.services, member.id);
      const own = eq(sessions.userId, member.id);
      return id(db.select().from(sessions).where(own).orderBy(desc(sessions.createdAt)).limit(1));
    };
    const newItem = async () => {
      const categoryId = await id(db.select().from(libraryCategories).limit(1));
      return id(
        db
          .insert(libraryItems)
          .values({ ...item, categoryId })
          .returning(),
      );
    };
    const [victim, loginSessionId, itemId, questionId, mentorshipSessionId, requestId, messageId, subscriberId, mentorId] =
      await Promise.all([
        app.member(),
        newestSession(),
        newItem(),
        id(db.select({ id: questions.id }).from(questions).where(ofPool).limit(1)),
        id(db.insert(mentorshipSessions).values(mentorshipSession).returning()),
        id(db.insert(degreeRequests).values(request).returning()),
        id(db.insert(contactMessages).values(message).returning()),
        id(
          db
            .insert(newsletterSubscribers)
            .values({ email: `${crypto.randomUUID()}@academia.test` })
            .returning(),
        ),
        id(db.select({ id: mentors.id }).from(mentors).where(eq(mentors.userId, mentor.id))),
      ]);
    return {
      ...calledBy(role, { member, mentor, ...others }),
      member,
      victimId: victim.id,
      victimEmail: victim.email,
      teacherId: teacher.id,
      ...{ loginSessionId, itemId, questionId, mentorshipSessionId, requestId, messageId, subscriberId, mentorId },
    };
  }

  test("no mounted route is missing from the matrix, and none in it is gone", () => {
    const { routes: mounted } = createApp(app.services, async () => true);
    const middleware = ({ method, path }: { method: string; path: string }) => method === "ALL" && path.endsWith("/*");
    const routes = [...new Set(mounted.filter((route) => !middleware(route)).map(({ method, path }) => `${method} ${path}`))];
    expect(Object.keys(MATRIX).sort()).toEqual(routes.sort());
  });

  const OWN_ACCOUNT = [
    "GET /api/account/proof",
    "POST /api/account/proof/passkey",
    "POST /api/account/proof",
    "GET /api/account/export",
    "GET /api/account/export/page",
    "POST /api/account/deletion",
  ];
  const OPEN: Record<"unconfirmed" | "waiting" | "suspended", string[]> = {
    suspended: OWN_ACCOUNT,
    unconfirmed: [
      ...OWN_ACCOUNT,
      "POST /api/account/address/code",
      "POST /api/account/address/resend",
      "POST /api/account/address/change",
      "DELETE /api/account/address/change",
      "GET /api/account/factors",
      "GET /api/account/profile",
      "PATCH /api/account/profile",
      "PUT /api/account/reading",
      "GET /api/account/degree-requests",
      "PUT /api/account/password",
      "GET /api/account/sessions",
      "DELETE /api/account/sessions",
      "DELETE /api/account/sessions/:sessionId",
      "GET /api/admission",
      "GET /api/assessment",
      "POST /api/assessment",
      "GET /api/dashboard",
      "GET /api/events",
      "GET /api/notices",
      "GET /api/notices/unread",
      "GET /api/pictures/:id",
      "GET /api/notices/preferences",
      "PATCH /api/notices/preferences",
      "DELETE /api/notices/push",
      "PUT /api/notices/read",
      "GET /api/notices/:noticeId/parts",
      "PUT /api/notices/:noticeId/read",
      "GET /api/modules",
      "GET /api/modules/:moduleId",
      "GET /api/notes",
      "POST /api/notes",
      "PUT /api/notes/:noteId",
      "DELETE /api/notes/:noteId",
    ],
    waiting: [],
  };
  OPEN.waiting = [...OPEN.unconfirmed, "POST /api/admission"];
  const withBody = (method: string) => (method === "GET" ? {} : { body: "{}", headers: { "content-type": "application/json" } });

  test.each([
    ["unconfirmed", "address_unconfirmed"],
    ["waiting", "admission_pending"],
    ["suspended", "suspended"],
  ] as const)(
    "a member who is %s reaches what is written here, and nothing else, administrator or not",
    async (standing, code) => {
      const member = await app.member({
        unconfirmed: standing === "unconfirmed",
        waiting: standing === "waiting",
        degree: "mestre",
        role: "admin",
      });
      if (standing === "suspended")
        await app.services.db
          .update(profiles)
          .set({ suspendedAt: new Date(), suspensionReason: "Teste" })
          .where(eq(profiles.id, member.id));
      expect(await reachedBy(member, [403, code])).toEqual(OPEN[standing].toSorted());
    },
  );

  /** The routes for members at which a caller is not refused so. */
  async function reachedBy(caller: Caller, [status, code]: [number, string], cookie?: string): Promise<string[]> {
    const reached: string[] = [];
    for (const route of Object.keys(MATRIX).filter((each) => each.includes(" /api/") && !PUBLIC_ROUTES.has(each))) {
      const [method, path] = route.split(" ") as [string, string];
      const address = path.replace(":moduleId", "2").replace(":number", "1").replace(/:\w+/g, crypto.randomUUID());
      const { headers, ...body } = { headers: {}, ...withBody(method) };
      const answer = await caller.send(address, { method, ...body, headers: { ...headers, ...(cookie && { cookie }) } });
      const refused = answer.status === status && ((await answer.clone().json()) as { code: string }).code === code;
      await answer.body?.cancel(); // the stream of news would not end
      if (!refused) reached.push(route);
    }
    return reached.sort();
  }

  /** Not those that moderators of a board call as well, of whom what is there decides. */
  const isForAdmins = (route: string) =>
    MATRIX[route]!.expect.slice(0, 5).join() === "401,403,403,403,403" &&
    !/ \/api\/community\/(posts|topics|moderation)/.test(route);

  test("whoever has not taken the second step of their login reaches nothing that asks for a session, administrator or not", async () => {
    const { id: userId, email } = await app.member({ role: "admin", degree: "mestre" });
    await app.services.db.insert(factors).values({ userId, kind: "totp", name: "Telefone", secret: "-", verifiedAt: new Date() });
    const login = await app.visitor.post("/api/account/login", { email, password: PASSWORD });
    expect(login.body).toMatchObject({ next: "second-factor" });
    const cookie = cookieOf(login.headers);
    expect(cookie).toMatch(/academia-etapa=[^;]/);
    expect(await reachedBy(app.visitor, [401, "unauthenticated"], cookie)).toEqual([]);
  });

  test("an administrator who has not shown the factor that is required of them administers nothing", async () => {
    await app.decide({ secondFactor: "administrators" });
    try {
      const admin = await app.member({ role: "admin", degree: "mestre" });
      const reached = new Set(await reachedBy(admin, [403, "forbidden"]));
      const forAdmins = Object.keys(MATRIX).filter(isForAdmins);
      expect(forAdmins.filter((route) => reached.has(route))).toEqual([]);
    } finally {
      await app.decide({});
    }
  });

  test("a member whose address is not confirmed studies the first module, and no other, however they write its address", async () => {
    const member = await app.member({ unconfirmed: true, degree: "mestre" });
    expect((await member.get("/api/modules/1/lessons/1/text")).status).toBe(200);
    for (const path of ["2/lessons/1", "1/lessons/../../2/lessons/1", "1/lessons/1/../../../2/lessons/1/text", "01/lessons/1"])
      expect((await member.get(`/api/modules/${path}`)).status, path).toBe(403);
  });

  test("what an administrator's form asks for is shown to nobody else: the refusal comes before any field is looked at", async () => {
    const forAdmins = Object.entries(MATRIX).filter(([route]) => isForAdmins(route));
    expect(forAdmins.length).toBeGreaterThan(20);
    const fixture = await makeFixture("member", callers);
    const reached: string[] = [];
    for (const [route, line] of forAdmins) {
      const [method, path] = route.split(" ") as [string, string];
      const body = method === "GET" ? {} : { body: '{"nada":[]}', headers: { "content-type": "application/json" } };
      const answer = await callers.member.send(`${line.path?.(fixture) ?? path}?nada=1`, { method, ...body });
      if (answer.status !== 403) reached.push(`${route} ${answer.status}`);
    }
    expect(reached).toEqual([]);
  });

  test.each(Object.entries(MATRIX))("%s", async (route, line) => {
    const [method, path] = route.split(" ") as [string, string];
    const statuses: number[] = [];
    const actsOnFixture = line.path || line.prepare || typeof line.json === "function"; // or on the caller alone
    let unchanged: Fixture | undefined;
    for (const role of [...ROLES, ...OFFICERS]) {
      const callersOfLine = line.spends ? await makeCallers() : callers;
      const fixture: Fixture = unchanged
        ? { ...unchanged, ...calledBy(role, callersOfLine) }
        : await makeFixture(role, callersOfLine, line.status);
      const prepared = (await line.prepare?.(fixture)) ?? {};
      const json = prepared.json ?? (typeof line.json === "function" ? line.json(fixture) : line.json);
      const body = line.file?.() ?? (json !== undefined && JSON.stringify(json));
      const type = line.file ? "application/octet-stream" : "application/json";
      const answer = await callersOfLine[role].send(prepared.path ?? line.path?.(fixture) ?? path, {
        method,
        ...(body && { body, headers: { "content-type": type } }),
      });
      statuses.push(answer.status);
      await answer.body?.cancel();
      unchanged = !line.spends && (method === "GET" || answer.status >= 400 || !actsOnFixture) ? fixture : undefined;
    }
    if (line.spends) await app.services.db.delete(userRoles).where(ne(userRoles.userId, callers.admin.id)); // those that were made
    const asMestre = line.expect[ROLES.indexOf("otherMentor")]!;
    expect(statuses).toEqual([...line.expect, ...(line.officers ?? [asMestre, asMestre])]);
  });
});
