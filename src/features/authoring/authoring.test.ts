import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userRoles } from "#app/features/account/account.table.ts";
import { syncContent } from "#app/features/courses/content/sync-content.ts";
import { lessonProgress, questions } from "#app/features/courses/courses.table.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { LessonBody, Part, QuestionBody } from "./authoring.schema.ts";
import { authors, draftCopies, drafts, textVersions } from "./authoring.table.ts";
import { publishDue } from "./publish-due.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const aWriter = async (parts: Part[], degree: Degree = "aprendiz", own: Degree = "mestre") => {
  const member = await app.member({ degree: own });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree, part });
  return member;
};
const at = (id: string, kind = "lesson") => `/api/authoring/texts/${kind}/${id}`;
const bodyOf = async (writer: TestMember, id: string, kind = "lesson") => (await writer.get(at(id, kind))).body.published.body;
/** Saves a draft and sends it. @returns its version */
const submitted = async (author: TestMember, id: string, body: object, kind = "lesson") => {
  const { body: saved } = await author.put(at(id, kind), { version: 0, body });
  const sent = await author.post(`${at(id, kind)}/submit`, { version: saved.version, reason: "Um erro de grafia" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return saved.version as number;
};
const publish = (reviewer: TestMember, id: string, version: number, kind = "lesson", when: string | null = null) =>
  reviewer.post(`${at(id, kind)}/publish`, { version, at: when });
const textFor = async (reader: TestMember, place: string) =>
  (await reader.get(`/api/modules/1/lessons/${place}/text`)).body.html as string;

describe("who writes", () => {
  test("is said by an administrator, per degree, and never of somebody who could not read it", async () => {
    const admin = await app.member({ role: "admin" });
    const brother = await app.member({ degree: "companheiro" });
    const give = (degree: Degree, part: Part, given = true) =>
      admin.put("/api/admin/authors", { memberId: brother.id, degree, part, given });
    expect((await brother.get("/api/authoring/outline?degree=companheiro")).status).toBe(403);
    expect((await brother.get("/api/session")).body.member.can.write).toBe(false);
    const { body } = await give("companheiro", "author");
    expect(body.authors).toEqual([
      { memberId: brother.id, name: "Membro de Teste", degree: "companheiro", part: "author", holds: true },
    ]);
    expect((await give("mestre", "author")).body.fields.memberId).toContain("não tem o grau");
    expect((await brother.get("/api/session")).body.member.can.write).toBe(true);
    expect((await brother.get("/api/authoring/outline?degree=companheiro")).status).toBe(200);
    expect((await brother.get("/api/authoring/outline?degree=aprendiz")).status).toBe(403);
    expect((await brother.get("/api/authoring/outline?degree=mestre")).status).toBe(403);
    await give("companheiro", "author", false);
    expect((await brother.get("/api/authoring/outline?degree=companheiro")).status).toBe(403);
  });

  test("reads nothing of a degree that was taken from them, drafts included", async () => {
    const master = await aWriter(["author"], "mestre");
    const { id } = app.services.catalogue().modules.find(({ degree }) => degree === "mestre")!.lessons[0]!;
    const lowered = await aWriter(["author", "reviewer"], "mestre", "companheiro");
    expect((await master.get(at(id))).status).toBe(200);
    expect((await lowered.get(at(id))).status).toBe(403);
    for (const call of [
      lowered.get(`${at(id)}/versions/1`),
      lowered.post(`${at(id)}/preview`, { body: await bodyOf(master, id) }),
    ])
      expect((await call).status).toBe(403);
    expect((await lowered.put(at(id), { version: 0, body: await bodyOf(master, id) })).status).toBe(403);
  });
});

describe("a lesson that is corrected", () => {
  test("is read at once, found, and kept in its history; nothing that members did changes", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const reader = await app.member();
    const body: LessonBody = await bodyOf(author, "m01-l01");
    await app.services.db
      .insert(lessonProgress)
      .values({ userId: reader.id, lessonId: "m01-l01", furthest: 1, position: 0, completedAt: new Date() });
    const version = await submitted(author, "m01-l01", {
      ...body,
      markdown: body.markdown.replace("A pergunta chega cedo", "A zagunta chega cedo"),
    });
    const waiting = (await reviewer.get("/api/authoring/outline?degree=aprendiz")).body.waiting;
    expect(waiting).toMatchObject([{ id: "m01-l01", reason: "Um erro de grafia", own: false }]);
    await app.services.db.insert(userRoles).values({ userId: reviewer.id, role: "admin" });
    expect((await reviewer.get("/api/admin/summary")).body.matters).toMatchObject([{ kind: "texts", count: 1 }]);
    expect((await (await app.member({ role: "admin", degree: "mestre" })).get("/api/admin/summary")).body.matters).toEqual([]);
    expect(await textFor(reader, "1")).not.toContain("zagunta");
    expect((await publish(author, "m01-l01", version)).status).toBe(403); // nobody reviews what they wrote
    expect((await publish(reviewer, "m01-l01", version)).status).toBe(200);
    expect(await textFor(reader, "1")).toContain("A zagunta chega cedo");
    const found = await app.services.db
      .select()
      .from(searchDocuments)
      .where(sql`${searchDocuments.id} = 'm01-l01' and ${searchDocuments.kind} = 'lesson'`);
    expect(found[0]!.body).toContain("zagunta");
    expect((await reader.get("/api/modules/1")).body.lessons[0].progress).toBe(1);
    const { versions, draft } = (await author.get(at("m01-l01"))).body;
    expect(draft).toBe(null);
    expect(versions.map(({ number, origin }: { number: number; origin: string }) => [number, origin])).toEqual([
      [2, "editor"],
      [1, "repository"],
    ]);
    // a start with the files as they were leaves it alone, and sees no conflict
    await syncContent(app.services.db);
    await app.services.reloadCatalogue();
    expect(await textFor(reader, "1")).toContain("zagunta");
    expect((await author.get(at("m01-l01"))).body.conflict).toBe(null);
    // the version of before is restored as a new one
    expect((await author.post(`${at("m01-l01")}/restore`, { number: 1 })).status).toBe(200);
    const { draft: restored } = (await author.get(at("m01-l01"))).body;
    expect(restored).toMatchObject({ version: 1, reason: "Restaura a versão 1", body: { markdown: body.markdown } });
    await author.post(`${at("m01-l01")}/submit`, { version: 1, reason: "Restaura" });
    expect((await publish(reviewer, "m01-l01", 1)).status).toBe(200);
    expect(await textFor(reader, "1")).not.toContain("zagunta");
    expect((await author.get(at("m01-l01"))).body.published.number).toBe(3);
  });

  test("takes who was in the middle of it to the same paragraph, and tells the passages that notes lose", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const reader = await app.member();
    const body: LessonBody = await bodyOf(author, "m01-l02");
    const paragraphs = body.markdown.split("\n\n");
    const gone = paragraphs.find((text) => /^[A-ZÀ-Ú“][^[\]!*>|]{120,}$/.test(text))!;
    await app.services.db.insert(lessonProgress).values({ userId: reader.id, lessonId: "m01-l02", furthest: 0.5, position: 0.5 });
    await app.services.db.insert(notes).values({
      ...{
        id: crypto.randomUUID(),
        userId: reader.id,
        kind: "lesson",
        textId: "m01-l02",
        title: "T",
        degree: "aprendiz",
        colour: "gold",
      },
      ...{ quote: gone.slice(0, 60), prefix: "", suffix: gone.slice(60, 120), position: 1, body: "Segredo meu" },
    });
    const added = "Um parágrafo inteiramente novo, que conta outra coisa com outras palavras. ".repeat(12);
    const changed = body.markdown.replace(gone, added);
    const version = await submitted(author, "m01-l02", { ...body, markdown: changed });
    const readers = await reviewer.get(`${at("m01-l02")}/readers`);
    expect(readers.body).toMatchObject({ finished: 0, inside: 1, lostNotes: { count: 1, passages: [gone.slice(0, 60)] } });
    expect(JSON.stringify(readers.body)).not.toContain("Segredo");
    expect((await publish(reviewer, "m01-l02", version)).status).toBe(200);
    const [moved] = await app.services.db.select().from(lessonProgress).where(sql`user_id = ${reader.id}`);
    expect(moved!.position).not.toBe(0.5);
    expect(moved!.furthest).toBe(0.5);
  });

  test.each([
    ["a term that does not exist", (text: string) => text.replace("## ", "[x](termo:nao-existe)\n\n## ")],
    ["a lesson of a higher degree", (text: string) => text.replace("## ", "Veja [a outra](licao:m09-l01).\n\n## ")],
    ["no questions at its end", (text: string) => text.replace("## Para refletir", "## Outra coisa")],
    ["reserved matter", (text: string) => text.replace("## ", "A palavra semestral é segredo.\n\n## ")],
  ])("with %s is neither sent nor published, and the margin says why", async (_, change) => {
    const author = await aWriter(["author"]);
    const body: LessonBody = await bodyOf(author, "m02-l01");
    const changed = { ...body, markdown: change(body.markdown) };
    const { remarks } = (await author.post(`${at("m02-l01")}/preview`, { body: changed })).body;
    expect(remarks.filter(({ blocks }: { blocks: boolean }) => blocks)).not.toEqual([]);
    const { version } = (await author.get(at("m02-l01"))).body.draft ?? { version: 0 };
    const saved = (await author.put(at("m02-l01"), { version, body: changed })).body;
    const sent = await author.post(`${at("m02-l01")}/submit`, { version: saved.version, reason: "Uma tentativa" });
    expect([sent.status, sent.body.fields.form]).toEqual([422, expect.stringContaining("Há um reparo que impede")]);
  });

  test("and gets another title does not repeat itself", async () => {
    const author = await aWriter(["author"]);
    const body: LessonBody = await bodyOf(author, "m02-l04");
    const { remarks } = (await author.post(`${at("m02-l04")}/preview`, { body: { ...body, title: "Um título novo" } })).body;
    expect(remarks.filter(({ message }: { message: string }) => message.includes("palavras iguais"))).toEqual([]);
  });

  test("by two at once is refused to the second, and what gives way is kept", async () => {
    const [one, other] = [await aWriter(["author"]), await aWriter(["author"])];
    const body: LessonBody = await bodyOf(one, "m03-l01");
    const ours = { ...body, title: "De um" };
    const theirs = { ...body, title: "De outro" };
    expect((await one.put(at("m03-l01"), { version: 0, body: ours })).body.version).toBe(1);
    expect((await other.put(at("m03-l01"), { version: 0, body: theirs })).status).toBe(409);
    const seen = (await other.post(`${at("m03-l01")}/look`)).body;
    expect(seen).toEqual({ others: [], version: 1, savedBy: "Membro de Teste" });
    expect((await one.post(`${at("m03-l01")}/look`)).body.others).toEqual(["Membro de Teste"]);
    expect((await other.put(at("m03-l01"), { version: 1, body: theirs })).body.version).toBe(2);
    const { copies } = (await other.get(at("m03-l01"))).body;
    expect(copies).toHaveLength(1);
    expect((await other.get(`${at("m03-l01")}/copies/${copies[0].id}`)).body.body.title).toBe("De um");
    expect((await one.post(`${at("m03-l01")}/discard`, { version: 1 })).status).toBe(409);
    expect((await one.post(`${at("m03-l01")}/discard`, { version: 2 })).status).toBe(200);
    expect(await app.services.db.select().from(draftCopies).where(eq(draftCopies.subjectId, "m03-l01"))).toHaveLength(2);
  });
});

