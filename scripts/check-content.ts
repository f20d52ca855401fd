/**
 * Proves the mechanical rules of docs/content.md: `npm run content:check`, or `npm run content:check -- m01 m02` for the
 * lessons and questions of some modules. Prints a line for each finding and ends with code 1 when there are any.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { readDemoTopics } from "#app/content/community.ts";
import { type ModuleSource, readLesson, readModules } from "#app/content/courses.ts";
import { readTerms } from "#app/content/dictionary.ts";
import { readDocuments } from "#app/content/documents.ts";
import { readEphemerides } from "#app/content/ephemerides.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { readForbidden } from "#app/content/forbidden.ts";
import { pictureId, readPictures } from "#app/content/pictures.ts";
import { readPlaces } from "#app/content/places.ts";
import { type QuestionSource, questionFiles, readQuestionFile } from "#app/content/questions.ts";
import { readStudies, type StudySource } from "#app/content/studies.ts";
import { checkArticle } from "#app/features/authoring/checks/article.ts";
import { collectionProblems } from "#app/features/authoring/checks/collection.ts";
import { checkDocument, commentary } from "#app/features/authoring/checks/document.ts";
import {
  articleFile,
  communityFile,
  DICTIONARY_FILE,
  documentFile,
  drawingFile,
  type Finding,
  LIBRARY_FILE,
  lessonFile,
  repeated,
  studyFile,
} from "#app/features/authoring/checks/finding.ts";
import { checkLesson } from "#app/features/authoring/checks/lesson.ts";
import { ownText, parseMarkdown, textOf } from "#app/features/authoring/checks/markdown.ts";
import type { LessonTitles } from "#app/features/authoring/checks/prose.ts";
import { checkForms, checkQuestions, checkSpread, MODULE_SPREAD, POOL_SPREAD } from "#app/features/authoring/checks/questions.ts";
import { findRepetitions } from "#app/features/authoring/checks/repetition.ts";
import { checkStudy, studyText } from "#app/features/authoring/checks/study.ts";
import { checkTics, countTics, TICS } from "#app/features/authoring/checks/tics.ts";
import { type LibrarySource, readLibrary } from "#app/features/library/content/read-library.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { PICTURE_SIDE, picturesNamedIn } from "#app/lib/pictures.ts";
import { measureWebp } from "#app/server/files/check-image.ts";
import { checkConversation, checkConversations } from "./content-checks/community.ts";
import { checkCourse } from "./content-checks/course.ts";
import { checkDictionary } from "./content-checks/dictionary.ts";
import { checkSvg } from "./content-checks/drawings.ts";
import { checkOtherText, OTHER_TEXTS } from "./content-checks/other-texts.ts";
import { checkPlaces } from "./content-checks/places.ts";
import { checkWordList, misspellings } from "./content-checks/spelling.ts";

/** How many lessons show a document, at least. */
const LEAST_CITING = 40;

const findings: Finding[] = [];
const report = (file: string, messages: string[]) => findings.push(...messages.map((message) => ({ file, message })));

const idsOf = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id));

/** What a file holds, or the fallback and a finding when it cannot be read. */
function attempt<Value>(file: string, read: () => Value, fallback: Value): Value {
  try {
    return read();
  } catch (error) {
    const [message = ""] = String(error instanceof Error ? error.message : error).split("\n\n");
    const colon = message.startsWith("Nested mappings") ? "a text with a colon needs quotation marks: " : "";
    report(file, [colon + message.replace(`${file}: `, "").replace(/\s+/g, " ")]);
    return fallback;
  }
}

const contentFile = (path: string) => readFileSync(join(CONTENT_FOLDER, path), "utf8");
const isFile = (file: string) => existsSync(join(CONTENT_FOLDER, "..", file));
const code = (module: ModuleSource) => `m${String(module.id).padStart(2, "0")}`;

const modules = readModules();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !modules.some((module) => code(module) === name));
if (unknown.length > 0) throw new Error(`no such module: ${unknown.join(", ")} (m01 to m${modules.length})`);

