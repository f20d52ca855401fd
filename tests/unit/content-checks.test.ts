import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ModuleSource } from "#app/content/courses.ts";
import type { TermSource } from "#app/content/dictionary.ts";
import { type DocumentSource, readDocuments } from "#app/content/documents.ts";
import { compileForbidden, findForbidden, isForbiddenHeadword, readForbidden, reservedHash } from "#app/content/forbidden.ts";
import { readPlaces } from "#app/content/places.ts";
import { type LifeSource, type PieceSource, readStudies, type StudySource } from "#app/content/studies.ts";
import { checkArticle } from "#app/features/authoring/checks/article.ts";
import { checkDocument, commentary } from "#app/features/authoring/checks/document.ts";
import { checkLesson, type LessonSurroundings } from "#app/features/authoring/checks/lesson.ts";
import { ownText } from "#app/features/authoring/checks/markdown.ts";
import {
  checkForms,
  checkQuestions,
  checkSpread,
  type FiledQuestion,
  MODULE_SPREAD,
} from "#app/features/authoring/checks/questions.ts";
import { findRepetitions } from "#app/features/authoring/checks/repetition.ts";
import { checkStudy } from "#app/features/authoring/checks/study.ts";
import { checkTics, countTics } from "#app/features/authoring/checks/tics.ts";
import { checkCourse } from "../../scripts/content-checks/course.ts";
import { checkDictionary } from "../../scripts/content-checks/dictionary.ts";
import { checkSvg } from "../../scripts/content-checks/drawings.ts";
import { checkOtherText } from "../../scripts/content-checks/other-texts.ts";
import { checkPlaces } from "../../scripts/content-checks/places.ts";
import { checkWordList, misspellings } from "../../scripts/content-checks/spelling.ts";

const forbidden = readForbidden();

const surroundings: LessonSurroundings = {
  lessons: new Map([
    ["m01-l01", { title: "O que é a Maçonaria", degree: "aprendiz" }],
    ["m01-l02", { title: "Da pedra à ideia", degree: "aprendiz" }],
    ["m09-l01", { title: "Hiram nas Escrituras", degree: "mestre" }],
  ]),
  terms: new Set(["loja", "rito", "grau"]),
  drawings: new Set(["pedras"]),
  pictures: new Map([
    ["0123456789abcdef-800x600", "aprendiz"],
    ["fedcba9876543210-800x600", "mestre"],
  ]),
  documents: [],
  forbidden,
};

const paragraph = "O pedreiro mede a pedra e a assenta no lugar. ".repeat(25);
const goodLesson = `Uma [Loja](termo:loja), um [rito](termo:rito) e um [grau](termo:grau) na [outra lição](licao:m01-l02).[^1]

## Primeiro

${paragraph}

## Segundo

${paragraph}

![Duas pedras](prancha:pedras "As pedras")

## Terceiro

${paragraph}

${paragraph} Fim.[^2]

## Para refletir

- Que pedra é a sua?
- Quem mede?

[^1]: 1 Reis 5:17.
[^2]: Albert G. Mackey, [A Manual](lang:en), 1862.
`;

/** The findings for the good lesson with one thing changed. */
const lesson = (from: string | RegExp = "", to = "", standfirst = "Uma frase curta que diz do que trata a lição.") =>
  checkLesson({ id: "m01-l01", standfirst, markdown: goodLesson.replace(from, to) }, surroundings);

test("a lesson that keeps the rules has no findings", () => {
  expect(lesson()).toEqual([]);
});

const lessonCases: [string, string | RegExp, string, string][] = [
  ["too short", new RegExp(paragraph, "g"), "", "palavras; o normal é de 700 a 1500"],
  ["unknown term", "termo:rito", "termo:nada", "o termo “nada” não está no dicionário"],
  ["unknown lesson", "licao:m01-l02", "licao:m99-l01", "a lição “m99-l01” não existe"],
  ["unknown drawing", "prancha:pedras", "prancha:nada", "a prancha “nada” não existe"],
  ["unknown picture", "prancha:pedras", "imagem:0000000000000000-1x1", "a imagem “0000000000000000-1x1” não existe"],
  ["picture above", "prancha:pedras", "imagem:fedcba9876543210-800x600", "é do grau de Mestre"],
  ["bare picture", ' "As pedras")', ")\n\n![x](imagem:0123456789abcdef-800x600)", "pede descrição e legenda"],
  ["picture in a sentence", "Fim.", '![x](imagem:0123456789abcdef-800x600 "y") fim.', "uma imagem está dentro de um parágrafo"],
  ["term linked twice", "## Primeiro\n", "## Primeiro\n\nOutra [Loja](termo:loja).\n", "não se pode compor: o termo"],
  ["few terms", "[rito](termo:rito)", "rito", "2 termos ligados ao dicionário; o normal é de 3 a 8"],
  ["two blocks", "## Segundo", "", "2 partes (##) antes"],
  ["one question", "- Quem mede?", "", "não se pode compor"],
  ["statement among the questions", "- Quem mede?", "- Meça bem.", "não é pergunta, em “Para refletir”: “Meça bem.”"],
  ["text after the questions", "[^1]:", "Palavra final.\n\n[^1]:", "vem depois das perguntas e não apareceria: “Palavra final.”"],
  ["no opening", /^.*\n/, "", "0 parágrafos antes do primeiro título"],
  ["unused footnote", "Fim.[^2]", "Fim.", "a nota 2 não é chamada no texto"],
  ["undefined footnote", "Fim.[^2]", "Fim.[^2][^7]", "a nota 7 é chamada e não está escrita"],
  ["one footnote", /\[\^2\].*\n/g, "\n", "1 notas; o normal é de 2 a 9"],
  ["source without year", ", 1862", "", "falta o ano"],
  ["não liga a nenhuma lição", "[outra lição](licao:m01-l02)", "outra lição", "não liga a nenhuma outra lição"],
  ["link to itself", "licao:m01-l02", "licao:m01-l01", "liga para si mesma"],
  ["higher degree", "licao:m01-l02", "licao:m09-l01", "liga para “m09-l01”, de grau mais alto: Mestre"],
  ["title", "## Segundo", "# Segundo", "título de nível 1"],
  ["third level", "## Segundo", "### Segundo", "título de nível 3"],
  ["negrito", "Fim.", "**Fim**.", "negrito não se usa aqui: “Fim”"],
  ["HTML", "Fim.", "<b>Fim</b>.", "HTML não se usa"],
  [
    "wide table",
    "## Segundo",
    "| a | b | c | d |\n| - | - | - | - |\n| 1 | 2 | 3 | 4 |\n| 5 | 6 | 7 | 8 |\n\n## Segundo",
    "4 colunas numa tabela",
  ],
  [
    "table of one row",
    "## Segundo",
    "| a | b |\n| - | - |\n| 1 | 2 |\n\n## Segundo",
    "1 linhas numa tabela; o normal é de 2 a 10",
  ],
  ["drawing in a sentence", "Fim.", '![x](prancha:pedras "y") fim.', "uma prancha está dentro de um parágrafo"],
  [
    "three drawings",
    "## Segundo",
    '![x](prancha:pedras "y")\n\n![z](prancha:pedras "w")\n\n## Segundo',
    "3 pranchas; no máximo 2",
  ],
  ["exclamation", "Fim.", "Fim!", "no exclamation marks"],
  ["three points", "Fim.", "Ir∴ fim.", "no ∴"],
  ["class", "Fim.", "Esta aula acaba.", "say lição"],
  [
    "long sentences",
    /O pedreiro mede a pedra e a assenta no lugar\. /g,
    "O pedreiro mede a pedra e a assenta no lugar, ",
    "passam de 25 palavras",
  ],
];