describe("a publication", () => {
  test("waits for its hour, and happens once", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const body: LessonBody = await bodyOf(author, "m01-l03");
    const version = await submitted(author, "m01-l03", { ...body, title: "Londres, na hora marcada" });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect((await publish(reviewer, "m01-l03", version, "lesson", soon)).status).toBe(200);
    expect((await author.put(at("m01-l03"), { version, body })).body.message).toContain("espera a sua hora");
    await app.services.jobs.send(app.services.db, "publish-due", {});
    await app.runJobs();
    expect((await author.get(at("m01-l03"))).body.title).toBe("Londres, na hora marcada");
    expect((await app.member().then((reader) => reader.get("/api/modules/1/lessons/3"))).body.title).toBe("Londres, 1717–1723");
    await app.services.db
      .update(drafts)
      .set({ publishAt: new Date(Date.now() - 1_000) })
      .where(eq(drafts.subjectId, "m01-l03"));
    await Promise.all([1, 2].map(() => publishDue.run(app.services, {}))); // as two processes would
    expect((await app.member().then((reader) => reader.get("/api/modules/1/lessons/3"))).body.title).toBe(
      "Londres, na hora marcada",
    );
    expect(await app.services.db.select().from(textVersions).where(eq(textVersions.subjectId, "m01-l03"))).toHaveLength(2);
  });

  test("of a draft that changed after it was read is refused; the reviewer may return it with a word", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const body: LessonBody = await bodyOf(author, "m01-l04");
    const version = await submitted(author, "m01-l04", { ...body, title: "A Maçonaria entre nós" });
    await author.put(at("m01-l04"), { version, body: { ...body, title: "A Maçonaria entre nós, hoje" } });
    expect((await publish(reviewer, "m01-l04", version)).body.message).toContain("mudou desde que você o abriu");
    expect(
      (await reviewer.post(`${at("m01-l04")}/return`, { version: version + 1, words: "O título ficou longo." })).status,
    ).toBe(200);
    const { draft, remarks } = (await author.get(at("m01-l04"))).body;
    expect([draft.state, remarks[0].words, remarks[0].can.settle]).toEqual(["draft", "O título ficou longo.", true]);
    expect((await author.post(`${at("m01-l04")}/remarks/${remarks[0].id}/settle`)).status).toBe(200);
    const told = await author.get("/api/notices");
    expect(JSON.stringify(told.body)).toContain("voltou com um reparo");
  });

  test("by its own author is for a house that allows it", async () => {
    const alone = await aWriter(["author"]);
    const body: LessonBody = await bodyOf(alone, "m01-l05");
    const version = await submitted(alone, "m01-l05", { ...body, title: "Ritos e graus" });
    expect((await publish(alone, "m01-l05", version)).body.message).toContain("Você escreveu neste rascunho");
    await app.decide({ ownReview: "allowed" });
    expect((await publish(alone, "m01-l05", version)).status).toBe(200);
    await app.decide({});
  });
});

