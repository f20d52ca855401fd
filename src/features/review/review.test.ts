import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { lessonProgress, lessons, questions } from "#app/features/courses/courses.table.ts";
import { solutionOf } from "#app/features/courses/questions.policy.ts";
import { questionsById } from "#app/features/courses/questions.service.ts";
import type { Dashboard } from "#app/features/dashboard/dashboard.answers.ts";
import type { ExamState } from "#app/features/exam/exam.answers.ts";
import { examItems } from "#app/features/exam/exam.table.ts";
import { completeDegree } from "#app/features/exam/exam.test-support.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { KEEPING_HEADER } from "#app/lib/keeping.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { publishForms } from "#tests/support/questions.ts";
import { syncGate } from "./gate.service.ts";
import { remindReviews } from "./remind-reviews.ts";
import type { ReviewCard, ReviewJudged, ReviewSettings, ReviewState } from "./review.answers.ts";
import type { CardKind, Grade } from "./review.schema.ts";
import { reviewCards, reviewLog, reviewSettings } from "./review.table.ts";
import { keepFromMidnight } from "./review.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const LESSON_OF = { order: "m01-l01", match: "m01-l02", classify: "m01-l03", multiple: "m01-l05" };

beforeAll(async () => {
  await publishForms(app.services.db, "questions/m01.yaml", ["m01-l01", "m01-l02", "m01-l03", "m01-l05"]);
  const catalogue = await loadCatalogue(app.services.db);
  app.services.catalogue = () => catalogue;
});

const state = async (member: TestMember): Promise<ReviewState> => (await member.get<ReviewState>("/api/review")).body;
const cardPath = (kind: CardKind, subject: string) => `/api/review/cards/${kind}/${subject}`;
const grade = (member: TestMember, card: Pick<ReviewCard, "kind" | "subject" | "seen">, given: Grade) =>
  member.post(`${cardPath(card.kind, card.subject)}/grade`, { grade: given, seen: card.seen });

/** Term cards, all due, the first the longest. */
async function withTerms(member: TestMember, count: number): Promise<string[]> {
  const terms = [...new Set(app.services.catalogue().modules[0]!.lessons.flatMap(({ text }) => text!.terms))].slice(0, count);
  expect(terms).toHaveLength(count);
  await keepFromMidnight(app.services.db, member.id);
  const source = `lesson:${app.services.catalogue().modules[0]!.lessonIds[0]}`;
  await app.services.db.insert(reviewCards).values(
    terms.map((subject, index) => ({
      userId: member.id,
      kind: "term" as const,
      subject,
      source,
      due: sql`now() - make_interval(mins => ${100 - index})`,
    })),
  );
  return terms;
}

/** A question card of a lesson, due now. */
async function withQuestion(member: TestMember, id: string, lessonId: string): Promise<void> {
  await keepFromMidnight(app.services.db, member.id);
  const row = { userId: member.id, kind: "question" as const, subject: id, source: `lesson:${lessonId}` };
  await app.services.db.insert(reviewCards).values(row);
}

/** Lets days pass for a member's cards and reviews. */
async function letDaysPass(member: TestMember, days: number): Promise<void> {
  const { db } = app.services;
  const by = sql`make_interval(days => ${days})`;
  await db
    .update(reviewCards)
    .set({ due: sql`${reviewCards.due} - ${by}`, lastReviewedAt: sql`${reviewCards.lastReviewedAt} - ${by}` })
    .where(eq(reviewCards.userId, member.id));
  await db
    .update(reviewLog)
    .set({ reviewedAt: sql`${reviewLog.reviewedAt} - ${by}` })
    .where(eq(reviewLog.userId, member.id));
}

const cardsIn = (member: TestMember) => app.services.db.select().from(reviewCards).where(eq(reviewCards.userId, member.id));