test.each(lessonCases)("a lesson with a fault: %s", (_name, from, to, finding) => {
  expect(lesson(from, to).join("\n")).toContain(finding);
});

test("habits of style are counted over all lessons, questions left out", () => {
  const text =
    "Quem lê, sabe. Quem sabe?\n\nO primeiro cai. O segundo fica de pé, e convém notar que costuma ficar assim por muito tempo.\n\nVale ver. Fim.";
  expect(countTics([text, "Vale uma nota."])).toEqual([1, 1, 2, 1, 1, 1]);
  expect(countTics(['![Um desenho visto de perto, com as suas partes. Outra frase.](prancha:pedras "As pedras")'])).toEqual([
    0, 0, 0, 0, 0, 0,
  ]);
  expect(checkTics([30, 21, 10, 17, 26, 126], "most")).toEqual([]);
  expect(checkTics([30, 21, 11, 17, 26, 126], "most")).toEqual(["11 frases que abrem com “Vale”; no máximo 10"]);
  expect(checkTics([23, 7, 1, 3, 8, 142], "mostElsewhere")).toEqual(["1 frases que abrem com “Vale”; no máximo 0"]);
});

test("the lessons together: blocks, sources and plates vary", () => {
  const titled = (id: string) => ({ id, title: "Uma lição" });
  const modules = [
    { id: 1, lessons: ["a", "b"].map(titled) },
    { id: 2, lessons: ["c", "d"].map(titled) },
  ] as ModuleSource[];
  const text = (blocks: number, rest = "") => `${"## Bloco\n\nTexto.\n\n".repeat(blocks)}${rest}\n\n## Para refletir\n\n- E?`;
  const plate = '![Um desenho](prancha:pedras "As pedras")';
  const varied = new Map([
    ["a", text(3, plate)],
    ["b", text(4, plate)],
    ["c", text(4, plate)],
    ["d", text(5)],
  ]);
  expect(checkCourse(modules, varied)).toEqual([]);
  const notes = Array.from({ length: 100 }, (_, index) => `[^${index}]: Albert G. Mackey, Um livro, 1874.`).join("\n");
  const alike = new Map([
    ["a", text(4, plate)],
    ["b", text(4)],
    ["c", text(4)],
    ["d", `${text(5)}\n\n${notes}`],
  ]);
  expect(checkCourse(modules, alike)).toEqual([
    "3 of 4 lessons have 4 blocks; vary them as the matter asks",
    "100 of 100 notes name Mackey, Webb or Anderson; at most 72 wanted",
    "b has no plate: the first module and the first lesson of each have one",
    "c has no plate: the first module and the first lesson of each have one",
    "1 of 4 lessons have a plate; half wanted",
  ]);
});

test("the standfirst is one sentence of at most 25 words that does not repeat the title", () => {
  expect(lesson("", "", "palavra ".repeat(26))).toEqual(["a linha de abertura tem 26 palavras; no máximo 25"]);
  expect(lesson("", "", "Aqui se lê o que é a Maçonaria hoje.")).toEqual(["a linha de abertura repete o título inteiro"]);
  expect(lesson("", "", "Uma frase. Outra frase.")).toEqual(["a linha de abertura tem mais de uma frase"]);
});

const goodArticle = `Uma [Loja](termo:loja), um [rito](termo:rito) e um [grau](termo:grau), como na [lição](licao:m01-l02).[^1]

## Primeiro

${paragraph}

## Segundo

${paragraph}

## Terceiro

${paragraph}

${paragraph} Fim.[^2]

[^1]: 1 Reis 5:17.
[^2]: Albert G. Mackey, [A Manual](lang:en), 1862.
`;

/** The findings for the good article with one thing changed. */
const article = (from: string | RegExp = "", to = "") => checkArticle(goodArticle.replace(from, to), surroundings);

test("an article that keeps the rules has no findings", () => {
  expect(article()).toEqual([]);
});