describe("the course", () => {
  test("takes a new lesson at the end of its module, moves it, retires it and brings it back; a start keeps all of it", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const reader = await app.member();
    const { id } = (await author.post("/api/authoring/lessons", { moduleId: 2, title: "A corda de nós" })).body;
    expect(id).toBe("a-corda-de-nos");
    const model: LessonBody = await bodyOf(author, "m02-l03");
    await author.put(at(id), { version: 1, body: { ...model, title: "A corda de nós" } });
    await author.post(`${at(id)}/submit`, { version: 2, reason: "Lição nova" });
    const published = await publish(reviewer, id, 2);
    expect([published.status, published.body]).toEqual([200, { id }]);
    const moduleOf = () =>
      app.services
        .catalogue()
        .byId.get(2)!
        .lessons.map((lesson) => lesson.id);
    expect(moduleOf().at(-1)).toBe(id);
    expect((await author.post(`/api/authoring/lessons/${id}/move`, { number: 2 })).status).toBe(200);
    expect(moduleOf()[1]).toBe(id);
    // a text that links to a lesson that moved leads to its new place
    const linking = await app.services.db.execute<{ html: string }>(
      sql`select r.html from lessons l join lesson_revisions r on r.id = l.published_revision_id where r.source like '%(licao:m02-l02)%' and l.retired_at is null`,
    );
    for (const { html } of linking.rows) expect(html).toContain(`/modulo/2/licao/${moduleOf().indexOf("m02-l02") + 1}`);
    await syncContent(app.services.db);
    await app.services.reloadCatalogue();
    expect(moduleOf()[1]).toBe(id);
    // a page that was open before the move reports on its own lesson, not on the one that has its place now
    const report = { lessonId: moduleOf()[2], position: 0.4, furthest: 0.1, seconds: 0 };
    expect((await reader.put("/api/modules/2/lessons/2/progress", report)).status).toBe(403); // module 2 is not open yet
    const elsewhere = { ...report, lessonId: "m01-l04" };
    expect((await reader.put("/api/modules/1/lessons/1/progress", elsewhere)).status).toBe(200);
    const kept = await app.services.db.select().from(lessonProgress).where(eq(lessonProgress.userId, reader.id));
    expect(kept.map(({ lessonId }) => lessonId)).toEqual(["m01-l04"]);
    expect((await author.post(`${at("m02-l01")}/retire`, { retired: true })).status).toBe(403);
    expect((await reviewer.post(`${at("m02-l01")}/retire`, { retired: true })).status).toBe(200);
    expect(moduleOf()).not.toContain("m02-l01");
    await syncContent(app.services.db);
    await app.services.reloadCatalogue();
    expect(moduleOf()).not.toContain("m02-l01");
    expect((await reviewer.post(`${at("m02-l01")}/retire`, { retired: false })).status).toBe(200);
    expect(moduleOf().at(-1)).toBe("m02-l01");
    expect((await author.post(`/api/authoring/lessons/${id}/move`, { number: 40 })).body.fields.number).toContain("O módulo tem");
  });

  test("gets a module whose place, title and prerequisites are given here; members see it with its first lesson, and a start keeps it", async () => {
    const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
    const MODULES = "/api/authoring/modules";
    const head = { title: "Os ofícios da obra", description: "O que faziam mestres, pedreiros e serventes.", requires: [1] };
    const ofReader = async () => (await reader.get("/api/modules")).body.modules.map(({ id }: { id: number }) => id);
    const outlined = async (id: number) =>
      (await author.get("/api/authoring/outline?degree=aprendiz")).body.modules.find(
        (module: { id: number }) => module.id === id,
      );
    expect((await reviewer.post(MODULES, { degree: "aprendiz", ...head })).status).toBe(403);
    expect((await author.post(MODULES, { degree: "aprendiz", ...head, requires: [6] })).body.fields.requires).toContain(
      "mesmo grau",
    );
    const made = await author.post(MODULES, { degree: "aprendiz", ...head });
    const id = Number(made.body.id);
    expect([made.status, id]).toEqual([200, 13]);
    expect(await ofReader()).not.toContain(id);
    expect(await outlined(id)).toMatchObject({ ...head, lessons: [], may: { edit: true, remove: true } });
    const first = (await author.put(`${MODULES}/1`, { ...head, requires: [] })).status;
    expect(first, "a module that is studied is its reviewer's").toBe(403);
    expect((await reviewer.put(`${MODULES}/1`, { ...head, requires: [id] })).body.fields.requires).toContain(
      "um esperaria pelo outro",
    );
    expect((await author.post(`${MODULES}/${id}/move`, { number: 2 })).status).toBe(200);

    const lesson = (await author.post("/api/authoring/lessons", { moduleId: id, title: "O canteiro" })).body.id;
    expect((await author.delete(`${MODULES}/${id}`)).status).toBe(409);
    const model: LessonBody = await bodyOf(author, "m02-l03");
    await author.put(at(lesson), { version: 1, body: { ...model, title: "O canteiro" } });
    await author.post(`${at(lesson)}/submit`, { version: 2, reason: "Lição nova" });
    expect((await publish(reviewer, lesson, 2)).status).toBe(200);
    const here = [1, id, 2, 3, 4, 5];
    expect((await ofReader()).slice(0, 6)).toEqual(here);
    const { body: shown } = await reader.get(`/api/modules/${id}`);
    expect(shown).toMatchObject({ id, title: head.title, place: 2, previous: { id: 1 }, next: { id: 2 } });
    expect(shown.missing.map((module: { id: number }) => module.id)).toEqual([1]);

    expect((await reviewer.put(`${MODULES}/1`, { ...head, title: "Para começar", requires: [] })).status).toBe(200);
    await syncContent(app.services.db);
    await app.services.reloadCatalogue();
    expect((await ofReader()).slice(0, 6)).toEqual(here);
    expect(app.services.catalogue().byId.get(1)!.title).toBe("Para começar");
    expect(app.services.catalogue().byId.get(id)).toMatchObject({ requires: [1], lessonIds: [lesson] });

    const other = Number((await author.post(MODULES, { degree: "aprendiz", ...head, title: "Um engano" })).body.id);
    expect((await author.delete(`${MODULES}/${other}`)).status).toBe(200);
    expect(await outlined(other)).toBeUndefined();
    expect((await reviewer.post(`${at(lesson)}/retire`, { retired: true })).status).toBe(200);
    expect(await ofReader()).not.toContain(id);
    expect(await outlined(id)).toMatchObject({ may: { remove: false } });
  });

  test("goes on where a module was emptied: what comes after it asks for what came before", async () => {
    const [reviewer, reader] = [await aWriter(["reviewer"]), await app.member()];
    const ids = app.services.catalogue().byId.get(4)!.lessonIds;
    for (const id of ids) expect((await reviewer.post(`${at(id)}/retire`, { retired: true })).status).toBe(200);
    const { status, body } = await reader.get("/api/modules");
    expect(status).toBe(200);
    const after = body.modules.find(({ id }: { id: number }) => id === 5);
    expect(body.modules.map(({ id }: { id: number }) => id)).not.toContain(4);
    expect(after.lock.missing.map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 2, 3]); // 4 asked for 1
    expect((await reader.get("/api/modules/4")).status).toBe(404);
    for (const id of ids) expect((await reviewer.post(`${at(id)}/retire`, { retired: false })).status).toBe(200);
    expect(app.services.catalogue().byId.get(4)!.lessonIds).toEqual(ids);
  });

  test("tells what the repository brings for a text that was edited here, and never overwrites it", async () => {
    const author = await aWriter(["author"]);
    const [edited] = await app.services.db
      .select()
      .from(textVersions)
      .where(sql`${textVersions.subjectId} = 'm01-l01' and number = 1`);
    const brought = { ...(edited!.body as LessonBody), title: "O que é a Maçonaria, de novo" };
    await app.services.db
      .insert(textVersions)
      .values({ kind: "lesson", subjectId: "m01-l01", number: 90, origin: "repository", body: brought });
    const { conflicts } = (await author.get("/api/authoring/outline?degree=aprendiz")).body;
    expect(conflicts).toMatchObject([{ kind: "lesson", id: "m01-l01" }]);
    expect((await author.get(at("m01-l01"))).body.conflict).toMatchObject({ number: 90, body: brought });
    expect((await author.post(`${at("m01-l01")}/settle`, { take: "theirs" })).status).toBe(200);
    expect((await author.get(at("m01-l01"))).body).toMatchObject({ conflict: null, draft: { body: brought } });
    // the files still have the text that was restored here and is published: there is nothing to settle
    await syncContent(app.services.db);
    expect((await author.get(at("m01-l01"))).body.conflict).toBe(null);
  });
});