describe("cards", () => {
  test("come from the terms and documents of a lesson, once it is complete, and from a question missed before the right answer", async () => {
    const member = await app.member();
    const { id, moduleId, number, check, text } = app.services
      .catalogue()
      .modules[1]!.lessons.find(({ text }) => text!.html.includes('class="plate document"'))!;
    await app.services.db.insert(lessonProgress).values(
      [...app.services.catalogue().modules[0]!.lessonIds, id].map((lessonId) => ({
        userId: member.id,
        lessonId,
        furthest: 1,
        position: 1,
        completedAt: lessonId === id ? null : new Date(),
      })),
    );
    await app.services.db.execute(sql`insert into module_completions (user_id, module_id) values (${member.id}, 1)`);
    const answer = `/api/modules/${moduleId}/lessons/${number}/answer`;
    const [right] = solutionOf(check!);
    const wrong = check!.options.find((option) => option.id !== right)!.id;
    expect((await member.post(answer, { given: [wrong] })).body.right).toBe(false);
    expect((await state(member)).next.map(({ kind, subject }) => [kind, subject])).toEqual([["question", check!.id]]);
    expect((await member.post(answer, { given: [right] })).body.completed).toBe(true);
    const subjects = (await cardsIn(member)).map(({ kind, subject }) => `${kind}:${subject}`);
    const documents = [...text!.html.matchAll(/id="doc-([a-z0-9-]+)" aria/g)].map(([, document]) => `document:${document}`);
    expect(documents.length).toBeGreaterThan(0);
    expect(subjects.sort()).toEqual([`question:${check!.id}`, ...text!.terms.map((slug) => `term:${slug}`), ...documents].sort());
    const { body } = await member.get<Dashboard>("/api/dashboard");
    expect(body.review).toEqual({ due: subjects.length });
  });

  test("come from a document whose question is answered; missed after it was solved, the question is none", async () => {
    const member = await app.member();
    const document = readDocuments().find(({ degree }) => degree === "aprendiz")!;
    const [row] = await app.services.db.select().from(questions).where(eq(questions.documentId, document.id)).limit(1);
    const [question] = await questionsById(app.services.db, [row!.id]);
    const path = `/api/documents/${document.id}/questions/${row!.id}/answer`;
    const right = solutionOf(question!);
    const wrong = question!.form === "order" ? right.toReversed() : [question!.options.find(({ id }) => id !== right[0])!.id];
    await member.post(path, { given: right });
    await member.post(path, { given: wrong });
    const [card, ...others] = (await state(member)).next;
    expect(others).toEqual([]);
    expect(card).toMatchObject({
      kind: "document",
      title: document.title,
      source: { kind: "document", title: document.title, path: `/documentos/${document.id}` },
    });
    expect((card as { commentary: { title: string }[] }).commentary.map(({ title }) => title)).toEqual([
      "O que diz",
      "O que não diz",
    ]);
  });

  test("come from what an exam found missing, and one that is known comes at once", async () => {
    const member = await app.member();
    await completeDegree(app.services.db, app.services.catalogue(), member.id, "aprendiz");
    const { body } = await member.post<ExamState>("/api/exams/aprendiz/attempts");
    const asked = await app.services.db.select().from(examItems).where(eq(examItems.attemptId, body.running!.id));
    const known = asked[0]!;
    await withQuestion(member, known.questionId, known.lessonId);
    await app.services.db
      .update(reviewCards)
      .set({ due: sql`now() + interval '9 days'` })
      .where(eq(reviewCards.userId, member.id));
    await member.put(`/api/exam-attempts/${body.running!.id}/items/2/answer`, { given: solutionOf(asked[1]!.asked) });
    await member.post(`/api/exam-attempts/${body.running!.id}/delivery`);
    const cards = await cardsIn(member);
    expect(cards.map(({ subject }) => subject).sort()).toEqual(
      asked
        .filter(({ place }) => place !== 2)
        .map(({ questionId }) => questionId)
        .sort(),
    );
    expect(cards.every(({ due }) => due.getTime() <= Date.now())).toBe(true);
  });

  test("show when each grade brings them back, and do", async () => {
    const member = await app.member();
    await withTerms(member, 1);
    const [card] = (await state(member)).next;
    expect(card).toMatchObject({ kind: "term", seen: 0, grades: { again: { days: 0, minutes: 10 }, easy: { minutes: null } } });
    const { days, on } = card!.grades.easy;
    expect(days).toBeGreaterThan(3);
    expect(await grade(member, card!, "easy")).toMatchObject({ status: 200, body: { comeback: { days, on } } });
    expect(await state(member)).toMatchObject({ done: 1, left: 0, next: [], nextDay: on });
    await letDaysPass(member, days);
    const [again] = (await state(member)).next;
    expect(again).toMatchObject({ seen: 1, subject: card!.subject });
    expect(again!.grades.good.days).toBeGreaterThan(days);
  });

  test("that were forgotten come once more today, and are done when they are remembered", async () => {
    const member = await app.member();
    await withTerms(member, 2);
    const [first, second] = (await state(member)).next;
    await grade(member, first!, "again");
    await grade(member, second!, "easy");
    const after = await state(member);
    expect(after).toMatchObject({ done: 1, left: 1, lapsed: 1, next: [{ subject: first!.subject, seen: 1 }] });
    await grade(member, after.next[0]!, "good");
    expect(await state(member)).toMatchObject({ done: 2, left: 0, lapsed: 1, next: [] });
  });
});