const titles: LessonTitles = new Map(
  modules.flatMap(({ degree, lessons }) => lessons.map(({ id, title }) => [id, { title, degree }])),
);
const lessonIds = [...titles.keys()];
const lessons = lessonIds.flatMap((id) => attempt(lessonFile(id), () => readLesson(id) ?? [], []));
const chosenLessons = new Set(
  modules
    .filter((module) => chosen.length === 0 || chosen.includes(code(module)))
    .flatMap(({ lessons: own }) => own.map(({ id }) => id)),
);
const questionPaths = questionFiles().map((path) => `content/${path}`);
const questions = questionPaths.flatMap((file) =>
  attempt(file, () => readQuestionFile(file.replace("content/", "")), []).map((question) => ({ ...question, file })),
);
const terms = attempt(DICTIONARY_FILE, readTerms, []);
const termSlugs = new Set(terms.map(({ slug }) => slug));
const drawings = attempt(
  "content/drawings.yaml",
  () => (load(contentFile("drawings.yaml")) as { slug: string }[]).map(({ slug }) => slug),
  [],
);
const pictureFiles = readPictures();
const pictures = new Map(pictureFiles.map(({ id, degree }) => [id, degree]));
const works = attempt<LibrarySource[]>(LIBRARY_FILE, () => readLibrary().items, []);
const articles = works.flatMap(({ slug, text }) => (text === null ? [] : [{ slug, text }]));
const documents = attempt("content/documents", readDocuments, []);
const studies = attempt("content/studies", readStudies, []);
const EPHEMERIDES_FILE = "content/efemerides.yaml";
const ephemerides = attempt(EPHEMERIDES_FILE, readEphemerides, []);
const PLACES_FILE = "content/places.yaml";
const places = attempt(PLACES_FILE, readPlaces, []);
const conversations = attempt("content/community", readDemoTopics, []);
const forbidden = readForbidden();

/** With modules chosen: their lessons, the files with questions of these, and the drawings they use. */
function inScope(file: string): boolean {
  if (chosen.length === 0) return true;
  if (questionPaths.includes(file))
    return questions.some((question) => question.file === file && chosenLessons.has(question.lesson ?? ""));
  return lessons.some(
    ({ id, markdown }) =>
      chosenLessons.has(id) &&
      (lessonFile(id) === file || drawings.some((slug) => drawingFile(slug) === file && markdown.includes(`(prancha:${slug} `))),
  );
}

function checkLessons(): void {
  const surroundings = { lessons: titles, terms: termSlugs, drawings: new Set(drawings), pictures, documents, forbidden };
  const citing = lessons.filter(({ markdown }) => markdown.includes("(documento:")).length;
  if (citing < LEAST_CITING) report("content/lessons", [`${citing} lessons show a document; at least ${LEAST_CITING} wanted`]);
  for (const id of lessonIds) if (!isFile(lessonFile(id))) report(lessonFile(id), ["missing"]);
  for (const lesson of lessons) report(lessonFile(lesson.id), checkLesson(lesson, surroundings));
}

function checkArticles(): void {
  for (const { slug, text } of articles)
    report(articleFile(slug), checkArticle(text, { lessons: titles, terms: termSlugs, forbidden }));
}

function checkWorks(): void {
  for (const { slug, link } of works)
    if (link !== null)
      report(
        LIBRARY_FILE,
        collectionProblems(link).map((problem) => `${slug}: ${problem}`),
      );
}

function checkDocuments(): void {
  const surroundings = { lessons: titles, questions, forbidden };
  for (const document of documents) report(documentFile(document.id), checkDocument(document, surroundings));
  for (const number of repeated(documents.map((document) => document.number)))
    report("content/documents", [`two documents have the number ${number}`]);
  const ids = new Set(documents.map(({ id }) => id));
  for (const { file, id, document } of questions)
    if (document && !ids.has(document)) report(file, [`${id}: não há documento “${document}”`]);
}

function checkStudies(): void {
  const around = { lessons: titles, terms: termSlugs, drawings: new Set(drawings), pictures, documents };
  const surroundings = { ...around, questions, forbidden };
  for (const study of studies) report(studyFile(study), checkStudy(study, surroundings));
  for (const place of repeated(studies.map(({ sort, order }) => `${sort} ${order}`)))
    report("content/studies", [`two have the place ${place}`]);
  for (const id of repeated(studies.map((study) => study.id))) report("content/studies", [`two are called ${id}`]);
  const ids = new Set(studies.map(({ id }) => id));
  for (const { file, id, study } of questions)
    if (study && !ids.has(study)) report(file, [`${id}: there is no study “${study}”`]);
}

