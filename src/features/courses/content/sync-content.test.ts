import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { dump, load } from "js-yaml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { textVersions } from "#app/features/authoring/authoring.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { rightAnswer } from "#tests/support/questions.ts";
import { readLesson } from "#tests/support/reading.ts";
import { type CatalogueLesson, loadCatalogue } from "../catalogue.ts";
import type { LessonDetail, ModuleDetail } from "../courses.answers.ts";
import {
  lessonAnswers,
  lessonProgress,
  lessonRevisions,
  lessons,
  moduleCompletions,
  questionOptions,
  questions,
} from "../courses.table.ts";
import { syncContent } from "./sync-content.ts";

const app = testApp();
let folder: string;
let original: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "academia-content-"));
  cpSync(CONTENT_FOLDER, folder, { recursive: true });
  // check questions that do not depend on what the academy asks today
  edit<Written[]>("questions/m01.yaml", (all) => {
    const others = all.filter(({ lesson: of, use }) => use !== "check" || !["m01-l01", "m01-l02"].includes(of));
    const texts = ["uma régua", "um malho", "um prumo", "um nível"];
    const check = (id: string, of: string) => ({
      id,
      lesson: of,
      use: "check",
      prompt: `Que ferramenta, em ${of}?`,
      options: texts.map((text, index) => ({ text, right: index === 1, why: `Sobre ${text}.` })),
    });
    all.splice(0, all.length, check("pergunta-um", "m01-l01"), check("pergunta-dois", "m01-l02"), ...others);
  });
  await publish();
  original = `${folder}-original`;
  cpSync(folder, original, { recursive: true });
});
afterEach(async () => {
  for (const each of [folder, original]) rmSync(each, { recursive: true });
  await publish(CONTENT_FOLDER);
});

type Outline = { id: number; requires: number[]; lessons: { id: string; title: string }[] }[];
type Written = Record<string, any>;

/** Rewrites a YAML file of the copy. */
function edit<Source>(file: string, change: (source: Source) => void): void {
  const path = join(folder, file);
  const source = load(readFileSync(path, "utf8")) as Source;
  change(source);
  writeFileSync(path, dump(source));
}
const editOutline = (change: (modules: Outline) => void) => edit("modules.yaml", change);
const editQuestion = (id: string, change: (question: Written, all: Written[]) => void) =>
  edit<Written[]>("questions/m01.yaml", (all) => change(all.find((question) => question.id === id)!, all));
const addLesson = (id: string) => cpSync(join(folder, "lessons/m01-l05.md"), join(folder, `lessons/${id}.md`));

/** Brings the running application up to a folder, as a start does. */
async function publish(from = folder) {
  const changed = await syncContent(app.services.db, from);
  const catalogue = await loadCatalogue(app.services.db);
  app.services.catalogue = () => catalogue;
  return changed;
}

const lessonsOf = (moduleId: number) => app.services.catalogue().byId.get(moduleId)!.lessons;
const lesson = (id: string) =>
  app.services
    .catalogue()
    .modules.flatMap((module) => module.lessons)
    .find((each) => each.id === id)!;
const address = ({ moduleId, number }: CatalogueLesson) => `/api/modules/${moduleId}/lessons/${number}`;

async function complete(member: TestMember, id: string): Promise<void> {
  const each = lesson(id);
  await readLesson(app, member, each.moduleId, each.number);
  expect((await member.post(`${address(each)}/answer`, { given: rightAnswer(each.check!) })).body).toMatchObject({ right: true });
}

/** A member who finished module 1 and is half through the first lesson of module 2. */
async function studied(): Promise<TestMember> {
  const member = await app.member();
  for (const { id } of lessonsOf(1)) await complete(member, id);
  const begun = lesson("m02-l01");
  await readLesson(app, member, begun.moduleId, begun.number, 0.5);
  return member;
}

/** All that is stored of what a member did. */
const kept = async ({ id }: TestMember) => ({
  progress: await app.services.db
    .select()
    .from(lessonProgress)
    .where(eq(lessonProgress.userId, id))
    .orderBy(lessonProgress.lessonId),
  answers: await app.services.db.select().from(lessonAnswers).where(eq(lessonAnswers.userId, id)).orderBy(lessonAnswers.id),
  finished: await app.services.db.select().from(moduleCompletions).where(eq(moduleCompletions.userId, id)),
});

const optionsOf = (questionId: string) =>
  app.services.db.select().from(questionOptions).where(eq(questionOptions.questionId, questionId));