describe("a day", () => {
  test("asks the daily number, the longest due first, and leaves the rest to the days after", async () => {
    const member = await app.member();
    const terms = await withTerms(member, 13);
    const settings = { perDay: 5, pausedUntil: null, timeZone: "America/Sao_Paulo" };
    expect((await member.put("/api/review/settings", settings)).status).toBe(200);
    const first = await state(member);
    expect(first).toMatchObject({ perDay: 5, done: 0, left: 5, cards: 13 });
    expect(first.next.map(({ subject }) => subject)).toEqual(terms.slice(0, 5));
    expect(first.week.map(({ count }) => count)).toEqual([5, 3, 0, 0, 0, 0, 0]);
    for (const card of first.next) await grade(member, card, "easy");
    const done = await state(member);
    expect(done).toMatchObject({ done: 5, left: 0, next: [], nextDay: done.week[0]!.day });
    expect((await member.get<Dashboard>("/api/dashboard")).body.review).toEqual({ due: 0 });
    await letDaysPass(member, 1);
    expect(await state(member)).toMatchObject({ done: 0, left: 5 });
  });

  test("ends at midnight in the member's zone", async () => {
    const member = await app.member();
    await withTerms(member, 1);
    const settings = { perDay: 20, pausedUntil: null, timeZone: "America/Noronha" };
    await member.put("/api/review/settings", settings);
    const here = await state(member);
    const { body } = await grade(member, here.next[0]!, "easy");
    const [card] = await cardsIn(member);
    expect(card!.due.toISOString()).toBe(`${body.comeback.on}T02:00:00.000Z`); // two hours behind UTC
    expect(here.today).toBe(new Date(Date.now() - 2 * 3_600_000).toISOString().slice(0, 10));
  });

  test("in a pause asks nothing; the days after it ask as many as before it, also when it ends early", async () => {
    const member = await app.member();
    await withTerms(member, 3);
    const due = async () => (await cardsIn(member)).map((card) => card.due.getTime());
    const before = await due();
    const { body } = await member.get<ReviewSettings>("/api/review/settings");
    const day = (days: number) => new Date(Date.parse(body.today) + days * 86_400_000).toISOString().slice(0, 10);
    const pause = (until: string | null) =>
      member.put("/api/review/settings", { perDay: 20, pausedUntil: until, timeZone: body.timeZone! });
    expect((await pause(day(10))).body).toMatchObject({ pausedUntil: day(10) });
    expect(await state(member)).toMatchObject({ pausedUntil: day(10), left: 0, next: [], nextDay: day(10) });
    expect((await member.get<Dashboard>("/api/dashboard")).body.review).toEqual({ due: 0 });
    expect(await due()).toEqual(before.map((moment) => moment + 10 * 86_400_000));
    await pause(day(4));
    expect(await due()).toEqual(before.map((moment) => moment + 4 * 86_400_000));
    await pause(null);
    expect(await due()).toEqual(before);
    expect(await state(member)).toMatchObject({ pausedUntil: null, left: 3 });
  });

  test.each([
    [{ perDay: 4 }, "perDay", "Escolha de 5 a 60 fichas por dia."],
    [{ perDay: 61 }, "perDay", "Escolha de 5 a 60 fichas por dia."],
    [{ pausedUntil: "2020-01-01" }, "pausedUntil", "Escolha um dia depois de hoje."],
    [{ pausedUntil: "2999-01-01" }, "pausedUntil", "Escolha um dia dentro de um ano."],
    [{ pausedUntil: "amanhã" }, "pausedUntil", "Escolha o dia da volta."],
  ])("refuses %j", async (change, field, message) => {
    const member = await app.member();
    const input = { perDay: 20, pausedUntil: null, timeZone: "America/Sao_Paulo", ...change };
    expect(await member.put("/api/review/settings", input)).toMatchObject({
      status: 422,
      body: { fields: { [field]: message } },
    });
    expect(await app.services.db.$count(reviewSettings, eq(reviewSettings.userId, member.id))).toBe(0);
  });
});

