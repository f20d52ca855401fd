import { and, eq, inArray, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lessons, modules, questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { readableIn } from "#app/features/documents/documents.service.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { ExamResult, ExamState } from "./exam.answers.ts";
import { type AskedQuestion, examAttempts, examItems } from "./exam.table.ts";
import { answerTo, askedIn, completeDegree } from "./exam.test-support.ts";
import { type PooledQuestion, readPool } from "./pool.service.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const path = (degree: Degree = "aprendiz") => `/api/exams/${degree}`;
const itemPath = (attemptId: string, place: number) => `/api/exam-attempts/${attemptId}/items/${place}`;

/** A member who has studied all of a degree. */
async function student(degree: Degree = "aprendiz"): Promise<TestMember> {
  const member = await app.member({ degree });
  await completeDegree(app.services.db, app.services.catalogue(), member.id, degree);
  return member;
}

async function start(member: TestMember, degree?: Degree): Promise<NonNullable<ExamState["running"]>> {
  const { status, body } = await member.post<ExamState>(`${path(degree)}/attempts`);
  expect(status).toBe(200);
  return body.running!;
}

/** Answers the first questions rightly and the rest wrongly. */
async function answerAll(member: TestMember, attemptId: string, right: number): Promise<void> {
  for (const [index, asked] of (await askedIn(app.services.db, attemptId)).entries()) {
    const given = answerTo(asked, index < right);
    expect((await member.put(`${itemPath(attemptId, index + 1)}/answer`, { given })).status).toBe(200);
  }
}

const deliver = (member: TestMember, attemptId: string) => member.post<ExamResult>(`/api/exam-attempts/${attemptId}/delivery`);

/** Lets an attempt's time run, as if it had begun earlier. */
const letTimePass = (attemptId: string, minutes: number) =>
  app.services.db
    .update(examAttempts)
    .set({
      startedAt: sql`${examAttempts.startedAt} - make_interval(mins => ${minutes})`,
      closesAt: sql`${examAttempts.closesAt} - make_interval(mins => ${minutes})`,
      finishedAt: sql`${examAttempts.finishedAt} - make_interval(mins => ${minutes})`,
    })
    .where(eq(examAttempts.id, attemptId));

/** Lets the first question of an attempt be one of three pairs, or of another form with three options. @returns the ids of both sides */
async function askPairs(attemptId: string, form: AskedQuestion["form"] = "match"): Promise<[left: string[], right: string[]]> {
  const [left, right] = (["left", "right"] as const).map((side) =>
    ["Régua", "Malho", "Cinzel"].map((text) => ({ id: crypto.randomUUID(), side, text, right: null, why: null })),
  ) as [AskedQuestion["options"], AskedQuestion["options"]];
  const shown = right.map(({ id }) => id);
  const options = form === "match" ? [...left, ...right] : right.map((option) => ({ ...option, side: "only" as const }));
  await app.services.db
    .update(examItems)
    .set({ asked: { form, prompt: "De quem?", explanation: "Assim.", options, shown } })
    .where(and(eq(examItems.attemptId, attemptId), eq(examItems.place, 1)));
  return [left.map(({ id }) => id), shown];
}

const questionIds = async (attemptId: string) =>
  (await app.services.db.select().from(examItems).where(eq(examItems.attemptId, attemptId))).map(({ questionId }) => questionId);

describe("the door", () => {
  test("is open when every module of the degree is complete, and says until then which are missing", async () => {
    const member = await app.member();
    const { body } = await member.get<ExamState>(path());
    expect(body).toMatchObject({ status: "modules", questions: 20, minutes: 40, passMark: 14, running: null, attempts: [] });
    expect(body.missing.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(await member.post(`${path()}/attempts`)).toMatchObject({ status: 403, body: { code: "locked" } });
    await completeDegree(app.services.db, app.services.catalogue(), member.id, "aprendiz");
    expect((await member.get<ExamState>(path())).body).toMatchObject({ status: "open", missing: [] });
  });

  test("of a higher degree stays shut", async () => {
    const member = await student();
    expect((await member.get<ExamState>(path("mestre"))).body).toMatchObject({ status: "degree", missing: [], running: null });
    expect((await member.post(`${path("mestre")}/attempts`)).status).toBe(403);
  });

  test("opens once in 24 hours, from the beginning of the last attempt, and not after passing", async () => {
    const member = await student();
    const first = await start(member);
    const failed = await deliver(member, first.id);
    expect(failed.body).toMatchObject({ passed: false, rightCount: 0 });
    expect(await member.post(`${path()}/attempts`)).toMatchObject({ status: 409, body: { code: "exam_waiting" } });
    const { body } = await member.get<ExamState>(path());
    expect(body).toMatchObject({ status: "waiting", opensAt: failed.body.opensAt, attempts: [{ id: first.id, rightCount: 0 }] });
    expect(new Date(body.opensAt!).getTime()).toBe(new Date(first.startedAt).getTime() + 24 * 3_600_000);
    await letTimePass(first.id, 24 * 60);
    const second = await start(member);
    await answerAll(member, second.id, 14);
    expect((await deliver(member, second.id)).body).toMatchObject({ passed: true, rightCount: 14, opensAt: null });
    await letTimePass(second.id, 48 * 60);
    expect(await member.post(`${path()}/attempts`)).toMatchObject({ status: 409, body: { code: "exam_passed" } });
  });
});

const isOfSameText = (one: PooledQuestion, other: PooledQuestion): boolean =>
  one.lessonId === other.lessonId && one.document?.id === other.document?.id;

describe("the draw", () => {
  test("has 20 questions of the degree's pool, 3, 5, 3, 4 and 5 of its modules, no two of one lesson", async () => {
    const member = await student();
    const { id } = await start(member);
    const items = await app.services.db.select().from(examItems).where(eq(examItems.attemptId, id));
    expect(new Set(items.map(({ questionId }) => questionId)).size).toBe(20);
    expect(new Set(items.map(({ lessonId }) => lessonId)).size).toBe(20);
    const perModule = [1, 2, 3, 4, 5].map((moduleId) => items.filter((item) => item.moduleId === moduleId).length);
    expect(perModule).toEqual([3, 5, 3, 4, 5]);
    const uses = await app.services.db
      .selectDistinct({ use: questions.use })
      .from(questions)
      .where(inArray(questions.id, await questionIds(id)));
    expect(uses).toEqual([{ use: "pool" }]);
  });

  test("asks of the documents, too, that lessons of the degree show, each in the module of the lesson, and of no study", async () => {
    const { db, catalogue } = app.services;
    const rows = await db.select().from(questions).where(isNotNull(questions.documentId));
    const ofDocuments = new Map(rows.map(({ id, documentId }) => [id, documentId!]));
    const lessonShows = (lessonId: string, documentId: string) =>
      catalogue().lessonById.get(lessonId)!.text!.html.includes(`id="doc-${documentId}"`);
    const items = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await start(await student());
      items.push(...(await db.select().from(examItems).where(eq(examItems.attemptId, id))));
    }
    const about = items.filter(({ questionId }) => ofDocuments.has(questionId));
    expect(about.length).toBeGreaterThan(0);
    for (const { questionId, lessonId, moduleId, asked } of about) {
      expect(asked.document?.id).toBe(ofDocuments.get(questionId));
      expect(lessonShows(lessonId, ofDocuments.get(questionId)!)).toBe(true);
      expect(catalogue().lessonById.get(lessonId)!.moduleId).toBe(moduleId);
    }
    const drawn = items.map(({ questionId }) => questionId);
    const ofStudies = await db
      .select({ id: questions.id })
      .from(questions)
      .where(and(inArray(questions.id, drawn), isNotNull(questions.studyId)));
    expect(ofStudies).toEqual([]);
  });

  test("brings what was met in an earlier attempt last", async () => {
    const member = await student();
    const first = await start(member);
    await deliver(member, first.id);
    await letTimePass(first.id, 24 * 60);
    const second = await start(member);
    const [met, drawn] = [new Set(await questionIds(first.id)), new Set(await questionIds(second.id))];
    const pool = await readPool(app.services.db, app.services.catalogue(), "aprendiz");
    const clusters = new Set(pool.flatMap(({ id, cluster }) => (drawn.has(id) && cluster ? [cluster] : [])));
    const isFresh = ({ id, cluster }: PooledQuestion) => !met.has(id) && !drawn.has(id) && !clusters.has(cluster ?? "");
    for (const again of pool.filter(({ id }) => met.has(id) && drawn.has(id)))
      expect(
        pool.filter((other) => isOfSameText(other, again) && other.isCase === again.isCase && isFresh(other)),
        "a question that was met comes only where its text has no other (decision 0018)",
      ).toEqual([]);
  });

  test("leaves out what was retired and what an administrator took out", async () => {
    const { db } = app.services;
    const own = sql`lesson_id in (select l.id from lessons l join modules m on m.id = l.module_id where m.degree = 'companheiro') and "use" = 'pool'`;
    const all = await db.select({ id: questions.id }).from(questions).where(own).orderBy(questions.id);
    const [retired, undrawn] = [all.slice(0, 10), all.slice(10, 20)].map((rows) => rows.map(({ id }) => id));
    await db.update(questions).set({ retiredAt: new Date() }).where(inArray(questions.id, retired!));
    await db.update(questions).set({ undrawnSince: new Date() }).where(inArray(questions.id, undrawn!));
    for (let count = 0; count < 4; count += 1) {
      const { id } = await start(await student("companheiro"), "companheiro");
      expect((await questionIds(id)).filter((one) => [...retired!, ...undrawn!].includes(one))).toEqual([]);
    }
    await db.update(questions).set({ retiredAt: null, undrawnSince: null }).where(own);
  });

  test("shuffles the options for each attempt, and shows an order or pairs never solved", async () => {
    const orders = new Map<string, Set<string>>();
    for (let count = 0; count < 6; count += 1) {
      const { id } = await start(await student());
      const ids = await questionIds(id);
      for (const [index, asked] of (await askedIn(app.services.db, id)).entries()) {
        if (asked.form !== "choice") continue;
        orders.set(ids[index]!, (orders.get(ids[index]!) ?? new Set()).add(asked.shown.join()));
      }
    }
    expect([...orders.values()].some(({ size }) => size > 1)).toBe(true);
  });
});

describe("an attempt", () => {
  test("shows its questions without their answers", async () => {
    const member = await student();
    const running = await start(member);
    const [first] = await askedIn(app.services.db, running.id);
    for (const item of running.items) {
      expect(Object.keys(item).sort()).toEqual(
        ["answeredAt", "document", "flagged", "form", "given", "lefts", "lesson", "options", "place", "prompt", "scene"].sort(),
      );
      for (const option of [...item.lefts, ...item.options]) expect(Object.keys(option).sort()).toEqual(["id", "text"]);
    }
    for (const { why } of first!.options) if (why) expect(JSON.stringify(running)).not.toContain(why);
    expect(new Date(running.closesAt).getTime() - new Date(running.startedAt).getTime()).toBe(40 * 60_000);
  });

  test("is one, also when two browsers begin at once", async () => {
    const member = await student();
    const answers = await Promise.all(Array.from({ length: 6 }, () => member.post<ExamState>(`${path()}/attempts`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.running!.id)).size).toBe(1);
    expect(await app.services.db.$count(examAttempts, eq(examAttempts.userId, member.id))).toBe(1);
    expect(await app.services.db.$count(examItems, eq(examItems.attemptId, answers[0]!.body.running!.id))).toBe(20);
  });

  test("of one degree runs while another waits", async () => {
    const member = await app.member({ degree: "companheiro" });
    for (const degree of ["aprendiz", "companheiro"] as const)
      await completeDegree(app.services.db, app.services.catalogue(), member.id, degree);
    await start(member, "aprendiz");
    expect(await member.post(`${path("companheiro")}/attempts`)).toMatchObject({ status: 409, body: { code: "exam_running" } });
  });

  test("keeps each answer as it is given, and the last one of several", async () => {
    const member = await student();
    const running = await start(member);
    const [asked] = await askedIn(app.services.db, running.id);
    for (const right of [false, true]) {
      const given = answerTo(asked!, right);
      const { status, body } = await member.put(`${itemPath(running.id, 1)}/answer`, { given });
      expect(status).toBe(200);
      const kept = (await member.get<ExamState>(path())).body.running!.items[0]!;
      expect(kept).toMatchObject({ given, answeredAt: body.answeredAt });
    }
    expect((await member.put(`${itemPath(running.id, 3)}/flag`, { flagged: true })).status).toBe(200);
    expect((await member.get<ExamState>(path())).body.running!.items.map(({ flagged }) => flagged).indexOf(true)).toBe(2);
  });

  test("keeps half of the pairs, which is no answer yet", async () => {
    const member = await student();
    const { id } = await start(member);
    const [left, right] = await askPairs(id);
    const put = (given: string[]) => member.put(`${itemPath(id, 1)}/answer`, { given });
    expect((await put([right[0]!, "", ""])).status).toBe(200);
    expect((await member.get<ExamState>(path())).body.running!.items[0]!.given).toEqual([right[0]!, "", ""]);
    expect((await put([left[0]!, "", ""])).status).toBe(422);
    const { body } = await deliver(member, id);
    expect(body.items[0]).toMatchObject({
      right: false,
      given: ["Régua: Régua", "Malho: sem resposta", "Cinzel: sem resposta"],
    });
  });

  const [a, b, c, d] = ["a", "b", "c", "d"];
  test.each([
    ["choice", [b], 200],
    ["choice", [a, b], 422],
    ["choice", [d], 422],
    ["choice", [""], 422],
    ["classify", [c], 200],
    ["multiple", [c, a], 200],
    ["multiple", ["", a], 200],
    ["multiple", [a, a], 422],
    ["multiple", [a], 422],
    ["multiple", [a, b, c], 422],
    ["order", [c, a, b], 200],
    ["order", [c, a, ""], 422],
    ["order", [c, a, a], 422],
    ["order", [c, a], 422],
    ["match", [c, a, b], 200],
    ["match", [c, "", ""], 200],
    ["match", [c, c, ""], 422],
    ["match", [c, a], 422],
  ] as const)("to a question of the form %s: %j answers %d", async (form, letters, status) => {
    const member = await student();
    const { id } = await start(member);
    const [, shown] = await askPairs(id, form);
    const idOf = new Map([a, b, c].map((letter, index) => [letter, shown[index]!]));
    const given = letters.map((letter) => letter && (idOf.get(letter) ?? crypto.randomUUID()));
    const answer = await member.put(`${itemPath(id, 1)}/answer`, { given });
    expect(answer.status).toBe(status);
    const { body } = await member.get<ExamState>(path());
    expect(body.running!.items[0]!.given).toEqual(status === 200 ? given : null);
  });

  test("takes no answer of another question, none to a place that was not drawn, none from another member", async () => {
    const member = await student();
    const running = await start(member);
    const [first, second] = await askedIn(app.services.db, running.id);
    const put = (place: number, given: unknown, who = member) => who.put(`${itemPath(running.id, place)}/answer`, { given });
    expect(await put(1, answerTo(second!, true))).toMatchObject({ status: 422, body: { code: "answer_foreign" } });
    expect(await put(1, [crypto.randomUUID()])).toMatchObject({ status: 422, body: { code: "answer_foreign" } });
    expect(await put(21, answerTo(first!, true))).toMatchObject({
      status: 404,
      body: { message: "Esta questão não faz parte do seu exame." },
    });
    expect((await put(1, ["a"])).status).toBe(422);
    expect((await put(1, [])).status).toBe(422);
    const thief = await student();
    expect((await put(1, answerTo(first!, true), thief)).status).toBe(404);
    expect((await thief.put(`${itemPath(running.id, 1)}/flag`, { flagged: true })).status).toBe(404);
    expect((await thief.get(`/api/exam-attempts/${running.id}`)).status).toBe(404);
    expect((await deliver(thief, running.id)).status).toBe(404);
    const { body } = await member.get<ExamState>(path());
    expect(body.running!.items.every(({ given, flagged }) => given === null && !flagged)).toBe(true);
  });

  test("takes no answer once it is delivered, and is delivered once", async () => {
    const member = await student();
    const { id } = await start(member);
    await answerAll(member, id, 20);
    const [asked] = await askedIn(app.services.db, id);
    const results = await Promise.all([deliver(member, id), deliver(member, id), deliver(member, id)]);
    expect(results.map(({ body }) => body.rightCount)).toEqual([20, 20, 20]);
    const late = await member.put(`${itemPath(id, 1)}/answer`, { given: answerTo(asked!, false) });
    expect(late).toMatchObject({ status: 409, body: { code: "exam_delivered" } });
    expect((await member.get<ExamResult>(`/api/exam-attempts/${id}`)).body).toMatchObject({ rightCount: 20, ended: "delivered" });
  });

  test("an answer waits for its own attempt's marking, and holds up nobody else's", async () => {
    const [marked, other] = await Promise.all([student(), student()]);
    const [held, free] = [await start(marked), await start(other)];
    const answerIn = async ({ id }: { id: string }) => answerTo((await askedIn(app.services.db, id))[0]!, true);
    const [givenHeld, givenFree] = [await answerIn(held), await answerIn(free)];
    const { waiting } = await app.services.db.transaction(async (tx) => {
      await tx.select().from(examAttempts).where(eq(examAttempts.id, held.id)).for("update");
      let settled = false;
      const waiting = marked.put(`${itemPath(held.id, 1)}/answer`, { given: givenHeld }).finally(() => {
        settled = true;
      });
      expect((await other.put(`${itemPath(free.id, 1)}/answer`, { given: givenFree })).status).toBe(200);
      expect((await other.put(`${itemPath(free.id, 1)}/answer`, { given: givenFree })).status).toBe(200);
      expect(settled).toBe(false);
      return { waiting };
    });
    expect((await waiting).status).toBe(200);
  });

  test("of thirty members who answer at once each has their own kept, and one that fits nothing is refused alone", async () => {
    const members = await Promise.all(Array.from({ length: 30 }, () => student()));
    const attempts = await Promise.all(members.map((member) => start(member)));
    const given = await Promise.all(
      attempts.map(async ({ id }, index) => answerTo((await askedIn(app.services.db, id))[0]!, index % 2 === 0)),
    );
    const foreign = given.with(7, [crypto.randomUUID()]);
    const sent = await Promise.all(
      members.map((member, index) => member.put(`${itemPath(attempts[index]!.id, 1)}/answer`, { given: foreign[index]! })),
    );
    expect(sent.map(({ status }) => status)).toEqual(given.map((_, index) => (index === 7 ? 422 : 200)));
    for (const [index, { id }] of attempts.entries()) {
      const [item] = await app.services.db
        .select()
        .from(examItems)
        .where(and(eq(examItems.attemptId, id), eq(examItems.place, 1)));
      expect(item!.given).toEqual(index === 7 ? null : given[index]);
    }
  });

  test("no answer is kept that was not marked, though it comes while another browser delivers", async () => {
    const member = await student();
    const { id } = await start(member);
    const asked = await askedIn(app.services.db, id);
    const answers = asked.map((one, index) => member.put(`${itemPath(id, index + 1)}/answer`, { given: answerTo(one, true) }));
    const delivered = deliver(member, id);
    const kept = (await Promise.all(answers)).filter(({ status }) => status === 200).length;
    await delivered;
    const { body } = await member.get<ExamResult>(`/api/exam-attempts/${id}`);
    expect(body.rightCount).toBe(kept);
    expect(body.items.filter(({ given }) => given !== null)).toHaveLength(kept);
  });
});

describe("time over", () => {
  test("marks what there is at the next look, and takes no further answer", async () => {
    const member = await student();
    const { id } = await start(member);
    const asked = await askedIn(app.services.db, id);
    for (const index of [0, 1, 2])
      await member.put(`${itemPath(id, index + 1)}/answer`, { given: answerTo(asked[index]!, true) });
    await letTimePass(id, 40);
    const late = await member.put(`${itemPath(id, 4)}/answer`, { given: answerTo(asked[3]!, true) });
    expect(late).toMatchObject({ status: 409, body: { code: "exam_over" } });
    const { body } = await member.get<ExamResult>(`/api/exam-attempts/${id}`);
    expect(body).toMatchObject({ rightCount: 3, ended: "time", passed: false });
    expect(new Date(body.finishedAt).getTime() - new Date(body.startedAt).getTime()).toBe(40 * 60_000);
    expect((await member.get<ExamState>(path())).body).toMatchObject({ status: "waiting", running: null });
  });

  test("marks by the job what nobody looks at, and a passed one counts", async () => {
    const member = await student();
    const { id } = await start(member);
    await answerAll(member, id, 15);
    await letTimePass(id, 41);
    await app.services.jobs.send(app.services.db, "close-exams", {});
    await app.runJobs();
    const [attempt] = await app.services.db.select().from(examAttempts).where(eq(examAttempts.id, id));
    expect(attempt).toMatchObject({ ended: "time", rightCount: 15, passed: true });
  });

  test("delivering after it counts as ended by it", async () => {
    const member = await student();
    const { id } = await start(member);
    await letTimePass(id, 45);
    expect((await deliver(member, id)).body).toMatchObject({ ended: "time", rightCount: 0 });
  });
});

describe("the result", () => {
  test("has each question with the answer given, the right one, its reason and its lesson", async () => {
    const member = await student();
    const { id } = await start(member);
    const asked = await askedIn(app.services.db, id);
    await answerAll(member, id, 19);
    const { body } = await deliver(member, id);
    expect(body.modules.map((module) => module.id)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, item] of body.items.entries()) {
      const { scene, prompt, kind, passage } = asked[index]!;
      expect(item).toMatchObject({ place: index + 1, scene, prompt, kind, passage, right: index < 19 });
      expect(item.lesson?.title).toBeTruthy();
      expect(item.document?.title).toBe(asked[index]!.document?.title);
      expect(item.why.length).toBeGreaterThan(0);
      // each reason is of an alternative that was chosen or is right
      const alternatives = item.form !== "order" && item.form !== "match";
      expect(item.why.map(({ of }) => of)).toEqual(alternatives ? [...new Set([...item.given!, ...item.answer])] : [null]);
      if (index < 19) expect(item.given).toEqual(item.answer);
      else expect(item.given).not.toEqual(item.answer);
    }
  });

  test("is not told while the attempt runs", async () => {
    const member = await student();
    const { id } = await start(member);
    expect((await member.get(`/api/exam-attempts/${id}`)).status).toBe(404);
  });

  test("keeps what was asked, though the question is reworded and retired", async () => {
    const { db } = app.services;
    const member = await student();
    const { id } = await start(member);
    const [questionId] = await questionIds(id);
    const [asked] = await askedIn(db, id);
    await db.update(questions).set({ prompt: "Outra pergunta?", retiredAt: new Date() }).where(eq(questions.id, questionId!));
    await db
      .update(questionOptions)
      .set({ text: sql`${questionOptions.text} || ' (outra)'` })
      .where(eq(questionOptions.questionId, questionId!));
    await answerAll(member, id, 20);
    const { body } = await deliver(member, id);
    expect(body.items[0]).toMatchObject({ prompt: asked!.prompt, right: true });
    expect(JSON.stringify(body)).not.toContain("(outra)");
    await db.update(questions).set({ retiredAt: null }).where(eq(questions.id, questionId!));
  });
});