const articleCases: [string, string | RegExp, string, string][] = [
  ["too short", "## Segundo\n\n", "## Segundo\n\n[^3]: ", "palavras; o normal é de 800 a 1500"],
  ["too long", "Fim.", paragraph.repeat(3), "palavras; o normal é de 800 a 1500"],
  ["unknown term", "termo:rito", "termo:nada", "o termo “nada” não está no dicionário"],
  ["term linked twice", "Fim.", "Outra [Loja](termo:loja).", "o termo “loja” está ligado duas vezes"],
  ["few terms", "[rito](termo:rito)", "rito", "2 termos ligados ao dicionário; o normal é de 3 a 8"],
  ["unknown lesson", "licao:m01-l02", "licao:m99-l01", "a lição “m99-l01” não existe"],
  ["não liga a nenhuma lição", "[lição](licao:m01-l02)", "lição", "não liga a nenhuma lição"],
  ["a lesson not open to everyone", "licao:m01-l02", "licao:m09-l01", "liga para “m09-l01”, de grau mais alto: Mestre"],
  ["a page that is not of the web", "Fim.", "[Fim](/conta).", "não se pode compor: endereço não aceito: /conta"],
  ["a picture", "Fim.", '\n\n![x](prancha:pedras "y")', "não se pode compor: imagens não são aceitas"],
  ["two blocks", "## Segundo", "", "2 partes (##); o normal é de 3 a 6"],
  ["third level", "## Segundo", "### Segundo", "título de nível 3"],
  ["negrito", "Fim.", "**Fim**.", "negrito não se usa aqui: “Fim”"],
  ["unused footnote", "Fim.[^2]", "Fim.", "a nota 2 não é chamada no texto"],
  ["source without year", ", 1862", "", "falta o ano"],
  ["three points", "Fim.", "Ir∴ fim.", "no ∴"],
  ["preparation", "Fim.", "Com a venda nos olhos.", "preparation of the candidate"],
  [
    "long sentences",
    /O pedreiro mede a pedra e a assenta no lugar\. /g,
    "O pedreiro mede a pedra e a assenta no lugar, ",
    "passam de 25",
  ],
];

test.each(articleCases)("an article with a fault: %s", (_name, from, to, finding) => {
  expect(article(from, to).join("\n")).toContain(finding);
});

const excerpt = "O mestre mede a pedra e a põe no muro. ".repeat(7).trim();
const goodDocument: DocumentSource = {
  id: "carta",
  number: 1,
  title: "Uma carta de mestre",
  original: { title: "A Letter", lang: "en" },
  author: "Anônimo",
  year: 1723,
  date: "1723",
  disputed: false,
  edition: "Londres, 1723",
  page: "p. 1",
  degree: "companheiro",
  kind: "carta",
  place: "Londres",
  at: ["londres"],
  region: "ilhas-britanicas",
  subject: "Uma pedra posta no muro",
  intro: "Um mestre anônimo de Londres escreveu esta carta em 1723. Ela importa porque descreve a pedra antes do muro.",
  york: false,
  link: "https://en.wikisource.org/wiki/X",
  linkLabel: "Ler inteiro",
  lessons: ["m09-l01"],
  sources: "Traduzido do inglês.",
  markdown: `> ${excerpt}\n\n## O que diz\n\nMede.\n\n## O que não diz\n\nNada mais.\n\n## O que se discute\n\nO ano.`,
};
const documentFindings = (change: Partial<DocumentSource> = {}, asked = 2) => {
  const questions = [1, 2].slice(0, asked).map((n) => ({ ...question(`carta-q${n}`), lesson: undefined, document: "carta" }));
  return checkDocument({ ...goodDocument, ...change }, { lessons: surroundings.lessons, questions, forbidden });
};
const written = (from: string | RegExp, to: string) => ({ markdown: goodDocument.markdown.replace(from, to) });

test("a document that keeps the rules has no findings", () => {
  expect(documentFindings()).toEqual([]);
  expect(documentFindings(written(`> ${excerpt}`, `### 1723\n\n> ${excerpt}\n\n### 1738\n\n> ${excerpt}`))).toEqual([]);
});

test.each<[string, Partial<DocumentSource>, string]>([
  ["too short an excerpt", written(excerpt, "O mestre mede."), "3 palavras de trecho; o normal é de 60 a 220"],
  ["no excerpt", written("> ", ""), "0 palavras de trecho"],
  [
    "two excerpts without labels",
    written("## O que diz", "Ou:\n\n> Mede.\n\n## O que diz"),
    "antes da primeira parte fica só o trecho",
  ],
  ["a section missing", written("## O que não diz", ""), "as partes são O que diz, O que se discute"],
  ["an empty section", written("Nada mais.", ""), "0 parágrafos em “O que não diz”; o normal é de 1 a 3"],
  ["bold in the commentary", written("Mede.", "**Mede**."), "negrito marca, num trecho, a diferença entre versões: “Mede.”"],
  ["a difference in one excerpt alone", written("> ", "> **Aqui** "), "as diferenças se marcam entre duas versões"],
  ["a link to a lesson", written("Mede.", "[Mede](licao:m01-l01)."), "um documento não tem ligações: “licao:m01-l01”"],
  ["a link to a forum", { link: "https://forum.example/t/1" }, "forum.example is not on the list of public collections"],
  ["a link to no work", { link: "https://archive.org/" }, "“https://archive.org/” leads to a collection, not to a work"],
  ["an unknown lesson", { lessons: ["m99-l01"] }, "a lição “m99-l01” não existe"],
  ["a lesson twice", { lessons: ["m09-l01", "m09-l01"] }, "a lição m09-l01 está dita duas vezes"],
  ["a lesson of a lower degree", { lessons: ["m01-l01"] }, "a lição m01-l01 se lê no grau de Aprendiz"],
  ["forbidden matter in the head", { subject: "Uma caveira no muro" }, "image that is not shown"],
  ["forbidden matter in the text", written("Mede.", "Uma caveira."), "image that is not shown"],
])("a document with a fault: %s", (_name, change, finding) => {
  expect(documentFindings(change).join("\n")).toContain(finding);
});