describe("the member's zone", () => {
  const zoneOf = async (member: TestMember) => (await member.get<ReviewState>("/api/review")).body.timeZone;
  const tell = (member: TestMember, timeZone: string) => member.put("/api/review/time-zone", { timeZone });

  test("is the device's from the first review on, Brasília's until then, and another device does not change it", async () => {
    const member = await app.member();
    expect(await zoneOf(member)).toBeNull();
    expect((await member.get<ReviewSettings>("/api/review/settings")).body.timeZone).toBeNull();
    expect(await tell(member, "Europe/Lisbon")).toMatchObject({ status: 200, body: { timeZone: "Europe/Lisbon", perDay: 20 } });
    expect(await tell(member, "America/Manaus")).toMatchObject({ status: 200, body: { timeZone: "Europe/Lisbon" } });
    expect(await zoneOf(member)).toBe("Europe/Lisbon");
    const here = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Lisbon" }).format(new Date());
    expect((await member.get<ReviewState>("/api/review")).body.today).toBe(here);
  });

  test("is changed to any that there is", async () => {
    const member = await app.member();
    await tell(member, "America/Manaus");
    const settings = { perDay: 20, pausedUntil: null, timeZone: "Asia/Tokyo" };
    expect((await member.put("/api/review/settings", settings)).status).toBe(200);
    expect(await zoneOf(member)).toBe("Asia/Tokyo");
  });

  test.each(["America/Atlantida", "-03:00", "'; drop table review_cards", "SystemV/EST5"])("%s is refused", async (timeZone) => {
    const member = await app.member();
    const refused = { status: 422, body: { fields: { timeZone: "Escolha um fuso da lista." } } };
    expect(await tell(member, timeZone)).toMatchObject(refused);
    expect(await member.put("/api/review/settings", { perDay: 20, pausedUntil: null, timeZone })).toMatchObject(refused);
    expect(await zoneOf(member)).toBeNull();
  });
});

describe("the morning's notice", () => {
  /** A zone in which it is now that hour, 7 or a later one of the morning. */
  const zoneAt = (hour: number) => {
    const behind = new Date().getUTCHours() - hour;
    const hours = behind > 12 ? behind - 24 : behind;
    return `Etc/GMT${hours < 0 ? hours : `+${hours}`}`;
  };
  const settle = (member: TestMember, timeZone: string) =>
    app.services.db
      .insert(reviewSettings)
      .values({ userId: member.id, perDay: 20, timeZone })
      .onConflictDoUpdate({ target: reviewSettings.userId, set: { timeZone } });
  const bell = async (member: TestMember) =>
    (await member.get<NoticesPage>("/api/notices")).body.notices.map(({ text, read }) => ({ text, read }));

  test("tells at seven in the member's zone how many cards come back, once, and is read when the review is opened", async () => {
    const [member, elsewhere, idle] = [await app.member(), await app.member(), await app.member()];
    for (const each of [member, elsewhere, idle]) await withTerms(each, 3);
    await settle(member, zoneAt(7));
    await settle(idle, zoneAt(7));
    await settle(elsewhere, zoneAt(9));
    for (const each of [member, elsewhere]) await grade(each, (await state(each)).next[0]!, "good");
    for (let times = 0; times < 2; times += 1) await remindReviews.run(app.services, {});
    expect(await bell(member)).toEqual([{ text: "2 fichas voltam hoje à sua revisão", read: false }]);
    expect(await bell(elsewhere)).toEqual([]);
    expect(await bell(idle)).toEqual([]); // they have never reviewed
    await member.get("/api/review", { [KEEPING_HEADER]: "1" }); // to be kept on the device, by nobody's hand
    expect(await bell(member)).toMatchObject([{ read: false }]);
    await state(member);
    expect(await bell(member)).toEqual([{ text: "2 fichas voltam hoje à sua revisão", read: true }]);
    await remindReviews.run(app.services, {});
    expect(await bell(member)).toHaveLength(1);
  });
});

