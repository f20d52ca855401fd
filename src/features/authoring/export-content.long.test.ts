import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { syncContent } from "#app/features/courses/content/sync-content.ts";
import { lessonRevisions, lessons, questions } from "#app/features/courses/courses.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { png } from "#tests/support/books.ts";
import type { ArticleBody, LessonBody, QuestionBody, TermBody } from "./authoring.schema.ts";
import { authors } from "./authoring.table.ts";
import { ExportError, exportContent } from "./export-content.service.ts";
import { syncPictures } from "./pictures/picture-files.ts";
import { trimLines } from "./trim-lines.policy.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();

const folder = mkdtempSync(join(tmpdir(), "academia-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file of a folder, by its path. */
const filesOf = (path: string): Map<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length), readFileSync(file, "latin1")]),
  );

/** What the academy teaches, without what differs between two databases. */
async function taughtIn({ services }: typeof app) {
  const { modules } = await loadCatalogue(services.db);
  const sources = await services.db
    .select({ id: lessonRevisions.lessonId, source: lessonRevisions.source })
    .from(lessonRevisions)
    .innerJoin(lessons, eq(lessons.publishedRevisionId, lessonRevisions.id))
    .orderBy(asc(lessonRevisions.id));
  // a link to the lesson that is retired is its words alone
  const shown = (source: string) => trimLines(source).replace(/\[([^\]]*)\]\(licao:m02-l01\)/g, "$1");
  const sourceOf = new Map(sources.map(({ id, source }) => [id, shown(source)]));
  const asked = await services.db.select().from(questions).orderBy(asc(questions.id));
  return {
    modules: modules.map(({ id, title, description, requires }) => [id, title, description, requires]),
    lessons: modules.flatMap((module) =>
      module.lessons.map(({ id, title, number, text }) => [module.id, id, number, title, text?.standfirst, sourceOf.get(id)]),
    ),
    questions: asked
      .filter(
        ({ retiredAt, lessonId }) =>
          retiredAt === null && modules.some(({ lessonIds }) => lessonId === null || lessonIds.includes(lessonId)),
      )
      .map(({ id, prompt, form, use, scene, kind, passage, cluster, explanation }) => [
        id,
        prompt,
        form,
        use,
        scene,
        kind,
        passage,
        cluster,
        explanation,
      ]),
  };
}

test("what nobody edited is exported letter by letter", async () => {
  const to = join(folder, "untouched");
  expect(await exportContent(app.services, to)).toEqual({ lessons: 0, questions: 0, texts: 0, retired: 0 });
  expect(filesOf(to)).toEqual(filesOf(CONTENT_FOLDER));
  await expect(exportContent(app.services, to)).rejects.toThrow(ExportError);
});

test("what was edited here is exported, imported into an empty academy, and exported again as the same files", async () => {
  const author = await aWriter();
  await edit(author);
  const first = join(folder, "first");
  const exported = await exportContent(app.services, first);
  expect(exported).toMatchObject({ lessons: 3, retired: 1 });
  const changed = [...filesOf(first)].filter(([path, text]) => filesOf(CONTENT_FOLDER).get(path) !== text).map(([path]) => path);
  expect(changed.sort()).toEqual(
    expect.arrayContaining([
      ...["/articles/marcas-de-pedreiro.md", "/dictionary.yaml", "/lessons/a-corda-de-nos.md", "/lessons/m01-l01.md"],
      expect.stringMatching(/^\/pictures\/aprendiz\/[0-9a-f]{16}-600x900\.webp$/),
      ...["/library.yaml", "/modules.yaml", "/questions/documents-a-m.yaml", "/questions/m01.yaml"],
    ]),
  );
  await syncPictures(other.services, first);
  await syncContent(other.services.db, first);
  expect(await taughtIn(other)).toEqual(await taughtIn(app));
  const second = join(folder, "second");
  await exportContent(other.services, second, first);
  expect(filesOf(second)).toEqual(filesOf(first));
});

async function aWriter() {
  const member = await app.member({ degree: "mestre" });
  for (const part of ["author", "reviewer"] as const)
    await app.services.db.insert(authors).values({ memberId: member.id, degree: "aprendiz", part });
  await app.decide({ ownReview: "allowed" });
  return member;
}