test("a lesson shows up to two documents, each once, that name it among the lessons that may show them", () => {
  const shown = (links: string, lessons = ["m01-l01"]) =>
    checkLesson(
      { id: "m01-l01", standfirst: "Uma frase curta que diz do que trata a lição.", markdown: goodLesson.replace("Fim.", links) },
      { ...surroundings, documents: [{ ...goodDocument, lessons }] },
    );
  expect(shown("Diz [a carta](documento:carta).")).toEqual([]);
  expect(shown("Diz [a carta](documento:carta).", ["m09-l01"])).toEqual(["o documento “carta” não se destina a esta lição"]);
  expect(shown("[A carta](documento:carta) e [a carta](documento:carta).")).toEqual([
    "o documento “carta” está ligado duas vezes",
  ]);
  expect(shown("Diz [a nota](documento:nota).")).toEqual(["não há documento “nota”"]);
  expect(shown("Diz [a carta](documento:carta):\n\n> Uma frase.\n\nFim.")).toEqual([
    "o quadro de “carta” separaria um parágrafo da sua tabela ou citação",
  ]);
});

test("a document has two questions, and only its commentary is compared with other texts", () => {
  expect(documentFindings({}, 0)).toEqual(["0 questões; o documento pede 1 ou 2"]);
  expect(commentary(goodDocument.markdown)).not.toContain("muro");
});

test.each([
  ["named like another file", "outra.md", "", "o arquivo deve chamar-se carta.md"],
  ["a label without a link", "carta.md", 'linkLabel: "Ler"', "link e linkLabel vêm juntos"],
  ["a key nobody knows", "carta.md", "autor: eu", "autor"],
])("the head of a document: %s", (_name, file, line, message) => {
  const folder = mkdtempSync(join(tmpdir(), "documents-"));
  mkdirSync(join(folder, "documents"));
  const { markdown, link, linkLabel, ...head } = goodDocument;
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  writeFileSync(join(folder, "documents", file), ["---", ...lines, line, "---", "", markdown].join("\n"));
  expect(() => readDocuments(folder)).toThrow(message);
});

const goodStudy: Extract<StudySource, { sort: "study" }> = {
  sort: "study",
  id: "medida",
  order: 1,
  title: "A medida",
  standfirst: "Uma frase curta que diz do que trata o estudo.",
  degree: "companheiro",
  markdown: `Uma [Loja](termo:loja), um [rito](termo:rito) e um [grau](termo:grau) na [lição](licao:m01-l02).[^1]

## Primeiro

${paragraph}

${paragraph} Veja [a carta](documento:carta).

> *Documento.* A carta tem data.

## Segundo

${paragraph}

![Duas pedras](prancha:pedras "As pedras")

## Terceiro

${paragraph}

> *Varia.* Em outra cidade, não mede.

${paragraph} Fim.[^2]

[^1]: 1 Reis 5:17.
[^2]: Albert G. Mackey, [A Manual](lang:en), 1862.
`,
};
/** The findings for the good study with one thing changed. */
const study = (from: string | RegExp = "", to = "", change: Partial<typeof goodStudy> = {}, asked = 3) => {
  const questions = [1, 2, 3].slice(0, asked).map((n) => ({ ...question(`medida-q${n}`), lesson: undefined, study: "medida" }));
  const changed = { ...goodStudy, markdown: goodStudy.markdown.replace(from, to), ...change };
  return checkStudy(changed, { ...surroundings, documents: [goodDocument], questions });
};

test("a study that keeps the rules has no findings", () => {
  expect(study()).toEqual([]);
});