describe("an answer", () => {
  test("given twice counts once; another one to the same showing is refused in words", async () => {
    const member = await app.member();
    await withTerms(member, 1);
    const [card] = (await state(member)).next;
    const twice = await Promise.all([grade(member, card!, "good"), grade(member, card!, "good")]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]!.body.comeback.on).toBe(twice[1]!.body.comeback.on);
    const other = await grade(member, card!, "again");
    expect(other).toMatchObject({ status: 409, body: { code: "review_stale" } });
    expect(other.body.message).toContain("Esta ficha já foi respondida em outra janela");
    const log = await app.services.db.select().from(reviewLog).where(eq(reviewLog.userId, member.id));
    expect(log).toMatchObject([{ number: 1, grade: "good", state: "new", subject: card!.subject }]);
    expect((await cardsIn(member))[0]).toMatchObject({ reviews: 1, state: "review" });
  });

  test("to a card of a later day is refused, and changes nothing", async () => {
    const member = await app.member();
    await withTerms(member, 1);
    const [card] = (await state(member)).next;
    await grade(member, card!, "easy");
    expect(await grade(member, { ...card!, seen: 1 }, "easy")).toMatchObject({ status: 409, body: { code: "review_early" } });
    expect((await cardsIn(member))[0]).toMatchObject({ reviews: 1 });
  });

  test.each([
    [{ grade: "perfect", seen: 0 }, 422],
    [{ grade: "good" }, 422],
    [{ grade: "good", seen: -1 }, 422],
    [{ grade: "good", seen: 0, due: "2020-01-01" }, 422],
    [{ grade: "good", seen: 7 }, 409],
  ])("that is none is refused: %j", async (input, status) => {
    const member = await app.member();
    const [subject] = await withTerms(member, 1);
    expect((await member.post(`${cardPath("term", subject!)}/grade`, input)).status).toBe(status);
    expect((await cardsIn(member))[0]).toMatchObject({ reviews: 0 });
  });
});

describe("a question", () => {
  test.each([
    ...Object.entries(LESSON_OF).map(([form, lessonId]) => [form, `de-forma-${form}`, lessonId] as const),
    ["choice", undefined, "m01-l04"] as const,
  ])("of form %s is asked without its answer, marked on the server, and graded after it", async (form, id, lessonId) => {
    const member = await app.member();
    const { check } = app.services.catalogue().lessonById.get(lessonId)!;
    const subject = id ?? check!.id;
    await withQuestion(member, subject, lessonId);
    const [card] = (await state(member)).next;
    expect(card).toMatchObject({ kind: "question", subject, answered: null, check: { form } });
    const told = JSON.stringify(card);
    for (const { why } of check!.options) if (why) expect(told).not.toContain(why);
    if (check!.explanation) expect(told).not.toContain(check!.explanation);
    expect(told).not.toMatch(/"right"|"why"|"answer"/);
    const answer = (given: string[]) => member.post<ReviewJudged>(`${cardPath("question", subject)}/answer`, { given, seen: 0 });
    const right = solutionOf(check!);

    expect(await grade(member, card!, "easy")).toMatchObject({ status: 409, body: { code: "review_unanswered" } });
    const another = lessonId === "m01-l05" ? "m01-l04" : "m01-l05";
    const foreign = app.services.catalogue().lessonById.get(another)!.check!.options[0]!.id;
    expect(await answer([foreign])).toMatchObject({ status: 422, body: { code: "answer_foreign" } });

    expect(await answer(right)).toMatchObject({ status: 200, body: { right: true, comeback: null } });
    expect((await answer(right)).status).toBe(200);
    const [waiting] = (await state(member)).next;
    expect(waiting).toMatchObject({ seen: 0, answered: (await answer(right)).body.answer });
    expect(await grade(member, card!, "good")).toMatchObject({ status: 200 });
    expect((await cardsIn(member))[0]).toMatchObject({ reviews: 1, answeredAt: null });
  });

  test("that was missed is a failed review at once, however often the answer is sent, and the right one is told", async () => {
    const member = await app.member();
    const { check } = app.services.catalogue().lessonById.get("m01-l04")!;
    await withQuestion(member, check!.id, "m01-l04");
    const right = check!.options.find((option) => option.right)!;
    const wrong = check!.options.find((option) => !option.right)!;
    const answer = (id: string) =>
      member.post<ReviewJudged>(`${cardPath("question", check!.id)}/answer`, { given: [id], seen: 0 });
    const twice = await Promise.all([answer(wrong.id), answer(wrong.id)]);
    for (const { status, body } of twice) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ right: false, why: wrong.why, answer: [right.text], comeback: { days: expect.any(Number) } });
    }
    expect(await answer(right.id)).toMatchObject({ status: 409, body: { code: "review_stale" } });
    expect(await app.services.db.$count(reviewLog, eq(reviewLog.userId, member.id))).toBe(1);
    expect((await cardsIn(member))[0]).toMatchObject({ reviews: 1, answeredAt: null });
  });
});

