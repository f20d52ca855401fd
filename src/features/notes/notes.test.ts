import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { readStudies } from "#app/content/studies.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { libraryItems } from "#app/features/library/library.table.ts";
import type { SearchPage } from "#app/features/search/search.answers.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { STUDY_SORTS, studyAddress } from "#app/lib/study-sorts.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { anchorOf } from "./anchor.policy.ts";
import type { Note, NoteList, NotesOfText } from "./notes.answers.ts";
import { NOTE_TOO_LONG } from "./notes.schema.ts";
import { notes } from "./notes.table.ts";
import { paragraphsOf } from "./paragraphs.policy.ts";

const app = testApp({ LIMITS_FACTOR: "100" });

const lesson = (id: string) => app.services.catalogue().lessonById.get(id)!;

/** What the browser sends for a whole paragraph of a text. */
const aNote = (over: object = {}, html = lesson("m01-l01").text!.html, position = 1) => ({
  id: randomUUID(),
  kind: "lesson",
  textId: "m01-l01",
  ...anchorOf(paragraphsOf(html)[position]!, position),
  colour: "gold",
  body: "Perguntar ao Vigilante.",
  ...over,
});

const write = async (member: TestMember, over: object = {}) => {
  const answer = await member.post<Note>("/api/notes", aNote(over));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const listOf = async (member: TestMember) => (await member.get<NoteList>("/api/notes")).body.texts;
const setDegree = (member: TestMember, degree: Degree) =>
  app.services.db.update(profiles).set({ degree }).where(eq(profiles.id, member.id));

/** Runs with another text of a lesson, as after a release; undefined takes the lesson out of the course. */
async function revised(id: string, html: string | undefined, act: () => Promise<void>): Promise<void> {
  const before = app.services.catalogue();
  const { text } = lesson(id);
  const lessonById = new Map(before.lessonById);
  if (html === undefined) lessonById.delete(id);
  else lessonById.set(id, { ...lesson(id), text: { ...text!, html } });
  app.services.catalogue = () => ({ ...before, lessonById }) as Catalogue;
  try {
    await act();
  } finally {
    app.services.catalogue = () => before;
  }
}

test("a note is written, sent twice without becoming two, changed, listed by text, deleted, and written again", async () => {
  const member = await app.member();
  const sent = aNote();
  const { body: first } = await member.post<Note>("/api/notes", sent);
  expect(first).toMatchObject({ ...sent, version: 1 });
  expect((await member.post("/api/notes", sent)).body).toEqual(first);
  const changed = await member.put<Note>(`/api/notes/${first.id}`, { colour: "blue", body: "Já perguntei.", version: 1 });
  expect(changed.body).toMatchObject({ colour: "blue", body: "Já perguntei.", version: 2, quote: sent.quote });
  const study = readStudies().find(({ degree }) => degree === "aprendiz")!;
  await write(member, { kind: "study", textId: study.id });
  const list = await listOf(member);
  expect(list.map(({ shelf, path }) => [shelf, path])).toEqual([
    [expect.stringMatching(/^Módulo 1 · /), "/modulo/1/licao/1"],
    ["Estudos do Rito de York", `/estudos/${study.id}`],
  ]);
  expect(list[0]!.notes).toMatchObject([{ id: first.id, passage: "found", quote: sent.quote }]);
  const deleted = await member.delete<Note>(`/api/notes/${first.id}`);
  expect((await member.get<NotesOfText>("/api/notes/lesson/m01-l01")).body.notes).toEqual([]);
  const { version: _v, createdAt: _c, updatedAt: _u, ...again } = deleted.body;
  expect((await member.post<Note>("/api/notes", again)).body).toMatchObject({ id: first.id, body: "Já perguntei." });
});

test("the notes of studies, pieces and lives are listed shelf by shelf", async () => {
  const member = await app.member({ degree: "mestre" });
  const all = readStudies();
  const texts = STUDY_SORTS.flatMap((sort) => all.filter((each) => each.sort === sort).slice(0, 2));
  for (const { id } of texts.toReversed()) await write(member, { kind: "study", textId: id });
  expect((await listOf(member)).map(({ path }) => path)).toEqual(texts.map(studyAddress));
});

test("the search says of a note on a study, a piece or a life which of them it is", async () => {
  const member = await app.member({ degree: "mestre" });
  for (const sort of STUDY_SORTS) {
    const { id } = readStudies().find((each) => each.sort === sort)!;
    expect((await write(member, { kind: "study", textId: id, body: "Um canário-da-terra." })).body).toContain("canário");
  }
  const { results } = (await member.get<SearchPage>("/api/search?q=canario&kind=note")).body;
  expect(results.map(({ context }) => context).toSorted()).toEqual(["Em um estudo", "Em uma peça", "Em uma vida"]);
});

test("a note survives a revised text, says when its passage was revised or went, and outlives its lesson", async () => {
  const member = await app.member();
  const { title, text: before } = lesson("m01-l01");
  const { html } = before!;
  const { quote } = await write(member);
  const passages = async () => (await listOf(member)).flatMap(({ notes: own }) => own.map(({ passage }) => passage));
  await revised("m01-l01", `<p>Um parágrafo novo, antes de todos os outros.</p>${html}`, async () =>
    expect(await passages()).toEqual(["found"]),
  );
  const words = quote.split(" ");
  const changed = [...words.slice(0, 3), "antes", ...words.slice(4)].join(" ");
  await revised("m01-l01", `<p>Outro.</p><p>${changed}</p>`, async () => expect(await passages()).toEqual(["revised"]));
  await revised("m01-l01", "<p>Outro texto, que nada tem do anterior.</p>", async () => {
    expect(await passages()).toEqual(["gone"]);
    expect((await member.get<NotesOfText>("/api/notes/lesson/m01-l01")).body.notes).toMatchObject([{ quote }]);
  });
  await revised("m01-l01", undefined, async () => {
    const [text] = await listOf(member);
    expect(text).toMatchObject({ title, path: null, shelf: "Lições que saíram do curso" });
    expect(text!.notes).toMatchObject([{ passage: "gone", quote, body: "Perguntar ao Vigilante." }]);
    expect((await member.get("/api/notes/lesson/m01-l01")).status).toBe(404);
  });
});

test("nobody else reads, changes or deletes a note by its id, or takes it over", async () => {
  const [owner, other, admin] = [await app.member(), await app.member(), await app.member({ role: "admin" })];
  const { id } = await write(owner);
  for (const stranger of [other, admin]) {
    expect((await stranger.put(`/api/notes/${id}`, { colour: "rose", body: "", version: 1 })).status).toBe(404);
    expect((await stranger.delete(`/api/notes/${id}`)).status).toBe(404);
    const taken = await stranger.post("/api/notes", { ...aNote(), id });
    expect(taken.status).toBe(404);
    expect(JSON.stringify(taken.body)).not.toContain("Vigilante");
    expect(await listOf(stranger)).toEqual([]);
  }
  expect((await listOf(owner))[0]!.notes).toMatchObject([{ id, body: "Perguntar ao Vigilante.", version: 1 }]);
});

test("the second of two edits is told, and nothing of either is lost", async () => {
  const member = await app.member();
  const { id } = await write(member);
  const edit = (body: string, version: number) => member.put(`/api/notes/${id}`, { colour: "gold", body, version });
  const answers = await Promise.all([edit("Da primeira aba", 1), edit("Da segunda aba", 1)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({
    code: "conflict",
    message: "Esta anotação foi mudada em outra aba ou em outro aparelho.",
  });
  expect((await edit("As duas juntas", 2)).body).toMatchObject({ body: "As duas juntas", version: 3 });
  const again = await edit("As duas juntas", 2); // its answer was lost on the way
  expect(again).toMatchObject({ status: 200, body: { body: "As duas juntas", version: 3 } });
});

test("a note of 100 kB, and anything that is no note, is refused in words", async () => {
  const member = await app.member();
  const tooLong = (characters: number) => member.post("/api/notes", aNote({ body: "x".repeat(characters) }));
  expect(await tooLong(100_000)).toMatchObject({ status: 413, body: { message: NOTE_TOO_LONG } });
  expect(await tooLong(10_001)).toMatchObject({ status: 422, body: { fields: { body: NOTE_TOO_LONG } } });
  expect((await member.post("/api/notes", aNote({ body: "x".repeat(10_000) }))).status).toBe(200);
  for (const [field, value] of [
    ["quote", " "],
    ["quote", "x".repeat(5_001)],
    ["prefix", "x".repeat(81)],
    ["colour", "green"],
    ["position", -1],
    ["userId", randomUUID()],
  ] as const)
    expect((await member.post("/api/notes", aNote({ [field]: value }))).status, field).toBe(422);
  for (const ref of [
    { textId: "nada" },
    { kind: "article", textId: "nada" },
    { kind: "article", textId: randomUUID() },
    { kind: "document", textId: "nada" },
  ])
    expect((await member.post("/api/notes", aNote(ref))).status).toBe(404);
});

test("one member keeps a thousand notes at most, and reads why not more", async () => {
  const member = await app.member();
  const { id: _, ...row } = aNote({ userId: member.id, title: "Lição", degree: "aprendiz", body: "" });
  await app.services.db
    .insert(notes)
    .values(Array.from({ length: 1_000 }, () => ({ ...row, id: randomUUID() }) as typeof notes.$inferInsert));
  expect(await member.post("/api/notes", aNote())).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("limite de 1.000 anotações") },
  });
});

