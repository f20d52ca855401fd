import type { QuestionSource } from "#app/features/courses/content/read-content.ts";
import { fold } from "#app/lib/text.ts";
import { type Finding, questionFile, repeated } from "./finding.ts";
import { type Forbidden, findForbidden } from "./forbidden.ts";

const FEWEST_POOL_QUESTIONS = 3;
/** Longest option against the shortest: by proportion, or by characters where both are short. */
const LENGTH_RATIO = 1.5;
const LENGTH_SLACK = 12;

/** The largest shares that do not give the answer away: right option longest, alone with a comma, at one same place. */
export type SpreadLimits = { longest: number; comma: number; place: number };
export const MODULE_SPREAD: SpreadLimits = { longest: 1 / 3, comma: 0.1, place: 0.4 };
export const POOL_SPREAD: SpreadLimits = { longest: 0.3, comma: 0.05, place: 0.32 };

const CATCH_ALL =
  /\btodas as (?:anteriores|alternativas|respostas|opcoes)\b|\bnenhuma (?:das (?:anteriores|alternativas|respostas|opcoes|demais|outras)|delas)\b|^(?:todas|nenhuma)\.?$/;

const comparable = (text: string) => (fold(text).match(/[a-z0-9]+/g) ?? []).join(" ");
const rightPlace = (question: QuestionSource) => question.options.findIndex((option) => option.right);
const lengths = (question: QuestionSource) => question.options.map((option) => [...option.text].length);

/** What is wrong with single questions and with what a lesson has of them. `questions` is the whole pool. */
export function checkQuestions(questions: QuestionSource[], lessonIds: string[], forbidden: Forbidden): Finding[] {
  const known = new Set(lessonIds);
  const prompts = new Map<string, string>();
  const findings: Finding[] = repeated(questions.map(({ id }) => id)).map((id) => ({
    file: questionFile(id),
    message: `${id}: the id is not unique`,
  }));
  for (const question of questions) {
    const report = (message: string) => findings.push({ file: questionFile(question.id), message: `${question.id}: ${message}` });
    if (!known.has(question.id.slice(0, 7))) report("no such lesson in modules.yaml");
    const prompt = comparable(question.prompt);
    const twin = prompts.get(prompt);
    if (twin) report(`same prompt as ${twin}`);
    else prompts.set(prompt, question.id);
    for (const message of checkQuestion(question, forbidden)) report(message);
  }
  return [...findings, ...lessonIds.flatMap((id) => lessonShare(id, questions))];
}

function checkQuestion(question: QuestionSource, forbidden: Forbidden): string[] {
  const findings: string[] = [];
  const first = question.id.endsWith("-q1");
  if (first !== (question.use === "check")) findings.push(first ? "q1 wants use: check" : "only q1 has use: check");
  const shortest = Math.min(...lengths(question));
  const longest = Math.max(...lengths(question));
  if (longest > shortest * LENGTH_RATIO && longest - shortest > LENGTH_SLACK)
    findings.push(`longest option ${longest} characters, shortest ${shortest}; at most ${LENGTH_RATIO} times as long`);
  for (const text of repeated(question.options.map((option) => comparable(option.text))))
    findings.push(`the option “${text}” stands twice`);
  for (const { text } of question.options) if (CATCH_ALL.test(fold(text))) findings.push(`the option “${text}” is a catch-all`);
  for (const { why } of question.options)
    if (why.split(/(?<=[.?])\s+(?=[\p{Lu}“])/u).length > 2)
      findings.push(`a why of more than two sentences: “${why.slice(0, 60)}…”`);
  const texts = [question.prompt, ...question.options.flatMap((option) => [option.text, option.why])];
  return [...findings, ...findForbidden(texts.join("\n"), forbidden)];
}

/** Checks what a lesson has, unless its whole module has nothing yet (one finding then, not one for each lesson). */
function lessonShare(lessonId: string, questions: QuestionSource[]): Finding[] {
  const file = questionFile(lessonId);
  if (!questions.some(({ id }) => questionFile(id) === file))
    return lessonId.endsWith("-l01") ? [{ file, message: "no questions of this module" }] : [];
  const own = questions.filter(({ id }) => id.startsWith(`${lessonId}-`));
  const pool = own.filter(({ use }) => use === "pool").length;
  const checks = own.length - pool;
  if (checks === 1 && pool >= FEWEST_POOL_QUESTIONS) return [];
  return [
    {
      file,
      message: `${lessonId}: ${checks} check and ${pool} pool questions; one check and at least ${FEWEST_POOL_QUESTIONS} pool wanted`,
    },
  ];
}

/** Whether the length, the shape or the place of the right option would let someone guess it. */
export function checkSpread(questions: QuestionSource[], limits: SpreadLimits): string[] {
  const share = (count: number, limit: number) =>
    `${count} of ${questions.length} questions, at most ${Math.floor(limit * questions.length)} wanted`;
  const tooMany = (count: number, limit: number) => count > limit * questions.length;
  const findings: string[] = [];
  const longest = questions.filter((question) => {
    const own = lengths(question)[rightPlace(question)]!;
    return lengths(question).filter((length) => length >= own).length === 1;
  });
  if (tooMany(longest.length, limits.longest))
    findings.push(
      `the right option is the longest in ${share(longest.length, limits.longest)}: ${longest.map(({ id }) => id).join(", ")}`,
    );
  const alone = questions.filter(({ options }) => {
    const divided = options.filter(({ text }) => text.includes(","));
    return divided.length === 1 && divided[0]!.right;
  });
  if (tooMany(alone.length, limits.comma))
    findings.push(
      `only the right option has a comma in ${share(alone.length, limits.comma)}: ${alone.map(({ id }) => id).join(", ")}`,
    );
  for (const place of [0, 1, 2, 3]) {
    const there = questions.filter((question) => rightPlace(question) === place).length;
    if (tooMany(there, limits.place)) findings.push(`place ${place + 1} holds the right option in ${share(there, limits.place)}`);
  }
  return findings;
}