test("answers of many at once are each their own, and one whose card a transaction holds waits alone", async () => {
  const { check } = app.services.catalogue().lessonById.get("m01-l04")!;
  const [right, wrong] = [true, false].map((is) => check!.options.find((option) => option.right === is)!.id);
  const members = await Promise.all(Array.from({ length: 6 }, () => app.member()));
  for (const member of members) await withQuestion(member, check!.id, "m01-l04");
  const answer = (member: TestMember, index: number) => {
    const given = [index % 2 === 0 ? right! : wrong!];
    return member.post<ReviewJudged>(`${cardPath("question", check!.id)}/answer`, { given, seen: 0 });
  };
  const [held] = members;
  const heldAnswer = await app.services.db.transaction(async (tx) => {
    await tx.select().from(reviewCards).where(eq(reviewCards.userId, held!.id)).for("update");
    const waiting = answer(held!, 0);
    const others = await Promise.all(members.slice(1).map((member, index) => answer(member, index + 1)));
    expect(others.map(({ body }) => body.right)).toEqual([false, true, false, true, false]);
    return { waiting };
  });
  expect(await heldAnswer.waiting).toMatchObject({ status: 200, body: { right: true, comeback: null } });
  for (const [index, member] of members.entries()) {
    const [card] = await cardsIn(member);
    expect(card).toMatchObject(index % 2 === 0 ? { reviews: 0, answeredAt: expect.any(Date) } : { reviews: 1, answeredAt: null });
  }
});