test("passing gives the last quarter of the path", async () => {
  const member = await student();
  expect((await member.get("/api/dashboard")).body).toMatchObject({ overall: { percent: 75 }, exam: { status: "open" } });
  const { id } = await start(member);
  expect((await member.get("/api/dashboard")).body.exam).toMatchObject({ status: "running", attemptId: id });
  await answerAll(member, id, 14);
  await deliver(member, id);
  expect((await member.get("/api/dashboard")).body).toMatchObject({
    overall: { percent: 100, examPassed: true },
    exam: { status: "passed", attemptId: id },
  });
});

test("the exams and answers of a member are exported, and go with them", async () => {
  const member = await student();
  const { id } = await start(member);
  const [asked] = await askedIn(app.services.db, id);
  const given = answerTo(asked!, true);
  await member.put(`${itemPath(id, 1)}/answer`, { given });
  const { body } = await member.get("/api/account/export");
  expect(body.data.examAttempts).toMatchObject([{ degree: "aprendiz", finishedAt: null }]);
  const textOf = new Map(asked!.options.map((option) => [option.id, option.text]));
  expect(body.data.examAnswers).toHaveLength(20);
  expect(body.data.examAnswers[0]).toMatchObject({
    place: 1,
    prompt: asked!.prompt,
    answer: given.map((one) => textOf.get(one)).join(" | "),
  });
});