const studyCases: [string, string | RegExp, string, string][] = [
  ["too short", new RegExp(paragraph, "g"), "", "palavras; o normal é de 1000 a 3200"],
  ["two blocks", "## Segundo", "", "2 partes (##); o normal é de 3 a 9"],
  ["three boxes", "Fim.", "Fim.\n\n> *Tradição.* Conta-se que mediu.\n\nE assim acaba.", "3 caixas; o normal é de 0 a 2"],
  ["a box of no kind", "*Varia.*", "*Opinião.*", "não “Opinião”"],
  ["no figure", /!\[.*\n/, "", "sem prancha e sem tabela"],
  ["two drawings", "## Segundo", '![x](prancha:pedras "y")\n\n## Segundo', "2 pranchas; no máximo 1"],
  ["unknown drawing", "prancha:pedras", "prancha:nada", "a prancha “nada” não existe"],
  ["no document", "[a carta](documento:carta)", "a carta", "0 documentos; o normal é de 1 a 4"],
  ["unknown document", "documento:carta", "documento:nada", "não há documento “nada”"],
  ["a document twice", "Fim.", "Outra [carta](documento:carta).", "o documento “carta” está ligado duas vezes"],
  ["unknown term", "termo:rito", "termo:nada", "o termo “nada” não está no dicionário"],
  ["term linked twice", "Fim.", "Outra [Loja](termo:loja).", "o termo “loja” está ligado duas vezes"],
  ["não liga a nenhuma lição", "[lição](licao:m01-l02)", "lição", "não liga a nenhuma lição"],
  ["unknown lesson", "licao:m01-l02", "licao:m99-l01", "a lição “m99-l01” não existe"],
  ["higher degree", "licao:m01-l02", "licao:m09-l01", "liga para “m09-l01”, de grau mais alto: Mestre"],
  ["the web", "Fim.", "[Fim](https://example.org).", "endereço que um estudo não usa: https://example.org"],
  ["unused footnote", "Fim.[^2]", "Fim.", "a nota 2 não é chamada no texto"],
  ["forbidden matter", "Fim.", "Uma caveira.", "image that is not shown"],
];

test.each(studyCases)("a study with a fault: %s", (_name, from, to, finding) => {
  expect(study(from, to).join("\n")).toContain(finding);
});

const goodPiece: PieceSource = {
  sort: "piece",
  id: "medida-dita",
  order: 1,
  title: "A medida dita",
  standfirst: "Uma frase curta que diz do que trata a peça.",
  degree: "aprendiz",
  lesson: "m01-l02",
  document: "carta",
  questions: ["O que você mede hoje?", "Quem mede com você na sua casa?", "O que não se mede nunca?"],
  markdown: `${paragraph}

## Primeiro

${paragraph} Leio como está na carta:[^1]

> Meçam antes de cortar.

*Se houver uma régua na Loja, mostre-a agora.*

${paragraph}

## Segundo

${paragraph}

## Terceiro

${paragraph}

[^1]: Carta de um mestre de obras, 1862.
`,
};
const goodLife: LifeSource = {
  sort: "life",
  id: "um-medidor",
  order: 1,
  title: "Um medidor",
  standfirst: "Uma frase curta que diz quem ele foi.",
  degree: "aprendiz",
  years: "1742–1818",
  steps: ["1742", "1760", "1772", "1818"].map((year) => ({ year, place: "Londres", at: ["londres"], what: "mede uma pedra" })),
  markdown: goodStudy.markdown
    .replace("> *Documento.* A carta tem data.\n", "")
    .replace(/!\[.*\n/, "")
    .replace("[carta](documento:carta)", "carta")
    .replace("Fim.[^2]", "Fim.[^2] E mais.[^3]")
    .concat("[^3]: Uma ata, 1790.\n"),
};
/** The findings for a good text of its sort with one thing changed. */
const changed = (good: PieceSource | LifeSource, from: string | RegExp, to: string, change: object = {}) =>
  checkStudy({ ...good, markdown: good.markdown.replace(from, to), ...change } as StudySource, {
    ...surroundings,
    documents: [{ ...goodDocument, degree: "aprendiz" }],
    questions: [],
  });

test("a piece and a life that keep the rules have no findings", () => {
  expect(changed(goodPiece, "", "")).toEqual([]);
  expect(changed(goodLife, "", "")).toEqual([]);
});

test.each([
  [goodPiece, "too short", paragraph, "", {}, "palavras ditas; o normal é de 1100 a 1400"],
  [goodPiece, "two parts", "## Segundo", "", {}, "2 partes (##); o normal é de 3 a 5"],
  [goodPiece, "a table", "## Segundo", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n## Segundo", {}, "não se diz em voz alta"],
  [goodPiece, "nothing quoted", "> Meçam", "Meçam", {}, "0 citações; o normal é de 1 a 4"],
  [goodPiece, "a document in the text", "na carta", "na [carta](documento:carta)", {}, "1 documentos; o normal é de 0 a 0"],
  [goodPiece, "an unknown lesson", "", "", { lesson: "m99-l01" }, "a lição “m99-l01” não existe"],
  [goodPiece, "a lesson of a higher degree", "", "", { lesson: "m09-l01" }, "de grau mais alto: Mestre"],
  [goodPiece, "an unknown document", "", "", { document: "nada" }, "não há documento “nada”"],
  [
    goodPiece,
    "no question",
    "",
    "",
    { questions: ["O que você mede hoje?", "O que não se mede?", "Meça."] },
    "não é uma pergunta: “Meça.”",
  ],
  [goodLife, "too long", "## Segundo", `${paragraph}\n\n${paragraph}\n\n## Segundo`, {}, "palavras; o normal é de 900 a 1300"],
  [goodLife, "without a lesson", "[lição](licao:m01-l02)", "lição", {}, "não liga a nenhuma lição"],
  [goodLife, "two notes", "[^3]: Uma ata, 1790.\n", "", {}, "2 notas; o normal é de 3 a 16"],
] as const)("a text to be spoken, or a life, with a fault: %#", (good, _name, from, to, change, finding) => {
  expect(changed(good, from, to, change).join("\n")).toContain(finding);
});

test("a text's folder is that of its sort, and its head that of its sort too", () => {
  const text = (folder: string, head: object) => {
    const made = mkdtempSync(join(tmpdir(), "studies-"));
    mkdirSync(join(made, folder));
    const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    writeFileSync(join(made, folder, "medida-dita.md"), ["---", ...lines, "---", "", "Texto."].join("\n"));
    return () => readStudies(made);
  };
  const { markdown, sort, ...head } = goodPiece;
  expect(text("pieces", head)()).toMatchObject([{ sort: "piece", id: "medida-dita" }]);
  expect(text("lives", head)).toThrow("content/lives/medida-dita.md");
  expect(text("pieces", { ...head, id: "outra" })).toThrow("o arquivo deve chamar-se outra.md");
});

test("a study has three questions, and no document of a degree above its own", () => {
  expect(study("", "", {}, 2)).toEqual(["2 questões; o estudo pede 3"]);
  expect(study("", "", { degree: "aprendiz" })).toEqual([
    "o documento “carta” é do grau de Companheiro: nem todo leitor o pode ler",
  ]);
});

test("a study is refused when its file has another name", () => {
  const folder = mkdtempSync(join(tmpdir(), "studies-"));
  mkdirSync(join(folder, "studies"));
  const { markdown, sort, ...head } = goodStudy;
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  writeFileSync(join(folder, "studies", "outro.md"), ["---", ...lines, "---", "", markdown].join("\n"));
  expect(() => readStudies(folder)).toThrow("o arquivo deve chamar-se medida.md");
});

test("forbidden matter is found in whatever the other texts say, but not in their comments and keys", () => {
  const faq = '- title: "Conta"\n  items:\n    - question: "Os profanos entram?"\n      answer: "Esta aula acaba."\n';
  expect(checkOtherText("content/faq.yaml", faq, forbidden)).toEqual([
    "“Os profanos entram?”: say visitante, or who is not a Mason",
    "“Esta aula acaba.”: say lição",
  ]);
  expect(checkOtherText("content/faq.yaml", '# aula\n- aula: "lição"\n  year: 1797\n  note: null\n', forbidden)).toEqual([]);
  expect(checkOtherText("content/termos.md", "## Uma\n\nOutra **aula**.\n", forbidden)).toEqual(["“Outra aula.”: say lição"]);
});

test.each([
  "a Palavra Semestral",
  "a senha do grau",
  "uma caveira",
  "um caixao",
  "os profanos",
  "uma potência irregular",
  "a maçonaria espúria",
  "a verdadeira Maçonaria",
  "o Santo Graal",
  "herdeiros dos Templários",
  "Meu V.·. irmão",
  "Nesta lição veremos",
  "Em suma, tudo",
  "Não se trata apenas de pedra",
  "Mais do que uma pedra, é um espelho",
])("forbidden: %s", (text) => {
  expect(findForbidden(text, forbidden)).not.toEqual([]);
});

test.each([
  "A senha do banco e os papéis ficam na pasta.",
  "um sinal de amizade e um toque de martelo",
  "A pedra irregular e os corpos regulares da Geometria",
  "Mestre Maçom regular, em dia com a sua Loja",
  "As ordens não são herdeiras dos Templários.",
  "na sala de aula da escola",
  "a pedra profanada pelo ferro",
  "O relógio custou mais do que uma casa.",
])("honest use: %s", (text) => {
  expect(findForbidden(text, forbidden)).toEqual([]);
});

test("reserved words are found by their hashes alone: whole runs, whatever the accents and marks, and where nothing excuses them", () => {
  const salt = "0123456789abcdef";
  const group = (texts: string[], unless?: string) => ({
    reason: "reserved",
    ...(unless === undefined ? {} : { unless }),
    words: new Set(texts.map((text) => reservedHash(salt, text))),
    starts: new Set(texts.map((text) => reservedHash(salt, text.split(" ")[0]!))),
  });
  const compiled = compileForbidden({
    patterns: [],
    salt,
    reserved: [group(["pão de ló", "broa"]), group(["bolo"], "receita \\d+")],
    headwords: new Set([reservedHash(salt, "Farinha")]),
  });
  const find = (text: string) => findForbidden(text, compiled);
  expect(find("Comeu Pao-de-Ló, e só.")).toEqual(["“Comeu Pao-de-Ló, e só.”: reserved"]);
  for (const text of ["uma BROA", "o bolo. Receita 12", "bolo e broa"]) expect(find(text), text).not.toEqual([]);
  for (const text of ["pão de milho", "pão", "broas", "o bolo da receita 12", "Receita 12, o bolo"])
    expect(find(text), text).toEqual([]);
  expect(isForbiddenHeadword("farinha", compiled)).toBe(true);
});

test("a finding shows the words around it, and some words are no entries of the dictionary", () => {
  expect(findForbidden("Disse então a palavra semestral em voz baixa.", forbidden)).toEqual([
    "“Disse então a palavra semestral em voz baixa.”: a ritual word is not spoken of",
  ]);
  expect(isForbiddenHeadword("Câmara de Reflexões", forbidden)).toBe(true);
  expect(isForbiddenHeadword("Símbolo", forbidden)).toBe(false);
});

test("two texts share at most eight words in a row", () => {
  const nine = "um dois três quatro cinco seis sete oito nove";
  const lessonText = (id: string, text: string) => ({ name: id, file: `content/lessons/${id}.md`, text });
  const found = findRepetitions([
    lessonText("m01-l01", `Antes. ${nine} dez.`),
    lessonText("m01-l02", `Outra coisa: Um, dois, três; quatro cinco seis sete oito nove… dez e mais`),
    lessonText("m01-l03", "um dois três quatro cinco seis sete oito, e não"),
    { name: "marcas", file: "content/articles/marcas.md", text: `Num artigo: ${nine}.` },
  ]);
  expect(found).toEqual([
    { file: "content/lessons/m01-l02.md", message: `10 palavras iguais às de m01-l01: “${nine} dez”` },
    { file: "content/articles/marcas.md", message: `9 palavras iguais às de m01-l01: “${nine}”` },
  ]);
});

test("sources and foreign titles are not compared", () => {
  expect(ownText("Texto.[^1]\n\nO [Book](lang:en) acaba.\n\n[^1]: Fonte.").split("\n").filter(Boolean)).toEqual([
    "Texto.",
    "O …",
    " acaba.",
  ]);
});

/** A question whose options have these lengths; the right one is at `right`. */
function question(id: string, options = ["a régua mede", "o malho bate", "o prumo cai", "o nível deita"], right = 0) {
  return {
    id,
    lesson: id.replace(/-q\d+$/, ""),
    file: "content/questions/m01.yaml",
    form: "choice" as const,
    use: id.endsWith("q1") ? ("check" as const) : ("pool" as const),
    kind: "sentido" as const,
    passage: "a régua de vinte e quatro polegadas",
    prompt: `Pergunta ${id}?`,
    options: options.map((text, index) => ({ text, why: "Porque sim.", right: index === right })),
  };
}
const SCENE = "Um Aprendiz de cinquenta e oito anos aposenta-se em março e acorda sem saber em que se vai o dia.";
/** Four questions of a lesson, of which the last is a case. */
const fourOf = (lessonId: string) => [
  ...[1, 2, 3].map((number) => question(`${lessonId}-q${number}`)),
  { ...question(`${lessonId}-q4`), scene: SCENE },
];
const lessonText = "Um título\nMede-se o dia com a régua de vinte e quatro polegadas, e não com pressa.";
const messagesOf = (questions: FiledQuestion[]) =>
  checkQuestions(questions, ["m01-l01"], forbidden, () => lessonText).map(({ message }) => message);

test("good questions have no findings", () => {
  expect(messagesOf(fourOf("m01-l01"))).toEqual([]);
});

test("questions: ids, shares and prompts", () => {
  expect(messagesOf([])).toEqual(["m01-l01: 0 check and 0 pool questions; one check and at least 2 pool wanted"]);
  expect(messagesOf(fourOf("m01-l01").slice(1))).toEqual([
    "m01-l01: 0 check and 3 pool questions; one check and at least 2 pool wanted",
  ]);
  expect(messagesOf([...fourOf("m01-l01"), question("m07-l09-q2")])).toEqual(["m07-l09-q2: a lição “m07-l09” não existe"]);
  expect(messagesOf([...fourOf("m01-l01"), question("m01-l01-q4")])).toEqual([
    "m01-l01-q4: este id já existe",
    "m01-l01-q4: este id já existe",
    "m01-l01-q4: a mesma pergunta de m01-l01-q4",
  ]);
  const [first, ...rest] = fourOf("m01-l01");
  expect(messagesOf([first!, ...rest, { ...question("extra"), lesson: "m01-l01", use: "check" }])).toEqual([
    "m01-l01: 2 check and 3 pool questions; one check and at least 2 pool wanted",
  ]);
  expect(messagesOf([first!, ...rest, { ...question("extra"), lesson: undefined, document: "carta", use: "check" }])).toEqual([
    "extra: só uma lição tem questão do fim (use: check)",
  ]);
});

test.each<[string, string[], string]>([
  [
    "lengths",
    ["uma alternativa bem mais longa que as outras", "o malho bate", "o prumo cai", "o nível deita"],
    "a alternativa mais longa tem 44 letras e a mais curta 11",
  ],
  ["twice", ["a régua mede", "A régua mede.", "o prumo cai", "o nível deita"], "“a regua mede” aparece duas vezes"],
  ["all", ["todas as anteriores", "o malho bate", "o prumo cai", "o nível deita"], "abrange todas"],
  ["none", ["Nenhuma delas", "o malho bate", "o prumo cai", "o nível deita"], "abrange todas"],
  ["forbidden", ["uma caveira", "o malho bate", "o prumo cai", "o nível deita"], "image that is not shown"],
])("options: %s", (_name, options, finding) => {
  expect(messagesOf([...fourOf("m01-l01"), question("m01-l01-q5", options)]).join("\n")).toContain(finding);
});

test("a lesson's questions are not all of one form", () => {
  expect(messagesOf(fourOf("m01-l01").slice(0, 3))).toEqual(["m01-l01: all its questions are of one form"]);
});

test("a question rests on words of its text", () => {
  const [first, ...rest] = fourOf("m01-l01");
  expect(messagesOf([{ ...first!, passage: "a régua de trinta polegadas" }, ...rest])).toEqual([
    "m01-l01-q1: a passagem “a régua de trinta polegadas” não está no texto com estas palavras",
  ]);
  expect(messagesOf([{ ...first!, kind: undefined }, ...rest]).join()).toContain("m01-l01-q1: falta kind");
  expect(messagesOf([{ ...first!, passage: undefined }, ...rest])).toEqual([
    "m01-l01-q1: falta passage: as palavras do texto em que a resposta se apoia",
  ]);
});

test("a question does not ask which text said it, nor lend its options from another", () => {
  const [first, ...rest] = fourOf("m01-l01");
  expect(messagesOf([{ ...first!, prompt: "Quais duas ideias são da lição da régua?" }, ...rest]).join()).toContain(
    "pergunte o que se entendeu dele",
  );
  first!.options[1]!.why = "É da lição do malho.";
  expect(messagesOf([first!, ...rest]).join()).toContain("tire as alternativas do mesmo texto");
});

test("at most a fifth of a pool asks for two of five", () => {
  const pool = [1, 2, 3, 4].map((number) => question(`m01-l01-q${number}`));
  expect(checkForms(pool)).toEqual([]);
  expect(checkForms([{ ...pool[0]!, form: "multiple" }, ...pool.slice(1)])).toEqual([
    "1 of 4 questions ask for two of five; at most 0 wanted",
  ]);
});

test("a why of three sentences is too long", () => {
  const [first, ...rest] = fourOf("m01-l01");
  first!.options[2]!.why = "Uma. Duas. Três.";
  expect(messagesOf([first!, ...rest])).toEqual(["m01-l01-q1: uma explicação de mais de duas frases: “Uma. Duas. Três.…”"]);
});

test.each<[string, object, string]>([
  [
    "order",
    { form: "order", prompt: "Em que ordem?", items: ["um", "dois", "Um."], why: "Porque sim." },
    "“um” aparece duas vezes",
  ],
  [
    "match",
    { form: "match", prompt: "O que é de quem?", pairs: [{ left: "régua", right: "uma caveira" }], why: "Porque sim." },
    "image that is not shown",
  ],
  [
    "multiple",
    {
      form: "multiple",
      prompt: "Quais duas?",
      options: ["a régua", "o malho", "o prumo", "o nível", "uma longa descrição da trolha"].map((text, place) => ({
        text,
        right: place < 2,
        why: "Porque sim.",
      })),
    },
    "a alternativa mais longa tem 29 letras e a mais curta 7",
  ],
  [
    "classify",
    {
      form: "classify",
      sentence: "Hiram fundiu colunas.",
      answer: "documento",
      why: { documento: "Uma. Duas. Três.", tradicao: "Não.", interpretacao: "Não." },
    },
    "uma explicação de mais de duas frases",
  ],
])("a question of the form %s with a fault", (_form, fields, finding) => {
  const other = { id: "extra", lesson: "m01-l01", use: "pool", file: "content/questions/m01.yaml", ...fields } as FiledQuestion;
  expect(messagesOf([...fourOf("m01-l01"), other]).join("\n")).toContain(finding);
});

test("the right option is not mostly the longest, nor the only one of two parts, nor in one place", () => {
  const even = [0, 1, 2, 3].map((right) => question(`m01-l01-q${right + 1}`, ["aaaa", "bbbb", "cccc", "dddd"], right));
  expect(checkSpread(even, MODULE_SPREAD)).toEqual([]);
  const betrayed = [0, 0, 1, 2].map((right, index) =>
    question(`m01-l01-q${index + 1}`, ["aaaaa", "bbbb", "cccc", "dddd"], right),
  );
  expect(checkSpread(betrayed, MODULE_SPREAD)).toEqual([
    "the right option is the longest in 2 of 4 questions, at most 1 wanted: m01-l01-q1, m01-l01-q2",
    "place 1 holds the right option in 2 of 4 questions, at most 1 wanted",
  ]);
  const divided = even.with(1, question("m01-l01-q2", ["aaaa", "bb, b", "cccc", "dd, d"], 1));
  expect(checkSpread(divided, MODULE_SPREAD)).toEqual([]);
  expect(checkSpread(divided.with(2, question("m01-l01-q3", ["aaaaa", "bbbbb", "cc, c", "ddddd"], 2)), MODULE_SPREAD)).toEqual([
    "only the right option has a comma in 1 of 4 questions, at most 0 wanted: m01-l01-q3",
  ]);
});

test("the dictionary: slugs, references, lengths, order, headwords", () => {
  const definition = "palavra ".repeat(20);
  const term = (slug: string, changes: Partial<TermSource> = {}): TermSource => ({
    slug,
    term: slug,
    grade: "York",
    definition,
    aliases: [],
    see: [],
    ...changes,
  });
  const letters = "abcdefghijklmnop".split("");
  const good = letters.flatMap((one) => letters.map((two) => term(`${one}${two}`)));
  expect(checkDictionary(good, forbidden)).toEqual([]);
  const bad = [term("zz"), term("b", { term: "Ágape", see: ["nada", "b"] }), term("b", { term: "Sinal", definition: "Curta." })];
  expect(checkDictionary(bad, forbidden)).toEqual([
    "b: the slug is not unique",
    "b: ver também “nada”: este verbete não existe",
    "b: ver também leva ao próprio verbete",
    "b: 1 palavras na definição; o normal é de 20 a 45",
    "b: “Sinal” is not a word for a public dictionary",
    "“Ágape” comes after “zz”, against the alphabet",
    "3 terms; at least 150 wanted",
  ]);
  const named = good.with(0, term("aa", { aliases: ["Ab", "Cripta"] })).with(2, term("ac", { aliases: ["cripta", "Ac"] }));
  expect(checkDictionary(named, forbidden)).toEqual([
    "aa: “Ab” já é um nome de “ab”",
    "aa: “Cripta” já é um nome de “ac”",
    "ab: “ab” já é um nome de “aa”",
    "ac: “cripta” já é um nome de “aa”",
    "ac: o nome “ac” está duas vezes",
  ]);
});

test.each([
  ["<svg ><script>1</script></svg>", "script element"],
  ["<svg ><style>a{}</style></svg>", "style element"],
  ['<svg ><path style="fill:red"/></svg>', "style attribute"],
  ['<svg onload="x()"></svg>', "event attribute"],
  ['<svg ><use href="https://example.org/a.svg#b"/></svg>', "outside itself"],
  ['<svg ><path fill="url(https://example.org/#a)"/></svg>', "outside itself by url()"],
  ['<?xml version="1.0"?><svg ></svg>', "does not begin"],
  [`<svg ><!--${"x".repeat(40_000)}--></svg>`, "under 40000 wanted"],
  [
    '<svg viewBox="0 0 480 300"><text font-size="16">a</text></svg>',
    "has letters of 10.6 px on a phone of 360; at least 11 wanted",
  ],
  ['<svg viewBox="0 0 480 300"><text>a</text></svg>', "letters that do not say their size"],
  [
    '<svg viewBox="0 0 480 300"><g transform="scale(.5)"><text font-size="20">a</text></g></svg>',
    "letters within what is scaled",
  ],
  ['<svg ><text font-size="20">a</text></svg>', "letters and no view box"],
])("a drawing with a fault: %#", (svg, finding) => {
  expect(checkSvg(svg).join("\n")).toContain(finding);
});

test("letters of 17 in a view box of 480 are large enough on a phone", () => {
  expect(checkSvg('<svg viewBox="0 0 480 300"><text x="1" font-size="17">a</text></svg>')).toEqual([]);
});

test("a drawing may refer to itself", () => {
  expect(checkSvg('<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/><path fill="url(#b)"/></svg>')).toEqual([]);
});

test("spelling: Portuguese and the word list are known, misspellings found, addresses and foreign titles left alone", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "spelling-")), "texto.md");
  writeFileSync(
    file,
    "A lição de Mackey sobre o [malho](termo:xxyyz).\n\nUma licao e um [Foolish Wordd](lang:en). Outra licao.\n",
  );
  expect((await misspellings([file])).map(({ message }) => message)).toEqual([
    "line 3: “licao” is misspelt, or a word for content/spelling.txt",
  ]);
});