describe("the gate", () => {
  /** A card of each kind from each degree, in the hands of a member who may have been of a higher one. */
  async function withEveryDegree(member: TestMember): Promise<Record<Degree, { kind: CardKind; subject: string }[]>> {
    const catalogue = app.services.catalogue();
    const planted = DEGREES.map((degree) => {
      const lesson = catalogue.modules.find((module) => module.degree === degree)!.lessons[0]!;
      const document = readDocuments().find((each) => each.degree === degree)!;
      const other = new Set(
        DEGREES.filter((each) => each !== degree).flatMap(
          (each) => catalogue.modules.find((module) => module.degree === each)!.lessons[0]!.text!.terms,
        ),
      );
      const source = `lesson:${lesson.id}`;
      return [
        { kind: "term" as const, subject: lesson.text!.terms.find((slug) => !other.has(slug))!, source },
        { kind: "question" as const, subject: lesson.check!.id, source },
        { kind: "document" as const, subject: document.id, source: `document:${document.id}` },
      ];
    });
    await app.services.db.insert(reviewCards).values(planted.flat().map((card) => ({ userId: member.id, ...card })));
    return Object.fromEntries(DEGREES.map((degree, index) => [degree, planted[index]])) as never;
  }

  test("keeps every card of a higher degree away, by the list, by the count and by any address", async () => {
    const member = await app.member();
    const planted = await withEveryDegree(member);
    const seen = await state(member);
    expect(seen).toMatchObject({ left: 3, cards: 3 });
    expect(seen.next.map(({ subject }) => subject).sort()).toEqual(planted.aprendiz.map(({ subject }) => subject).sort());
    expect((await member.get<Dashboard>("/api/dashboard")).body.review).toEqual({ due: 3 });
    for (const { kind, subject } of [...planted.companheiro, ...planted.mestre]) {
      const refused = await grade(member, { kind, subject, seen: 0 }, "good");
      expect(refused).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(JSON.stringify(refused.body)).not.toContain(subject);
      const given = [app.services.catalogue().lessonById.get("m01-l04")!.check!.options[0]!.id];
      const answered = await member.post(`${cardPath("question", subject)}/answer`, { given, seen: 0 });
      expect(answered.status).toBe(404);
    }
    await app.services.db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, member.id));
    expect(await state(member)).toMatchObject({ left: 9, cards: 9 });
  });

  test("a card of somebody else does not exist", async () => {
    const member = await app.member();
    const [subject] = await withTerms(member, 1);
    const other = await app.member();
    expect((await grade(other, { kind: "term", subject: subject!, seen: 0 }, "good")).status).toBe(404);
    expect((await cardsIn(member))[0]).toMatchObject({ reviews: 0 });
  });

  test("what was retired disappears: a question, a term, a lesson with what was met in it", async () => {
    const { db } = app.services;
    const member = await app.member();
    const [kept] = await withTerms(member, 1);
    const retired = app.services.catalogue().lessonById.get("m01-l05")!;
    await withQuestion(member, retired.check!.id, retired.id);
    await db.insert(reviewCards).values([
      { userId: member.id, kind: "term", subject: "termo-que-saiu", source: "lesson:m01-l01" },
      { userId: member.id, kind: "document", subject: "documento-que-saiu", source: "lesson:m01-l01" },
    ]);
    const before = app.services.catalogue;
    await db.update(questions).set({ retiredAt: new Date() }).where(eq(questions.id, retired.check!.id));
    expect(await state(member)).toMatchObject({ left: 1, cards: 1, next: [{ subject: kept }] });
    await db.update(questions).set({ retiredAt: null }).where(eq(questions.id, retired.check!.id));
    await db.update(lessons).set({ retiredAt: new Date(), number: null }).where(eq(lessons.id, retired.id));
    const catalogue = await loadCatalogue(db);
    app.services.catalogue = () => catalogue;
    await syncGate(db, catalogue);
    try {
      expect(await state(member)).toMatchObject({ left: 1, next: [{ subject: kept }] });
      expect((await grade(member, { kind: "question", subject: retired.check!.id, seen: 0 }, "good")).status).toBe(404);
    } finally {
      await db.update(lessons).set({ retiredAt: null, number: 5 }).where(eq(lessons.id, retired.id));
      app.services.catalogue = before;
      await syncGate(db, before());
    }
  });
});

test("the retention counts the reviews of learned cards, from a hundred on", async () => {
  const member = await app.member();
  const [subject] = await withTerms(member, 1);
  const line = (number: number, fields: Partial<typeof reviewLog.$inferInsert>) => ({
    userId: member.id,
    kind: "term" as const,
    subject: subject!,
    number,
    grade: "good" as const,
    state: "review" as const,
    scheduledDays: 3,
    reviewedAt: new Date(),
    ...fields,
  });
  await app.services.db
    .insert(reviewLog)
    .values([
      ...Array.from({ length: 89 }, (_, index) => line(index + 1, {})),
      ...Array.from({ length: 10 }, (_, index) => line(index + 90, { grade: "again" })),
      ...Array.from({ length: 50 }, (_, index) => line(index + 200, { state: "learning", grade: "again" })),
    ]);
  expect((await state(member)).retention).toEqual({ reviews: 99, share: null });
  await app.services.db.insert(reviewLog).values(line(100, {}));
  expect((await state(member)).retention).toEqual({ reviews: 100, share: 0.9 });
});