describe("a canary planted in each degree's exam", () => {
  test.each(["aprendiz", "companheiro"] as const)("reaches no %s from above, by no path", async (own) => {
    const { db } = app.services;
    const above = DEGREES.slice(DEGREES.indexOf(own) + 1);
    const canary = `CANARIO-${crypto.randomUUID()}`;
    const higher = db
      .select({ id: questions.id })
      .from(questions)
      .innerJoin(lessons, eq(lessons.id, questions.lessonId))
      .innerJoin(modules, eq(modules.id, lessons.moduleId))
      .where(and(eq(questions.use, "pool"), inArray(modules.degree, above)));
    const readable = readableIn(app.services.catalogue(), own).map(({ id }) => id);
    const ofHigherDocument = and(isNotNull(questions.documentId), notInArray(questions.documentId, readable));
    await db
      .update(questions)
      .set({ prompt: canary })
      .where(or(inArray(questions.id, higher), ofHigherDocument));
    const master = await student("mestre");
    const seen = await start(master, "mestre");
    expect(JSON.stringify(seen)).toContain(canary);
    const member = await student(own);
    await db.update(examAttempts).set({ userId: member.id }).where(eq(examAttempts.id, seen.id)); // even of their own, once their degree is lower
    const answers = [
      await member.get("/api/exams"),
      await member.get("/api/review"),
      await member.get("/api/documents"),
      await member.get("/api/dashboard"),
      ...(await Promise.all(
        DEGREES.flatMap((degree) => [
          member.get(path(degree)),
          ...(degree === own ? [] : [member.post(`${path(degree)}/attempts`)]),
        ]),
      )),
      await member.put(`${itemPath(seen.id, 1)}/answer`, { given: [seen.items[0]!.options[0]!.id] }),
      await member.put(`${itemPath(seen.id, 1)}/flag`, { flagged: true }),
      await member.get(`/api/exam-attempts/${seen.id}`),
      await deliver(member, seen.id),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(canary);
    expect(answers.slice(-4).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});