test("the word list has one word a line, in order, once", () => {
  expect(checkWordList("Abiff\nMackey\n")).toEqual([]);
  expect(checkWordList("Mackey\nAbiff\nAbiff\nduas palavras\n")).toEqual([
    "“Abiff” comes after “Mackey”, against the order, or twice",
    "“Abiff” comes after “Abiff”, against the order, or twice",
    "line 4: “duas palavras” is not one word",
  ]);
});

test("places that no text names, and names that are no place, are found", () => {
  const texts = [
    { file: "a.md", at: ["londres", "atlantida"] },
    { file: "b.md", at: [] },
  ];
  expect(checkPlaces("places.yaml", ["londres", "york"], texts)).toEqual([
    { file: "a.md", message: "there is no place “atlantida”" },
    { file: "places.yaml", message: "no document, day or life is at “york”" },
  ]);
});

test.each([
  ["brasil, at: [-43.18, 22.91]", /fora da sua região/],
  ["brasil, at: [-43.18, -22.91] }\n- { id: rio-2, name: Rio, region: brasil, at: [-43, -22]", /“Rio” já existe/],
  ["lua, at: [0, 0]", /region/],
])("a place %s is refused", (rest, message) => {
  const folder = mkdtempSync(join(tmpdir(), "places-"));
  writeFileSync(join(folder, "places.yaml"), `- { id: rio, name: Rio, region: ${rest} }\n`);
  expect(() => readPlaces(folder)).toThrow(message);
});