function checkRepetitions(): void {
  const texts = [
    ...lessons.map(({ id, standfirst, markdown }) => ({
      name: id,
      file: lessonFile(id),
      text: `${standfirst}\n${ownText(markdown)}`,
    })),
    ...articles.map(({ slug, text }) => ({ name: slug, file: articleFile(slug), text: ownText(text) })),
    ...documents.map(({ id, markdown }) => ({ name: id, file: documentFile(id), text: commentary(markdown) })),
    ...studies.map((study) => ({ name: study.id, file: studyFile(study), text: studyText(study) })),
  ];
  // A repetition is found in the later of two texts: those in scope come last.
  findings.push(...findRepetitions(texts.toSorted((a, b) => Number(inScope(a.file)) - Number(inScope(b.file)))));
}

function checkCommunity(): void {
  const surroundings = { lessons: titles, studies: new Map(studies.map(({ id, degree }) => [id, degree])), forbidden };
  for (const topic of conversations) report(communityFile(topic.id), checkConversation(topic, surroundings));
  report("content/community", checkConversations(conversations));
}

function checkPool(): void {
  const blocks = new Map(
    [...lessons, ...documents, ...studies].map(({ id, markdown }) => [id, textOf(parseMarkdown(markdown))] as const),
  );
  const textOfQuestion = ({ lesson, document, study }: QuestionSource) => blocks.get(lesson ?? document ?? study ?? "");
  findings.push(...checkQuestions(questions, lessonIds, forbidden, textOfQuestion));
  for (const degree of DEGREES)
    report(
      "content/questions",
      checkForms(questions.filter(({ use, lesson }) => use === "pool" && titles.get(lesson ?? "")?.degree === degree)).map(
        (message) => `${degree}: ${message}`,
      ),
    );
  for (const file of questionPaths)
    report(
      file,
      checkSpread(
        questions.filter((question) => question.file === file),
        MODULE_SPREAD,
      ),
    );
  report("content/questions", checkSpread(questions, POOL_SPREAD));
}

function checkDrawings(): void {
  for (const slug of drawings)
    report(drawingFile(slug), isFile(drawingFile(slug)) ? checkSvg(contentFile(`drawings/${slug}.svg`)) : ["missing"]);
}

/** Each is what its name says, no larger than the editor makes them, and named by a text. */
async function checkPictures(): Promise<void> {
  const named = new Set([...lessons, ...studies].flatMap(({ markdown }) => picturesNamedIn(markdown)));
  for (const { id, degree, path } of pictureFiles) {
    const bytes = readFileSync(join(CONTENT_FOLDER, path));
    const measures = await measureWebp(bytes);
    const name = measures && pictureId(degree, measures, bytes);
    report(`content/${path}`, [
      ...(name ? [] : ["is no WebP picture"]),
      ...(name && name !== id ? [`is to be called ${name}.webp`] : []),
      ...(measures && Math.max(measures.width, measures.height) > PICTURE_SIDE
        ? [`has a side of more than ${PICTURE_SIDE}`]
        : []),
      ...(named.has(id) ? [] : ["is named in no text"]),
    ]);
  }
}

/** Files that nothing reads: a wrong name would keep a text from the academy without anyone noticing. */
function checkStrays(): void {
  const expected = new Set([
    ...lessonIds.map(lessonFile),
    ...drawings.map(drawingFile),
    ...articles.map(({ slug }) => articleFile(slug)),
  ]);
  // Without library.yaml nothing is known of the articles, and its own finding says so.
  const folders = ["lessons", "drawings", ...(articles.length > 0 ? ["articles"] : [])];
  for (const folder of folders)
    for (const name of readdirSync(join(CONTENT_FOLDER, folder))) {
      const file = `content/${folder}/${name}`;
      if (!expected.has(file)) report(file, ["is named in none of modules.yaml, drawings.yaml and library.yaml"]);
    }
}

