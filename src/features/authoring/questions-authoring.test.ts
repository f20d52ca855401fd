import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { questionFiles, readQuestions } from "#app/content/questions.ts";
import { readStudies } from "#app/content/studies.ts";
import { syncContent } from "#app/features/courses/content/sync-content.ts";
import { questions } from "#app/features/courses/courses.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { Part, QuestionBody } from "./authoring.schema.ts";
import { authors } from "./authoring.table.ts";
import { exportContent } from "./export-content.service.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();

const folder = mkdtempSync(join(tmpdir(), "academia-questions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DOCUMENT = "alvara-1818";
const degreeOf = new Map(readStudies().map(({ id, degree }) => [id, degree]));
const ofStudy = readQuestions().find((question) => question.study && degreeOf.get(question.study) === "mestre")!;

const aWriter = async (parts: Part[], degree: Degree) => {
  const member = await app.member({ degree: "mestre" });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree, part });
  return member;
};
const at = (id: string) => `/api/authoring/texts/question/${id}`;
const listOf = (writer: TestMember, kind: string, id: string) => writer.get(`/api/authoring/questions?kind=${kind}&id=${id}`);
const bodyOf = async (writer: TestMember, id: string) => (await writer.get(at(id))).body.published.body as QuestionBody;
const published = async (author: TestMember, reviewer: TestMember, id: string, body: object, first = 0): Promise<string> => {
  const { body: saved } = await author.put(at(id), { version: first, body });
  const sent = await author.post(`${at(id)}/submit`, { version: saved.version, reason: "Uma correção" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const done = await reviewer.post(`${at(id)}/publish`, { version: saved.version, at: null });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body.id;
};

test("questions of a document and of a study are listed, corrected, begun and retired as those of a lesson are", {
  timeout: 120_000,
}, async () => {
  const { degree } = (await (await app.member({ degree: "mestre" })).get(`/api/documents/${DOCUMENT}`)).body;
  const [author, reviewer] = [await aWriter(["author"], degree), await aWriter(["reviewer"], degree)];
  const { text, questions: own } = (await listOf(author, "document", DOCUMENT)).body;
  expect(text).toMatchObject({ kind: "document", id: DOCUMENT, degree });
  const asked = own.find(({ form }: { form: string }) => form === "choice");
  const body = await bodyOf(author, asked.id);
  const mended = { ...body, prompt: `${body.prompt.replace(/\?$/, "")}, afinal?` };
  expect(await published(author, reviewer, asked.id, mended)).toBe(asked.id);
  expect((await author.get(at(asked.id))).body.parent).toEqual({ id: `document:${DOCUMENT}`, title: text.title });
  // another right answer is another question, of the same document
  const wrong = mended.options.findIndex(({ right }) => !right);
  const turned = { ...mended, options: mended.options.map((option, index) => ({ ...option, right: index === wrong })) };
  const became = await published(author, reviewer, asked.id, turned);
  expect(became).toBe(`${DOCUMENT}-e1`);
  // none of them closes a text
  const { id: begun } = (await author.post("/api/authoring/questions", { kind: "document", id: DOCUMENT })).body;
  expect(begun).toBe(`${DOCUMENT}-e2`);
  const filled = { ...body, prompt: "Qual destas quatro frases diz o que o alvará zagunta de 1818 ordena?" };
  await author.put(at(begun), { version: 1, body: { ...filled, use: "check" } });
  expect((await author.post(`${at(begun)}/submit`, { version: 2, reason: "Questão nova" })).status).toBe(422);
  await published(author, reviewer, begun, filled, 2);
  const rows = await app.services.db.select().from(questions).where(eq(questions.documentId, DOCUMENT));
  expect(rows.find(({ id }) => id === begun)).toMatchObject({ origin: "editor", lessonId: null, retiredAt: null });
  expect(rows.find(({ id }) => id === asked.id)!.retiredAt).not.toBe(null);
  await syncContent(app.services.db); // a start keeps it
  expect((await bodyOf(author, begun)).prompt).toContain("zagunta");

  const masters = [await aWriter(["author"], "mestre"), await aWriter(["reviewer"], "mestre")] as const;
  expect((await listOf(await aWriter(["author"], "companheiro"), "study", ofStudy.study!)).status).toBe(403);
  const study = await bodyOf(masters[0], ofStudy.id);
  await published(...masters, ofStudy.id, { ...study, prompt: `${study.prompt.replace(/[?.]$/, "")}, afinal?` });
  const { questions: ofThat } = (await listOf(masters[0], "study", ofStudy.study!)).body;
  const last = ofThat.find(({ id }: { id: string }) => id !== ofStudy.id).id;
  expect((await masters[1].post(`${at(last)}/retire`, { retired: true })).status).toBe(200);

  const to = join(folder, "first");
  await exportContent(app.services, to);
  const imported = new Map(readQuestions(to).map((question) => [question.id, question]));
  expect(imported.get(begun)).toMatchObject({ document: DOCUMENT });
  expect(imported.get(ofStudy.id)).toMatchObject({ study: ofStudy.study });
  expect([imported.has(asked.id), imported.has(last)]).toEqual([false, false]);
  const again = join(folder, "second");
  await exportContent(other.services, again, to);
  for (const file of questionFiles(to))
    expect(readFileSync(join(again, file), "utf8")).toBe(readFileSync(join(to, file), "utf8"));
  expect(questionFiles(to)).toEqual(questionFiles(CONTENT_FOLDER));
});