async function sendPicture(author: TestMember): Promise<string> {
  const sent = await author.send("/api/authoring/pictures/aprendiz", { method: "POST", body: new Uint8Array(await png()) });
  expect(sent.status).toBe(200);
  return ((await sent.json()) as { id: string }).id;
}

/** One lesson corrected, with a picture, two written, one of them in a new module, one moved, one retired; a module changed; a question corrected, one of another meaning, one retired; an entry, an article and a question of a document corrected. */
async function edit(author: TestMember) {
  const at = (id: string, kind = "lesson") => `/api/authoring/texts/${kind}/${id}`;
  const publish = async (id: string, body: object, kind = "lesson", version = 0) => {
    const saved = await author.put(at(id, kind), { version, body });
    await author.post(`${at(id, kind)}/submit`, { version: saved.body.version, reason: "Uma correção" });
    const { status, body: answer } = await author.post(`${at(id, kind)}/publish`, { version: saved.body.version, at: null });
    expect(status, JSON.stringify(answer)).toBe(200);
  };
  const read = async <Body>(id: string, kind = "lesson") => (await author.get(at(id, kind))).body.published.body as Body;
  const lesson = await read<LessonBody>("m01-l01");
  const picture = await sendPicture(author);
  await publish("m01-l01", {
    ...lesson,
    markdown: lesson.markdown.replace("\n\n## ", `\n\n![Uma capa azul](imagem:${picture} "Capa: do próprio autor")\n\n## `),
    title: "O que é a Maçonaria: uma “definição”",
    standfirst: 'Uma frase: com "aspas", dois-pontos e # sinal.',
  });
  const { id } = (await author.post("/api/authoring/lessons", { moduleId: 2, title: "A corda de nós" })).body;
  await publish(id, { ...(await read<LessonBody>("m02-l03")), title: "A corda de nós" }, "lesson", 1);
  await author.post(`/api/authoring/lessons/${id}/move`, { number: 2 });
  const head = { title: "Os ofícios: da obra", description: "O que faziam mestres e serventes na obra.", requires: [1] };
  const module = Number((await author.post("/api/authoring/modules", { degree: "aprendiz", ...head })).body.id);
  await author.post(`/api/authoring/modules/${module}/move`, { number: 2 });
  await author.put("/api/authoring/modules/3", { ...head, title: "Outro título", requires: [1, module] });
  const within = (await author.post("/api/authoring/lessons", { moduleId: module, title: "O canteiro" })).body.id;
  await publish(within, { ...(await read<LessonBody>("m02-l03")), title: "O canteiro" }, "lesson", 1);
  expect((await author.post(`${at("m02-l01")}/retire`, { retired: true })).status).toBe(200);
  const { questions: own } = (await author.get("/api/authoring/questions?kind=lesson&id=m01-l01")).body;
  const [first, second, third] = own.filter(
    (each: { use: string; form: string }) => each.use === "pool" && each.form === "choice",
  );
  const asked = await read<QuestionBody>(first.id, "question");
  await publish(first.id, { ...asked, prompt: `${asked.prompt.replace(/\?$/, "")}, afinal?` }, "question");
  const turned = await read<QuestionBody>(second.id, "question");
  const wrong = turned.options.findIndex(({ right }) => !right);
  await publish(
    second.id,
    { ...turned, options: turned.options.map((option, index) => ({ ...option, right: index === wrong })) },
    "question",
  );
  expect((await author.post(`${at(third.id, "question")}/retire`, { retired: true })).status).toBe(200);
  await publish("acacia", { ...(await read<TermBody>("acacia", "term")), aliases: ["Ramo de Acácia"] }, "term");
  const article = await read<ArticleBody>("marcas-de-pedreiro", "article");
  await publish(
    "marcas-de-pedreiro",
    { ...article, title: "Marcas: “assinadas”", markdown: `${article.markdown}\n\nUma frase a mais.` },
    "article",
  );
  const { questions: ofDocument } = (await author.get("/api/authoring/questions?kind=document&id=anderson-obrigacao-i")).body;
  const { id: last } = ofDocument.find((each: { form: string }) => each.form === "choice");
  const asksDocument = await read<QuestionBody>(last, "question");
  await publish(last, { ...asksDocument, prompt: `${asksDocument.prompt.replace(/\?$/, "")}, afinal?` }, "question");
}
