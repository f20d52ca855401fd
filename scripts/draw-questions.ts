/**
 * Draws questions at random to measure what the pool proves (docs/content.md, "What the questions prove"):
 * `node scripts/draw-questions.ts <degree> <seed> <view> [answers]`. The same degree and seed always give the same draw.
 *
 * Views: `options` shows the answers alone, `prompts` the questions as a member sees them, `texts` names beside each the text it asks about,
 * `keys` shows what a judge needs: the text, the right answer and the reasons.
 * `score` reads a file of answers, one a line ("12 b", "13 cab"; of two alternatives "14 be", in whichever order), and prints how many are right. A "!" after the answer means "sure", a "*"
 * "sure, but only from the Craft's own literature", which is set aside.
 */
import { readFileSync } from "node:fs";
import { readModules } from "#app/content/courses.ts";
import { readDocuments } from "#app/content/documents.ts";
import { CLASSES, formAsMet, type QuestionSource, readQuestions } from "#app/content/questions.ts";
import { shuffled } from "#app/features/exam/exam.policy.ts";
import { randomFrom } from "./seeded-random.ts";

const DRAWN = 60;
const LETTERS = "abcdef";

type Shown = { source: QuestionSource; prompt: string; left: string[]; options: string[]; key: string };

/** The order of several alternatives does not matter. */
const inOneOrder = ({ form }: QuestionSource, letters: string) => (form === "multiple" ? [...letters].sort().join("") : letters);

/** A question as it is shown, its answers shuffled, with the key to them. */
function show(source: QuestionSource, random: () => number): Shown {
  if (source.form === "classify") {
    return { source, prompt: source.sentence, left: [], options: [...CLASSES], key: LETTERS[CLASSES.indexOf(source.answer)]! };
  }
  const inOrder =
    "options" in source
      ? source.options.map(({ text }) => text)
      : source.form === "order"
        ? source.items
        : source.pairs.map(({ right }) => right);
  const options = shuffled(inOrder, random);
  const wanted = "options" in source ? source.options.filter(({ right }) => right).map(({ text }) => text) : inOrder;
  return {
    source,
    prompt: source.prompt,
    left: source.form === "match" ? source.pairs.map(({ left }) => left) : [],
    options,
    key: inOneOrder(source, wanted.map((text) => LETTERS[options.indexOf(text)]).join("")),
  };
}

function print(shown: Shown, number: number, view: string): void {
  const { source, prompt, left, options } = shown;
  const text = view === "texts" || view === "keys" ? ` <${source.lesson ?? source.document}>` : "";
  const scene = source.form === "choice" && source.scene && view !== "options" ? `\n   (${source.scene})\n  ` : "";
  console.log(`${number} [${formAsMet(source)}]${text}${scene}${view === "options" ? "" : ` ${prompt}`}`);
  for (const side of left) console.log(`   - ${side}`);
  if (source.form !== "classify") for (const [index, option] of options.entries()) console.log(`   ${LETTERS[index]}. ${option}`);
  if (view === "keys")
    console.log(
      `   key ${shown.key}\n${reasonsOf(source)
        .map((why) => `   why: ${why}`)
        .join("\n")}`,
    );
}

const reasonsOf = (source: QuestionSource): string[] =>
  "options" in source
    ? source.options.map(({ text, why }) => `${text}: ${why}`)
    : source.form === "classify"
      ? CLASSES.map((name) => `${name}: ${source.why[name]}`)
      : [source.why];

function score(draw: readonly Shown[], file: string): void {
  const given = readFileSync(file, "utf8").matchAll(/^(\d+) ([a-f]+)([!*]?)$/gm);
  const answers = new Map([...given].map(([, number, answer, mark]) => [Number(number), { answer, mark }]));
  const results = draw.map((shown, index) => {
    const { answer = "-", mark = "" } = answers.get(index + 1) ?? {};
    return { ...shown, answer, mark, right: inOneOrder(shown.source, answer) === shown.key };
  });
  const count = (title: string, some: typeof results) => {
    const right = some.filter((result) => result.right);
    const marked = (mark: string) => right.filter((result) => result.mark === mark).length;
    console.log(
      `${title}: ${some.length} drawn, ${right.length} right, ${marked("!")} sure and right, ${marked("*")} from the literature`,
    );
  };
  count("all", results);
  for (const form of new Set(results.map(({ source }) => formAsMet(source))))
    count(
      form,
      results.filter(({ source }) => formAsMet(source) === form),
    );
  for (const [index, { source, answer, mark, key, right }] of results.entries())
    console.log(`${index + 1} ${source.id} [${formAsMet(source)}] ${answer}${mark} key ${key} ${right ? "right" : "wrong"}`);
}

const [degree, seed, view = "prompts", file] = process.argv.slice(2);
const degrees = new Map<string | undefined, string>([
  ...readModules().flatMap((module) => module.lessons.map(({ id }) => [id, module.degree] as const)),
  ...readDocuments().map(({ id, degree: own }) => [id, own] as const),
]);
const pool = readQuestions().filter(({ use, lesson, document }) => use === "pool" && degrees.get(lesson ?? document) === degree);
if (pool.length === 0 || !Number.isInteger(Number(seed)))
  throw new Error("usage: draw-questions.ts <degree> <seed> <view> [answers]");
const random = randomFrom(Number(seed));
const draw = shuffled(pool, random)
  .slice(0, DRAWN)
  .map((source) => show(source, random));
if (view === "score" && file) score(draw, file);
else for (const [index, shown] of draw.entries()) print(shown, index + 1, view);
