import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asc, eq, isNotNull } from "drizzle-orm";
import { isMap, isNode, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { readDocuments } from "#app/content/documents.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { questionFiles } from "#app/content/questions.ts";
import { readStudies } from "#app/content/studies.ts";
import type { Db } from "#app/db/client.ts";
import { inOrder } from "#app/features/courses/catalogue.ts";
import { lessonRevisions, lessons, modulePrerequisites, modules, questions } from "#app/features/courses/courses.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { SORT, STUDY_SORTS, studyPath } from "#app/lib/study-sorts.ts";
import type { Services } from "#app/server/context.ts";
import type { DocumentBody, QuestionBody, StudyBody, TextBody, TextKind } from "./authoring.schema.ts";
import { headOfDocument } from "./document-bodies.policy.ts";
import { readEditedTexts } from "./edited-texts.service.ts";
import { writeArticles } from "./export-articles.service.ts";
import { writePictures } from "./export-pictures.service.ts";
import { writeTerms } from "./export-terms.service.ts";
import { textOfQuestion } from "./kinds/questions.service.ts";
import { findPublished } from "./kinds.service.ts";
import { sourceOfBody } from "./question-bodies.policy.ts";
import { ASKED_KINDS } from "./question-texts.policy.ts";
import { headOfStudy } from "./study-bodies.policy.ts";
import { writeTextFile } from "./text-file.ts";
import { trimLines } from "./trim-lines.policy.ts";
import { editFile, fieldOf } from "./yaml-file.ts";

/** Where the export cannot go. */
export class ExportError extends Error {}

export type Exported = { lessons: number; texts: number; questions: number; retired: number };

/** Texts that may link to a lesson, or show a picture. */
const TEXT_FOLDERS = ["lessons", "articles", "documents", ...STUDY_SORTS.map((sort) => SORT[sort].folder)];

/**
 * Writes the whole content as the files that it came from, with what was edited in the browser in its place: lessons, questions, places and
 * titles. What was not edited is copied as it is, letter by letter, so that the difference to the repository is what the authors did. Exporting, importing
 * into an empty academy and exporting again gives the same files.
 * @param to a folder that does not exist yet
 * @throws ExportError
 */
export async function exportContent(
  services: Pick<Services, "db" | "files">,
  to: string,
  from = CONTENT_FOLDER,
): Promise<Exported> {
  const { db } = services;
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new ExportError(`A pasta ${to} já existe e não está vazia. Indique outra.`);
  cpSync(from, to, { recursive: true });
  const taught = await readTaught(db);
  const kept = new Set(taught.map(({ id }) => id));
  const retired = (await db.select({ id: lessons.id }).from(lessons)).map(({ id }) => id).filter((id) => !kept.has(id));
  await writeModules(db, to, taught);
  const edited = taught.filter(({ origin }) => origin === "editor");
  for (const { id, standfirst, source } of edited)
    writeTextFile(join(to, `lessons/${id}.md`), { standfirst }, trimLines(source ?? ""));
  for (const id of retired) rmSync(join(to, `lessons/${id}.md`), { force: true });
  unlink(to, retired);
  const texts = await writeTexts(db, to);
  const terms = await writeTerms(db, to);
  const articles = await writeArticles(db, to);
  const written = await writeQuestions(db, to, taught, { lesson: new Set(retired), ...texts.retired });
  await writePictures(services, to, TEXT_FOLDERS);
  return {
    ...{ lessons: edited.length, texts: texts.written + terms.written + articles.written, questions: written },
    retired: retired.length + texts.retired.study.size + texts.retired.document.size + terms.retired + articles.retired,
  };
}

/** Where the file of a text is, and what is in its head. */
type FileOf = {
  kind: TextKind;
  /** The degree and the file of each that is there. */
  files: (folder: string) => { id: string; degree: Degree; path: string }[];
  path: (id: string, body: TextBody) => string;
  head: (of: { id: string; degree: Degree }, body: TextBody) => Record<string, unknown>;
};

const FILES: FileOf[] = [
  {
    kind: "study",
    files: (folder) => readStudies(folder).map((study) => ({ ...study, path: studyPath(study) })),
    path: (id, body) => studyPath({ sort: (body as StudyBody).sort, id }),
    head: (of, body) => headOfStudy(of, body as StudyBody),
  },
  {
    kind: "document",
    files: (folder) => readDocuments(folder).map(({ id, degree }) => ({ id, degree, path: `documents/${id}.md` })),
    path: (id) => `documents/${id}.md`,
    head: (of, body) => headOfDocument(of, body as DocumentBody),
  },
];

type Retired = Record<"study" | "document", Set<string>>;

/** Texts that are files, where they were edited, written or retired here. */
async function writeTexts(db: Db, to: string): Promise<{ written: number; retired: Retired }> {
  const edited = await readEditedTexts(db);
  const retired: Retired = { study: new Set(), document: new Set() };
  let written = 0;
  for (const { kind, files, path, head } of FILES) {
    const known = new Map(files(to).map((file) => [file.id, file]));
    for (const { id, degree, body, retiredAt } of edited.filter((text) => text.kind === kind)) {
      const file = known.get(id);
      if (retiredAt) {
        if (file) rmSync(join(to, file.path));
        retired[kind as keyof Retired].add(id);
      } else if (body && "markdown" in body) {
        writeTextFile(join(to, path(id, body)), head({ id, degree: file?.degree ?? degree }, body), body.markdown);
        written += 1;
      }
    }
  }
  return { written, retired };
}

const readTaught = (db: Db) =>
  db
    .select({
      id: lessons.id,
      moduleId: lessons.moduleId,
      title: lessons.title,
      origin: lessonRevisions.origin,
      standfirst: lessonRevisions.standfirst,
      source: lessonRevisions.source,
    })
    .from(lessons)
    .leftJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(isNotNull(lessons.number))
    .orderBy(asc(lessons.moduleId), asc(lessons.number));

type Taught = Awaited<ReturnType<typeof readTaught>>;

/** Puts modules and lessons into their places and gives them their titles; a module that is as it was is not touched. */
async function writeModules(db: Db, to: string, taught: Taught): Promise<void> {
  const stored = inOrder(await db.select().from(modules));
  const edges = await db.select().from(modulePrerequisites).orderBy(asc(modulePrerequisites.requiresId));
  editFile(join(to, "modules.yaml"), (document) => {
    const list = document.contents as YAMLSeq<YAMLMap>;
    const numberOf = (item: YAMLMap) => Number(fieldOf(item, "id"));
    let changed = false;
    for (const { id, degree, title, description } of stored.filter(({ editedAt }) => editedAt)) {
      const requires = edges.filter(({ moduleId }) => moduleId === id).map(({ requiresId }) => requiresId);
      const item = list.items.find((each) => numberOf(each) === id);
      if (!item) {
        const made = document.createNode({ id, degree, title, description, requires, lessons: [] }) as YAMLMap;
        (made.get("requires") as YAMLSeq).flow = true;
        list.items.push(made);
        changed = true;
        continue;
      }
      for (const [name, value] of Object.entries({ title, description, requires }))
        if (JSON.stringify(fromNode(item.get(name))) !== JSON.stringify(value)) {
          item.set(name, document.createNode(value, { flow: true }));
          changed = true;
        }
    }
    const order = stored.map(({ id }) => id);
    const sorted = list.items.toSorted((a, b) => order.indexOf(numberOf(a)) - order.indexOf(numberOf(b)));
    if (sorted.some((item, index) => item !== list.items[index])) {
      list.items = sorted;
      changed = true;
    }
    for (const module of list.items) {
      const own = taught.filter(({ moduleId }) => moduleId === numberOf(module));
      const ofModule = module.get("lessons");
      if (!isSeq(ofModule)) continue;
      const before = ofModule.items.map((item) => [fieldOf(item, "id"), fieldOf(item, "title")]);
      if (JSON.stringify(before) === JSON.stringify(own.map(({ id, title }) => [id, title]))) continue;
      const items = new Map(ofModule.items.map((item) => [fieldOf(item, "id"), item]));
      ofModule.flow = own.length === 0;
      ofModule.items = own.map(({ id, title }) => {
        const item = items.get(id);
        if (!isMap(item)) return document.createNode({ id, title });
        if (item.get("title") !== title) item.set("title", title);
        return item;
      });
      changed = true;
    }
    return changed;
  });
}

/** A link to a lesson that is no more is its words alone, as members see it. */
function unlink(to: string, retired: string[]): void {
  if (retired.length === 0) return;
  const link = new RegExp(`\\[([^\\]]*)\\]\\(licao:(?:${retired.join("|")})\\)`, "g");
  for (const folder of TEXT_FOLDERS)
    for (const name of readdirSync(join(to, folder)).filter((each) => each.endsWith(".md"))) {
      const path = join(to, folder, name);
      const text = readFileSync(path, "utf8");
      const without = text.replace(link, "$1");
      if (without !== text) writeFileSync(path, without);
    }
}

/** @returns how many questions were written or taken out */
async function writeQuestions(
  db: Db,
  to: string,
  taught: Taught,
  { lesson: retiredLessons, ...retired }: Record<"lesson" | keyof Retired, ReadonlySet<string>>,
): Promise<number> {
  const rows = await db.select().from(questions);
  const isGone = (row: (typeof rows)[number]) => row.retiredAt !== null || retiredLessons.has(row.lessonId ?? "");
  const edited = rows.filter((row) => row.origin === "editor" || retiredLessons.has(row.lessonId ?? ""));
  const sources = new Map<string, unknown>();
  for (const row of edited.filter((each) => !isGone(each))) {
    const subject = await findPublished(db, { kind: "question", id: row.id });
    sources.set(row.id, plain(sourceOfBody(row.id, textOfQuestion(row), subject!.body as QuestionBody)));
  }
  const gone = new Set(edited.filter(isGone).map(({ id }) => id));
  const placed = new Set<string>();
  const fileOfText = new Map<string, string>();
  for (const file of questionFiles(to))
    editFile(join(to, file), (document) => {
      const list = document.contents as YAMLSeq<YAMLMap>;
      const count = list.items.length;
      let changed = false;
      list.items = list.items.filter(
        (item) =>
          !gone.has(String(fieldOf(item, "id"))) &&
          !retired.study.has(String(fieldOf(item, "study"))) &&
          !retired.document.has(String(fieldOf(item, "document"))),
      );
      list.items = list.items.map((item) => {
        const id = String(fieldOf(item, "id"));
        for (const kind of ASKED_KINDS) if (fieldOf(item, kind)) fileOfText.set(`${kind} ${fieldOf(item, kind)}`, file);
        if (!sources.has(id)) return item;
        placed.add(id);
        changed = true;
        return document.createNode(sources.get(id)) as YAMLMap;
      });
      return changed || list.items.length < count;
    });
  const moduleOf = new Map(taught.map(({ id, moduleId }) => [id, moduleId]));
  for (const row of edited.filter(({ id }) => sources.has(id) && !placed.has(id)).toSorted((a, b) => a.id.localeCompare(b.id))) {
    const { kind, id } = textOfQuestion(row);
    const others =
      kind === "lesson" ? `m${String(moduleOf.get(id)).padStart(2, "0")}` : kind === "study" ? "studies" : "documents";
    const file = fileOfText.get(`${kind} ${id}`) ?? `questions/${others}.yaml`;
    const path = join(to, file);
    if (!existsSync(path)) writeFileSync(path, "[]\n");
    editFile(path, (document) => {
      const list = document.contents as YAMLSeq;
      list.flow = false;
      list.items.push(document.createNode(sources.get(row.id)));
      return true;
    });
  }
  return edited.length;
}

const fromNode = (node: unknown): unknown => (isNode(node) ? node.toJSON() : node);

/** Without what is not said. */
const plain = (source: unknown): unknown =>
  JSON.parse(JSON.stringify(source, (key, value) => (key === "right" && value === false ? undefined : value)));
