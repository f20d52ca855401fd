import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { type PieceSource, readStudies } from "#app/content/studies.ts";
import { noteRepositoryTexts } from "#app/features/authoring/repository-texts.service.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import { studyPositions } from "#app/features/studies/studies.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { Part, StudyBody } from "./authoring.schema.ts";
import { authors, drafts, editedTexts } from "./authoring.table.ts";
import { exportContent } from "./export-content.service.ts";
import { publishDue } from "./publish-due.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();

const folder = mkdtempSync(join(tmpdir(), "academia-studies-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pieces = readStudies().filter((study): study is PieceSource => study.sort === "piece");
const [first, second, third] = pieces.filter(({ degree }) => degree === "aprendiz") as [PieceSource, PieceSource, PieceSource];
const life = readStudies().find(({ sort, degree }) => sort === "life" && degree === "aprendiz")!;
const ofMestre = readStudies().find(({ sort, degree }) => sort === "study" && degree === "mestre")!;

const aWriter = async (parts: Part[], degree: Degree = "aprendiz", own: Degree = "mestre") => {
  const member = await app.member({ degree: own });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree, part });
  return member;
};
const at = (id: string) => `/api/authoring/texts/study/${id}`;
const bodyOf = async (writer: TestMember, id: string) => (await writer.get(at(id))).body.published.body as StudyBody;
const submitted = async (author: TestMember, id: string, body: object, version = 0) => {
  const { body: saved } = await author.put(at(id), { version, body });
  const sent = await author.post(`${at(id)}/submit`, { version: saved.version, reason: "Uma correção" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return saved.version as number;
};
const publish = (reviewer: TestMember, id: string, version: number, when: string | null = null) =>
  reviewer.post(`${at(id)}/publish`, { version, at: when });
const blocksIn = async (author: TestMember, id: string, body: object): Promise<string[]> =>
  (await author.post(`${at(id)}/preview`, { body })).body.remarks
    .filter(({ blocks }: { blocks: boolean }) => blocks)
    .map(({ message }: { message: string }) => message);
const shelfOf = async (writer: TestMember, sort: string) =>
  (await writer.get("/api/authoring/outline?degree=aprendiz")).body.shelves.find(({ id }: { id: string }) => id === sort).texts;

describe("a piece that is corrected", () => {
  test("is read at once, found and kept in its history; who was inside goes on at the same paragraph", {
    timeout: 60_000, // the thread reads the content folder first
  }, async () => {
    const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
    const body = await bodyOf(author, first.id);
    const gone = body.markdown.split("\n\n").find((text) => /^[A-ZÀ-Ú“][^[\]!*>|]{120,}$/.test(text))!;
    await app.services.db.insert(studyPositions).values({ userId: reader.id, studyId: first.id, position: 0.5 });
    await app.services.db.insert(notes).values({
      ...{ id: crypto.randomUUID(), userId: reader.id, kind: "study", textId: first.id, title: "T", degree: "aprendiz" },
      ...{ colour: "gold", quote: gone.slice(0, 60), prefix: "", suffix: gone.slice(60, 120), position: 1, body: "Segredo meu" },
    });
    const added = "Uma frase zagunta, que conta outra coisa com outras palavras, e segue. ".repeat(4).trim();
    const version = await submitted(author, first.id, {
      ...body,
      title: "Um título novo",
      markdown: body.markdown.replace(gone, added),
    });
    const touched = await reviewer.get(`${at(first.id)}/readers`);
    expect(touched.body).toMatchObject({ finished: 0, inside: 1, lostNotes: { count: 1, passages: [gone.slice(0, 60)] } });
    expect(JSON.stringify(touched.body)).not.toContain("Segredo");
    expect((await reader.get(`/api/studies/${first.id}`)).body.html).not.toContain("zagunta");
    expect((await publish(author, first.id, version)).status).toBe(403); // nobody reviews what they wrote
    expect((await publish(reviewer, first.id, version)).status).toBe(200);
    const shown = (await reader.get(`/api/studies/${first.id}`)).body;
    expect([shown.title, shown.html.includes("zagunta")]).toEqual(["Um título novo", true]);
    expect(shown.position).not.toBe(0.5);
    const [found] = await app.services.db
      .select()
      .from(searchDocuments)
      .where(and(eq(searchDocuments.kind, "piece"), eq(searchDocuments.id, first.id)));
    expect([found!.title, found!.body.includes("zagunta")]).toEqual(["Um título novo", true]);
    const { versions, draft } = (await author.get(at(first.id))).body;
    expect([draft, versions.map(({ origin }: { origin: string }) => origin)]).toEqual([null, ["editor", "repository"]]);
    // another process hears of it by the catalogue
    expect((await loadCatalogue(app.services.db)).edited).toMatchObject([{ kind: "study", id: first.id }]);
    // the version of before is restored as a new one
    await author.post(`${at(first.id)}/restore`, { number: 1 });
    await author.post(`${at(first.id)}/submit`, { version: 1, reason: "Restaura" });
    expect((await publish(reviewer, first.id, 1)).status).toBe(200);
    expect((await reader.get(`/api/studies/${first.id}`)).body.title).toBe(first.title);
  });

  test.each([
    ["a lesson of a higher degree", { lesson: "m09-l01" }, "de grau mais alto"],
    ["a lesson that is not there", { lesson: "m99-l01" }, "não existe"],
    ["two questions", { questions: ["Uma pergunta só, mas longa?"] }, "três perguntas"],
    ["the place of another", { order: second.order }, `já é de “${second.title}”`],
    ["reserved matter", { title: "A palavra semestral" }, ""],
    ["a document that is not there", { document: "nao-existe" }, "não há documento"],
  ])("with %s is neither sent nor published, and the margin says why", async (_, change, words) => {
    const author = await aWriter(["author"]);
    const body = { ...(await bodyOf(author, third.id)), ...change };
    expect((await blocksIn(author, third.id, body)).join("\n")).toContain(words);
    const { version } = (await author.get(at(third.id))).body.draft ?? { version: 0 };
    const saved = (await author.put(at(third.id), { version, body })).body;
    const sent = await author.post(`${at(third.id)}/submit`, { version: saved.version, reason: "Uma tentativa" });
    expect([sent.status, sent.body.fields?.form]).toEqual([422, expect.stringContaining("Há um reparo que impede")]);
  });
});

test("a study is written by who has its degree and that part; its draft is nobody else's", async () => {
  const author = await aWriter(["author"], "mestre");
  const lowered = await aWriter(["author", "reviewer"], "mestre", "companheiro");
  const ofAnother = await aWriter(["author", "reviewer"], "aprendiz");
  const body = await bodyOf(author, ofMestre.id);
  expect((await author.put(at(ofMestre.id), { version: 0, body: { ...body, title: "Outro título" } })).status).toBe(200);
  for (const writer of [lowered, ofAnother, await app.member({ degree: "mestre" })]) {
    expect((await writer.get(at(ofMestre.id))).status).toBe(403);
    expect((await writer.put(at(ofMestre.id), { version: 1, body })).status).toBe(403);
    expect((await writer.post(`${at(ofMestre.id)}/preview`, { body })).status).toBe(403);
  }
  expect((await ofAnother.post("/api/authoring/texts", { shelf: "piece", degree: "mestre", title: "Uma peça" })).status).toBe(
    403,
  );
  const drafted = (await author.get("/api/authoring/outline?degree=mestre")).body.shelves[0].texts;
  expect(drafted.find(({ id }: { id: string }) => id === ofMestre.id)).toMatchObject({ version: 1, draft: { state: "draft" } });
});

describe("a text that is new", () => {
  test("is complete before it is sent, then stands on its shelf, at its hour, and may be retired", async () => {
    const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
    const { id } = (await author.post("/api/authoring/texts", { shelf: "piece", degree: "aprendiz", title: "A corda de nós" }))
      .body;
    expect(id).toBe("a-corda-de-nos");
    const { draft } = (await author.get(at(id))).body;
    expect(await blocksIn(author, id, draft.body)).toEqual(
      expect.arrayContaining([
        "falta a lição em que a peça se apoia",
        "a peça termina com três perguntas, de 20 a 220 letras cada uma",
      ]),
    );
    expect((await shelfOf(author, "piece")).find((text: { id: string }) => text.id === id)).toMatchObject({
      ...{ title: "A corda de nós", number: null, version: null },
      draft: { state: "draft" },
    });
    expect((await reader.get(`/api/studies/${id}`)).status).toBe(404);
    const filled = { ...(await bodyOf(author, second.id)), title: "A corda de nós", order: draft.body.order };
    const version = await submitted(author, id, filled, 1);
    expect((await reviewer.get(`${at(id)}/readers`)).body).toMatchObject({ finished: 0, inside: 0 });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect((await publish(reviewer, id, version, soon)).status).toBe(200);
    expect((await reader.get(`/api/studies/${id}`)).status).toBe(404);
    await app.services.db
      .update(drafts)
      .set({ publishAt: new Date(Date.now() - 1_000) })
      .where(eq(drafts.subjectId, id));
    await Promise.all([1, 2].map(() => publishDue.run(app.services, {}))); // as two processes would
    expect((await reader.get(`/api/studies/${id}`)).body).toMatchObject({ title: "A corda de nós", sort: "piece" });
    expect((await reader.get("/api/studies?sort=piece")).body.studies.at(-1).id).toBe(id);
    expect((await author.post(`${at(id)}/retire`, { retired: true })).status).toBe(403);
    expect((await reviewer.post(`${at(id)}/retire`, { retired: true })).status).toBe(200);
    expect((await reader.get(`/api/studies/${id}`)).status).toBe(404);
    expect((await shelfOf(author, "piece")).find((text: { id: string }) => text.id === id).retiredAt).not.toBe(null);
    expect((await reviewer.post(`${at(id)}/retire`, { retired: false })).status).toBe(200);
    expect((await reader.get(`/api/studies/${id}`)).status).toBe(200);
  });

  test("retired without an edit, a study of the files comes back as it was", async () => {
    const [reviewer, reader] = [await aWriter(["reviewer"]), await app.member()];
    for (const [retired, status] of [
      [true, 404],
      [false, 200],
    ] as const) {
      expect((await reviewer.post(`${at(life.id)}/retire`, { retired })).status).toBe(200);
      expect((await reader.get(`/api/studies/${life.id}`)).status).toBe(status);
    }
    const found = await app.services.db.select().from(editedTexts).where(eq(editedTexts.subjectId, life.id));
    expect(found).toMatchObject([{ body: null, retiredAt: null }]);
  });
});

/** Every file of a folder, by its path. */
const filesOf = (path: string): Map<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length), readFileSync(file, "utf8")]),
  );