test("the passages count to what a member may keep", async () => {
  const member = await app.member();
  const long = { userId: member.id, title: "Lição", degree: "aprendiz", body: "a".repeat(4_000), quote: "b".repeat(6_000) };
  const { id: _, ...row } = aNote(long);
  await app.services.db
    .insert(notes)
    .values(Array.from({ length: 100 }, () => ({ ...row, id: randomUUID() }) as typeof notes.$inferInsert));
  expect(await member.post("/api/notes", aNote())).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("um milhão de caracteres") },
  });
});

test("texts above the degree cannot be annotated, and of one that a lower degree closes only the member's own words are shown", async () => {
  const member = await app.member({ degree: "mestre" });
  const [study, document] = [readStudies(), readDocuments()].map((all) => all.find(({ degree }) => degree === "mestre")!);
  const high = app.services.catalogue().modules.find(({ degree }) => degree === "mestre")!.lessons[0]!;
  const canary = "CANARIO-DO-MESTRE";
  const quote = { quote: canary, prefix: canary, suffix: canary };
  const refs = [
    { kind: "lesson", textId: high.id },
    { kind: "study", textId: study!.id },
    { kind: "document", textId: document!.id },
  ];
  for (const ref of refs) await write(member, { ...ref, ...quote });
  await setDegree(member, "aprendiz");
  const list = await member.get<NoteList>("/api/notes");
  expect(JSON.stringify(list.body)).not.toContain(canary);
  expect(JSON.stringify(list.body)).not.toContain(document!.title);
  expect(list.body.texts.flatMap((text) => text.notes)).toMatchObject(
    refs.map(() => ({ passage: "closed", quote: null, body: "Perguntar ao Vigilante." })),
  );
  for (const ref of refs) {
    expect((await member.post("/api/notes", aNote(ref))).status).toBe(ref.kind === "document" ? 404 : 403);
    expect((await member.get(`/api/notes/${ref.kind}/${ref.textId}`)).status).toBe(ref.kind === "document" ? 404 : 403);
  }
  const [note] = list.body.texts[0]!.notes;
  const changed = await member.put(`/api/notes/${note!.id}`, { colour: "rose", body: "Minhas palavras.", version: 1 });
  const exported = await member.get<{ data: { notes: object[] } }>("/api/account/export");
  const gone = await member.delete(`/api/notes/${note!.id}`);
  expect([changed.status, exported.status, gone.status]).toEqual([200, 200, 200]);
  expect(JSON.stringify([changed.body, exported.body, gone.body])).not.toContain(canary);
  expect(exported.body.data.notes).toHaveLength(3);
  await setDegree(member, "mestre");
  expect(JSON.stringify(await listOf(member))).toContain(canary);
  expect(JSON.stringify((await member.get("/api/account/export")).body)).toContain(canary);
});

