/**
 * Draws a thousand exams of a degree by the program's own rule, answers them at measured rates, and prints how many pass (docs/content.md,
 * "What the questions prove"): `node scripts/simulate-exams.ts <degree> <seed> <form>=<rate>…`, with rates from 0 to 1 for each form of the
 * pool; one of four with a scene is `case`, and `other=<rate>` stands for every form that is not named.
 */
import { readLesson, readModules } from "#app/content/courses.ts";
import { formAsMet, readQuestions } from "#app/content/questions.ts";
import { drawExam, EXAM_QUESTIONS, PASS_MARK, type PoolQuestion } from "#app/features/exam/exam.policy.ts";
import { randomFrom } from "./seeded-random.ts";

const EXAMS = 1_000;

const [degree, seed, ...given] = process.argv.slice(2);
const rates = new Map(given.map((each) => [each.split("=")[0]!, Number(each.split("=")[1])]));
const modules = readModules().filter((module) => module.degree === degree);
if (modules.length === 0 || !Number.isInteger(Number(seed)) || given.length === 0)
  throw new Error("usage: simulate-exams.ts <degree> <seed> <form>=<rate>…");

/** Where each text belongs: a lesson of the degree, or the first lesson of it that links the document. */
const places = new Map<string, { moduleId: number; lessonId: string }>();
for (const module of modules)
  for (const { id } of module.lessons) {
    places.set(id, { moduleId: module.id, lessonId: id });
    for (const [, document] of (readLesson(id)?.markdown ?? "").matchAll(/\(documento:([a-z0-9-]+)\)/g))
      if (!places.has(document!)) places.set(document!, { moduleId: module.id, lessonId: id });
  }

const forms = new Map<string, string>();
const pool = readQuestions().flatMap((source): PoolQuestion[] => {
  const place = places.get(source.lesson ?? source.document ?? "");
  if (!place || source.use !== "pool") return [];
  forms.set(source.id, formAsMet(source));
  const isCase = formAsMet(source) === "case";
  return [{ id: source.id, ...place, documentId: source.document ?? null, isCase, cluster: source.cluster ?? null, met: 0 }];
});
const strata = modules.map((module) => ({ moduleId: module.id, lessons: module.lessons.length }));
const random = randomFrom(Number(seed));

let passed = 0;
let right = 0;
let clashes = 0;
let cases = 0;
for (let exam = 0; exam < EXAMS; exam += 1) {
  const drawn = drawExam(pool, strata, EXAM_QUESTIONS, random);
  const clusters = drawn.flatMap(({ cluster }) => cluster ?? []);
  clashes += clusters.length - new Set(clusters).size;
  cases += drawn.filter(({ isCase }) => isCase).length;
  const rateOf = (id: string) => rates.get(forms.get(id)!) ?? rates.get("other") ?? 0;
  const count = drawn.filter(({ id }) => random() < rateOf(id)).length;
  right += count;
  if (count >= PASS_MARK) passed += 1;
}
console.log(
  `${degree}: pool of ${pool.length}; ${EXAMS} exams, ${passed} passed (${(passed / EXAMS) * 100}%), ${(right / EXAMS).toFixed(1)} right on average, ` +
    `${(cases / EXAMS).toFixed(1)} cases each, ${clashes} pairs that answer one another`,
);