test("what was edited is exported with its own lines changed, imported, and exported again as the same files", async () => {
  const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
  const body = await bodyOf(author, life.id);
  const steps = body.steps.map((step, index) => (index === 0 ? { ...step, what: "nasce: “assim” se diz" } : step));
  await publish(
    reviewer,
    life.id,
    await submitted(author, life.id, { ...body, standfirst: 'Uma frase: com "aspas" e # sinal.', steps }),
  );
  expect((await reviewer.post(`${at(third.id)}/retire`, { retired: true })).status).toBe(200);
  const to = join(folder, "first");
  const exported = await exportContent(app.services, to);
  expect(exported).toMatchObject({ lessons: 0, retired: 1 });
  const [before, after] = [filesOf(CONTENT_FOLDER), filesOf(to)];
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  // what was edited and then restored is as it was, letter by letter
  expect(changed.toSorted()).toEqual([`/lives/${life.id}.md`, "/pieces/a-corda-de-nos.md"]);
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([`/pieces/${third.id}.md`]);
  const [was, is] = [before, after].map((all) => all.get(`/lives/${life.id}.md`)!.split("\n"));
  expect(is!.filter((line) => !was!.includes(line)).some((line) => line.startsWith("title"))).toBe(false);
  const imported = new Map(readStudies(to).map((study) => [study.id, study]));
  expect(imported.get(life.id)).toMatchObject({ standfirst: 'Uma frase: com "aspas" e # sinal.', steps });
  const again = join(folder, "second");
  await exportContent(other.services, again, to);
  expect(filesOf(again)).toEqual(after);
  // the same academy with these files sees no conflict; with others it does, and keeps its own
  await noteRepositoryTexts(app.services.db, to);
  expect((await author.get(at(life.id))).body.conflict).toBe(null);
  await noteRepositoryTexts(app.services.db, CONTENT_FOLDER);
  const edited = (await author.get(at(life.id))).body;
  expect(edited.published.body.steps).toEqual(steps);
  const { conflicts } = (await author.get("/api/authoring/outline?degree=aprendiz")).body;
  expect(conflicts).toEqual([]); // it is the text with which its history begins
});