test("a member whose address is not confirmed annotates the first module, and nothing else", async () => {
  const member = await app.member({ unconfirmed: true });
  await write(member);
  const [article] = await app.services.db.select({ id: libraryItems.id }).from(libraryItems).limit(1);
  const study = readStudies().find(({ degree }) => degree === "aprendiz")!;
  for (const ref of [
    { kind: "study", textId: study.id },
    { kind: "article", textId: article!.id },
  ])
    expect((await member.post("/api/notes", aNote(ref))).status).toBe(403);
});

describe("the search", () => {
  const find = async (member: TestMember, q: string) =>
    (await member.get<SearchPage>(`/api/search?q=${q}&kind=note`)).body.results.map(({ path }) => path);
  const path = (id: string) => `/anotacoes#nota-${id}`;

  test("finds what a member wrote as soon as it is written, changed or deleted, and nobody but them", async () => {
    const [member, other, admin] = [
      await app.member(),
      await app.member({ degree: "mestre" }),
      await app.member({ role: "admin", degree: "mestre" }),
    ];
    const { id } = await write(member, { body: "O canarinho do Vigilante." });
    expect(await find(member, "canarinho")).toEqual([path(id)]);
    for (const stranger of [other, admin, app.visitor as TestMember]) expect(await find(stranger, "canarinho")).toEqual([]);
    const near = await other.get<SearchPage>("/api/search?q=canarinnho");
    expect(near.body.near).toEqual([]);
    await member.put(`/api/notes/${id}`, { version: 1, colour: "blue", body: "O pardal do Vigilante." });
    expect(await find(member, "canarinho")).toEqual([]);
    expect(await find(member, "pardal")).toHaveLength(1);
    await member.put(`/api/notes/${id}`, { version: 2, colour: "blue", body: " " });
    expect(await find(member, "pardal")).toEqual([]);
    const again = await write(member, { body: "Outro canarinho." });
    await member.delete(`/api/notes/${again.id}`);
    expect(await find(member, "canarinho")).toEqual([]);
  });

  test("has no word of the academy's in a note, and forgets the notes with the account", async () => {
    const member = await app.member();
    const { id, quote } = await write(member, { body: "Pintassilgo" });
    const rows = () => app.services.db.select().from(searchDocuments).where(eq(searchDocuments.ownerId, member.id));
    const [row] = await rows();
    expect(row).toMatchObject({ id, degree: null, title: "Pintassilgo", body: "Pintassilgo", names: "" });
    for (const word of quote.split(" ").filter((each) => each.length > 6)) expect(JSON.stringify(row)).not.toContain(word);
    await app.services.db.delete(profiles).where(eq(profiles.id, member.id));
    expect(await rows()).toEqual([]);
  });
});