checkLessons();
checkArticles();
checkWorks();
checkDocuments();
checkStudies();
checkCommunity();
checkRepetitions();
checkPool();
report(DICTIONARY_FILE, checkDictionary(terms, forbidden));
checkDrawings();
await checkPictures();
checkStrays();
const isEssay = ({ sort }: StudySource) => sort === "study";
const spokenTexts = studies.filter((study) => !isEssay(study)).map(({ markdown }) => markdown);
const otherTexts = [...studies.filter(isEssay), ...documents]
  .map(({ markdown }) => markdown)
  .concat(articles.map(({ text }) => text));
report("content/lessons", checkTics(countTics(lessons.map(({ markdown }) => markdown)), "most"));
report("content/studies, articles and documents", checkTics(countTics(otherTexts), "mostElsewhere"));
report("content/pieces and lives", checkTics(countTics(spokenTexts), "mostSpoken"));
report("content/lessons", checkCourse(modules, new Map(lessons.map(({ id, markdown }) => [id, markdown]))));
const known = { lesson: new Set(lessonIds), study: idsOf(studies), document: idsOf(documents) };
report(
  EPHEMERIDES_FILE,
  ephemerides.flatMap(({ day, of }) => (known[of.kind].has(of.id) ? [] : [`${day}: ${of.kind}/${of.id} does not exist`])),
);
findings.push(
  ...checkPlaces(
    PLACES_FILE,
    places.map(({ id }) => id),
    [
      ...documents.map(({ id, at }) => ({ file: documentFile(id), at })),
      ...ephemerides.map(({ at }) => ({ file: EPHEMERIDES_FILE, at })),
      ...studies.flatMap((study) => (study.sort === "life" ? study.steps.map(({ at }) => ({ file: studyFile(study), at })) : [])),
    ],
  ),
);
for (const file of OTHER_TEXTS) report(file, checkOtherText(file, contentFile(file.replace("content/", "")), forbidden));
report("content/spelling.txt", checkWordList(contentFile("spelling.txt")));
const texts = [
  ...lessonIds.map(lessonFile),
  ...questionPaths,
  DICTIONARY_FILE,
  "content/modules.yaml",
  ...articles.map(({ slug }) => articleFile(slug)),
  ...documents.map(({ id }) => documentFile(id)),
  ...studies.map(studyFile),
  ...conversations.map(({ id }) => communityFile(id)),
  ...OTHER_TEXTS,
];
findings.push(...(await misspellings(texts.filter((file) => inScope(file) && isFile(file)))));

const shown = findings.filter(({ file }) => inScope(file)).sort((a, b) => a.file.localeCompare(b.file));
for (const { file, message } of shown) console.log(`${file}: ${message}`);
const lessonCount = lessons.filter(({ id }) => inScope(lessonFile(id))).length;
const questionCount = questions.filter(({ lesson }) => chosen.length === 0 || chosenLessons.has(lesson ?? "")).length;
const articleCount = articles.filter(({ slug }) => inScope(articleFile(slug))).length;
const documentCount = documents.filter(({ id }) => inScope(documentFile(id))).length;
const studyCount = studies.filter((study) => inScope(studyFile(study))).length;
const drawingCount = drawings.map(drawingFile).filter((file) => inScope(file) && isFile(file)).length;
console.log(
  `${lessonCount} lessons, ${questionCount} questions, ${terms.length} terms, ${articleCount} articles, ${documentCount} documents, ` +
    `${studyCount} studies, ${drawingCount} drawings, ${shown.length} findings`,
);
const tics = countTics(lessons.filter(({ id }) => inScope(lessonFile(id))).map(({ markdown }) => markdown));
const [elsewhere, spoken] = [countTics(otherTexts), countTics(spokenTexts)];
for (const [index, { name, most, mostElsewhere, mostSpoken }] of TICS.entries())
  console.log(
    `${tics[index]} ${name} (at most ${most} in all); ${elsewhere[index]} elsewhere (at most ${mostElsewhere}); ` +
      `${spoken[index]} in pieces and lives (at most ${mostSpoken})`,
  );
process.exitCode = shown.length > 0 ? 1 : 0;