describe("a question", () => {
  const aQuestion = async (writer: TestMember) => {
    const { body } = await writer.get("/api/authoring/questions?kind=lesson&id=m02-l02");
    const { id } = body.questions.find((each: { form: string; use: string }) => each.form === "choice" && each.use === "pool");
    return { id, body: (await bodyOf(writer, id, "question")) as QuestionBody };
  };

  test("whose slip is mended stays the same; whose meaning changes becomes another one", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const { id, body } = await aQuestion(author);
    const mended = { ...body, prompt: `${body.prompt.replace(/\?$/, "")}, afinal?` };
    let version = await submitted(author, id, mended, "question");
    expect((await reviewer.get(`${at(id, "question")}/readers`)).body.becomesNew).toBe(false);
    expect((await publish(reviewer, id, version, "question")).body.id).toBe(id);
    const turned = {
      ...mended,
      options: mended.options.map((option, index) => ({
        ...option,
        right: index === mended.options.findIndex(({ right }) => !right),
      })),
    };
    version = await submitted(author, id, turned, "question");
    expect((await reviewer.get(`${at(id, "question")}/readers`)).body.becomesNew).toBe(true);
    const { id: newId } = (await publish(reviewer, id, version, "question")).body;
    expect(newId).toBe("m02-l02-e1");
    const rows = await app.services.db.select().from(questions).where(eq(questions.lessonId, "m02-l02"));
    expect(rows.find((row) => row.id === id)!.retiredAt).not.toBe(null);
    expect(rows.find((row) => row.id === newId)).toMatchObject({ retiredAt: null, origin: "editor" });
    await syncContent(app.services.db);
    expect((await bodyOf(author, newId, "question")).prompt).toBe(mended.prompt);
  });

  test("that is new is complete before it is sent, and says what is missing", async () => {
    const [author, reviewer] = [await aWriter(["author"]), await aWriter(["reviewer"])];
    const { id } = (await author.post("/api/authoring/questions", { kind: "lesson", id: "m02-l03" })).body;
    const draft = (await author.get(at(id, "question"))).body.draft;
    const { remarks } = (await author.post(`${at(id, "question")}/preview`, { body: draft.body })).body;
    expect(remarks.map(({ message }: { message: string }) => message)).toEqual(
      expect.arrayContaining(["falta a pergunta", "há uma resposta sem texto"]),
    );
    const { body } = await aQuestion(author);
    const filled = { ...body, prompt: "Qual destas quatro frases diz o que a lição ensina do livro?" };
    await author.put(at(id, "question"), { version: 1, body: filled });
    await author.post(`${at(id, "question")}/submit`, { version: 2, reason: "Questão nova" });
    expect((await publish(reviewer, id, 2, "question")).status).toBe(200);
    expect((await reviewer.post(`${at(id, "question")}/retire`, { retired: true })).status).toBe(200);
    const [row] = await app.services.db.select().from(questions).where(eq(questions.id, id));
    expect(row!.retiredAt).not.toBe(null);
    expect((await reviewer.get(`/api/authoring/questions/${id}/figures`)).body.shown).toBe(0);
  });
});

test("who reads and how far is counted for a degree", async () => {
  const author = await aWriter(["author"]);
  const { body } = await author.get("/api/authoring/readers?degree=aprendiz");
  const lesson = body.lessons.find(({ id }: { id: string }) => id === "m01-l01");
  expect(lesson).toMatchObject({ began: 1, finished: 1, stopsAt: null });
  expect(lesson.reached.every((each: number) => each === 1)).toBe(true);
});