test("unchanged files change nothing, also when several processes start together", async () => {
  const sync = () => syncContent(app.services.db, folder);
  expect(await Promise.all([sync(), sync(), sync()])).toEqual(Array(3).fill({ places: 0, revisions: 0, questions: 0 }));
});

describe("what members did survives", () => {
  test("a lesson inserted in the middle: it is a novelty of a module that stays finished, and links follow the moved lessons", async () => {
    const member = await studied();
    const before = await kept(member);
    addLesson("pedreiros-de-aldeia");
    editOutline(([first]) => first!.lessons.splice(1, 0, { id: "pedreiros-de-aldeia", title: "Pedreiros de aldeia" }));
    await publish();
    expect(await kept(member)).toEqual(before);
    const { body } = await member.get<ModuleDetail>("/api/modules/1");
    expect(body).toMatchObject({ status: "completed", percent: 100, completedLessons: 5, lessonCount: 6, nextLesson: 2 });
    expect(body.lessons.map(({ completed, novelty }) => [completed, novelty])).toEqual([
      [true, false],
      [false, true],
      ...Array(4).fill([true, false]),
    ]);
    expect((await member.get<ModuleDetail>("/api/modules/2")).body).toMatchObject({ status: "in-progress", lock: null });
    expect((await member.get("/api/dashboard")).body).toMatchObject({ next: { moduleId: 2 }, overall: { completedLessons: 6 } });
    expect(lesson("m01-l05").number).toBe(6);
    const linking = app.services
      .catalogue()
      .modules.flatMap((module) => module.lessons)
      .filter(({ text }) => text?.html.includes("/modulo/1/licao/6"));
    expect(linking.length).toBeGreaterThan(0);
  });

  test("a lesson moved to another module takes its progress along, and both modules keep theirs", async () => {
    const member = await studied();
    const before = await kept(member);
    editOutline(([first, second]) => second!.lessons.unshift(...first!.lessons.splice(2, 1)));
    await publish();
    expect(await kept(member)).toEqual(before);
    expect((await member.get<ModuleDetail>("/api/modules/1")).body).toMatchObject({
      status: "completed",
      percent: 100,
      lessonCount: 4,
    });
    const second = (await member.get<ModuleDetail>("/api/modules/2")).body;
    expect(second.lessons.slice(0, 2)).toMatchObject([{ completed: true }, { completed: false, progress: 0.5 }]);
  });

  test("lessons that change places, also across modules, in one start", async () => {
    editOutline(([first, second]) => {
      first!.lessons.reverse();
      [first!.lessons[0], second!.lessons[0]] = [second!.lessons[0]!, first!.lessons[0]!];
    });
    await publish();
    expect(lessonsOf(1).map(({ id }) => id)).toEqual(["m02-l01", "m01-l04", "m01-l03", "m01-l02", "m01-l01"]);
    expect(lessonsOf(2)[0]!.id).toBe("m01-l05");
  });

  test("a retired lesson counts neither for nor against, and comes back with what was done in it", async () => {
    const [finished, other] = [await studied(), await app.member()];
    for (const id of ["m01-l01", "m01-l02", "m01-l04", "m01-l05"]) await complete(other, id);
    const before = await kept(finished);
    editOutline(([first]) => first!.lessons.splice(2, 1));
    for (const file of ["m01", "m02"])
      edit<Written[]>(`questions/${file}.yaml`, (all) =>
        all.splice(0, all.length, ...all.filter((each) => each.lesson !== "m01-l03")),
      );
    unlinkLesson("m01-l03");
    await publish();
    expect(await kept(finished)).toEqual(before);
    expect((await finished.get<ModuleDetail>("/api/modules/1")).body).toMatchObject({ status: "completed", lessonCount: 4 });
    expect((await other.get<ModuleDetail>("/api/modules/1")).body).toMatchObject({ status: "completed", percent: 100 });
    expect((await finished.get(`/api/modules/1/lessons/5`)).status).toBe(404);
    expect((await finished.get("/api/dashboard")).status).toBe(200);
    restore();
    await publish();
    expect(await kept(finished)).toEqual(before);
    expect(lesson("m01-l03").number).toBe(3);
    expect((await finished.get<LessonDetail>(address(lesson("m01-l03")))).body.progress).toMatchObject({ completed: true });
    // finished without it once: finished
    expect((await other.get<ModuleDetail>("/api/modules/1")).body).toMatchObject({ status: "completed", percent: 100 });
  });

  test("a question reworded, with its options in another order: the answers still say what they said", async () => {
    const member = await studied();
    const before = await kept(member);
    const options = await optionsOf("pergunta-um");
    const right = options.find((option) => option.right)!;
    editQuestion("pergunta-um", (question) => {
      question.prompt = "Outra forma da mesma pergunta?";
      question.options.reverse();
      question.options[0].text = "Uma alternativa dita de outro modo";
    });
    await publish();
    expect(await kept(member)).toEqual(before);
    const after = await optionsOf("pergunta-um");
    expect(after).toHaveLength(4);
    expect(after.find(({ id }) => id === right.id)).toMatchObject({
      text: right.text,
      right: true,
      position: 3 - right.position!,
    });
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(options.map(({ id }) => id)));
  });

  test("a question removed, replaced and brought back; one that changes its form", async () => {
    const member = await studied();
    const before = await kept(member);
    editQuestion("pergunta-um", (question, all) => {
      all.push({ ...question, id: "arquivo-da-loja", prompt: "Uma pergunta nova?" });
      all.splice(all.indexOf(question), 1);
    });
    editQuestion("pergunta-dois", (question) => {
      const items = question.options.map(({ text }: { text: string }) => text);
      delete question.options;
      Object.assign(question, { form: "order", items, why: "Porque é esta." });
    });
    await publish();
    expect(await kept(member)).toEqual(before);
    expect(lesson("m01-l01").check!.id).toBe("arquivo-da-loja");
    expect((await optionsOf("pergunta-dois")).filter(({ position }) => position !== null)).toHaveLength(4);
    expect(await optionsOf("pergunta-dois")).toHaveLength(8);
    restore();
    await publish();
    expect(lesson("m01-l01").check!.id).toBe("pergunta-um");
    expect(await kept(member)).toEqual(before);
  });
});

test("what an editor published is left alone", async () => {
  const { db } = app.services;
  const [revision] = await db.select().from(lessonRevisions).where(eq(lessonRevisions.lessonId, "m01-l02"));
  const { id: _, ...text } = revision!;
  const lessonTitle = lesson("m01-l02").title;
  const [edited] = await db
    .insert(lessonRevisions)
    .values({ ...text, sourceHash: "editor", origin: "editor" })
    .returning();
  await db.update(lessons).set({ publishedRevisionId: edited!.id, title: "Título da edição" }).where(eq(lessons.id, "m01-l02"));
  await db
    .update(questions)
    .set({ origin: "editor", prompt: "Da edição?", sourceHash: "editor" })
    .where(eq(questions.id, "pergunta-dois"));
  try {
    writeFileSync(
      join(folder, "lessons/m01-l02.md"),
      readFileSync(join(folder, "lessons/m01-l02.md"), "utf8").replace("\n\n", "\n\nFrase nova. "),
    );
    editQuestion("pergunta-dois", (question, all) => void all.splice(all.indexOf(question), 1));
    await publish();
    expect(lesson("m01-l02")).toMatchObject({ title: "Título da edição", number: 2, check: { prompt: "Da edição?" } });
    const [published] = await db
      .select({ source: lessonRevisions.source, origin: lessonRevisions.origin })
      .from(lessons)
      .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
      .where(eq(lessons.id, "m01-l02"));
    expect(published).toEqual({ source: text.source, origin: "editor" });
    const [brought] = await db.select().from(textVersions).where(eq(textVersions.subjectId, "m01-l02"));
    expect(brought).toMatchObject({ origin: "repository", publishedAt: null, body: { title: lessonTitle } });
    editOutline(([first]) => first!.lessons.splice(1, 1));
    unlinkLesson("m01-l02");
    await publish();
    expect(lesson("m01-l02")).toMatchObject({ moduleId: 1, number: 5 }); // after those of the files
  } finally {
    await db.update(lessons).set({ publishedRevisionId: revision!.id }).where(eq(lessons.id, "m01-l02"));
    await db.delete(lessonRevisions).where(and(eq(lessonRevisions.lessonId, "m01-l02"), eq(lessonRevisions.origin, "editor")));
    await db.update(questions).set({ origin: "repository" }).where(eq(questions.id, "pergunta-dois"));
  }
});

const restore = () => cpSync(original, folder, { recursive: true });

/** Takes the links to a lesson out of all other lessons. */
function unlinkLesson(id: string): void {
  for (const { id: other } of app.services.catalogue().modules.flatMap((module) => module.lessons)) {
    const path = join(folder, `lessons/${other}.md`);
    writeFileSync(path, readFileSync(path, "utf8").replace(new RegExp(`\\[([^\\]]*)\\]\\(licao:${id}\\)`, "g"), "$1"));
  }
}
