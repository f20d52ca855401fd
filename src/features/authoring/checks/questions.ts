import { type Forbidden, findForbidden } from "#app/content/forbidden.ts";
import { type ChoiceSource, CLASSES, formAsMet, type MultipleSource, type QuestionSource } from "#app/content/questions.ts";
import { collapse } from "#app/features/notes/anchor.policy.ts";
import { fold } from "#app/lib/text.ts";
import { type Finding, repeated } from "./finding.ts";

/** Questions of the pool that each lesson has, beside the one that closes it. */
const FEWEST_POOL_QUESTIONS = 2;
/** The largest share of a pool that asks for two of five. */
const MOST_MULTIPLE = 1 / 5;
/** Longest option against the shortest: by proportion, or by characters where both are short. */
const LENGTH_RATIO = 2;
const LENGTH_SLACK = 15;

/** The largest shares that do not give the answer away: right option longest, alone with a comma, at one same place. */
export type SpreadLimits = { longest: number; comma: number; place: number };
export const MODULE_SPREAD: SpreadLimits = { longest: 1 / 3, comma: 0.1, place: 0.4 };
export const POOL_SPREAD: SpreadLimits = { longest: 0.3, comma: 0.05, place: 0.32 };

const CATCH_ALL =
  /\btodas as (?:anteriores|alternativas|respostas|opcoes)\b|\bnenhuma (?:das (?:anteriores|alternativas|respostas|opcoes|demais|outras)|delas)\b|^(?:todas|nenhuma)\.?$/;

/** Asks which text said something: nobody is wiser for knowing it. */
const WHICH_TEXT =
  /\bquais du[ao]s\b.*\b(?:sao|e|estao|vem) d[aoe]s? (?:licao|licoes|documento|estudo|texto)|\bem (?:que|qual) (?:licao|documento|estudo)\b|\bde (?:que|qual) (?:licao|documento|estudo)\b|\bqual d[eo]st?[ae]s? (?:licoes|documentos|estudos)\b/;
/** Explains a wrong option by the text from which it was borrowed. */
const BORROWED = /\be (?:d[ao]|de outra|de outro) (?:licao|documento|estudo)\b/;

/** A question and the file it is written in, from the repository's root. */
export type FiledQuestion = QuestionSource & { file: string };

const comparable = (text: string) => (fold(text).match(/[a-z0-9]+/g) ?? []).join(" ");
const rightPlace = (question: ChoiceSource) => question.options.findIndex((option) => option.right);
const lengths = (question: ChoiceSource | MultipleSource) => question.options.map((option) => [...option.text].length);
const askedIn = (question: QuestionSource) => (question.form === "classify" ? question.sentence : question.prompt);

/** The text that a question is about, a line for each block, or nothing where there is none. */
export type TextOfQuestion = (question: QuestionSource) => string | undefined;

/** What is wrong with single questions and with what a lesson has of them. `questions` is the whole pool. */
export function checkQuestions(
  questions: FiledQuestion[],
  lessonIds: string[],
  forbidden: Forbidden,
  textOfQuestion: TextOfQuestion,
): Finding[] {
  const known = new Set(lessonIds);
  const prompts = new Map<string, string>();
  const twice = new Set(repeated(questions.map(({ id }) => id)));
  const findings: Finding[] = [];
  for (const question of questions) {
    const report = (message: string) => findings.push({ file: question.file, message: `${question.id}: ${message}` });
    if (twice.has(question.id)) report("este id já existe");
    if (question.lesson && !known.has(question.lesson)) report(`a lição “${question.lesson}” não existe`);
    const prompt = comparable(askedIn(question));
    const twin = prompts.get(prompt);
    if (twin) report(`a mesma pergunta de ${twin}`);
    else prompts.set(prompt, question.id);
    for (const message of checkQuestion(question, forbidden)) report(message);
    for (const message of checkPassage(question, textOfQuestion(question))) report(message);
  }
  return [...findings, ...lessonIds.flatMap((id) => lessonShare(id, questions))];
}

/** The passage on which a question rests is found in its text, within one block. */
export function checkPassage({ passage }: QuestionSource, text: string | undefined): string[] {
  if (passage === undefined) return ["falta passage: as palavras do texto em que a resposta se apoia"];
  const found = text?.split("\n").some((block) => collapse(block).includes(collapse(passage)));
  return found ? [] : [`a passagem “${passage}” não está no texto com estas palavras`];
}

/** How much of a degree's pool asks for two of five. */
export function checkForms(pool: QuestionSource[]): string[] {
  const several = pool.filter(({ form }) => form === "multiple").length;
  return several <= pool.length * MOST_MULTIPLE
    ? []
    : [`${several} of ${pool.length} questions ask for two of five; at most ${Math.floor(pool.length * MOST_MULTIPLE)} wanted`];
}

/** What is wrong with one question by itself. */
export function checkQuestion(question: QuestionSource, forbidden: Forbidden): string[] {
  const { shown, whys } = partsOf(question);
  const findings = question.form === "choice" || question.form === "multiple" ? checkOptions(question) : [];
  if (!question.study && !question.kind)
    findings.push("falta kind: uso, fontes, sentido ou fatos, por que o resultado do exame se conta");
  if (question.use === "check" && !question.lesson) findings.push("só uma lição tem questão do fim (use: check)");
  if (WHICH_TEXT.test(fold(askedIn(question))))
    findings.push(
      "pergunta qual texto disse algo; pergunte o que se entendeu dele: um caso, o que decorre, o que vai além da fonte, de quem é cada leitura",
    );
  for (const why of whys)
    if (BORROWED.test(fold(why)))
      findings.push(
        `a alternativa veio de outro texto (“${why.slice(0, 60)}”); tire as alternativas do mesmo texto que a pergunta`,
      );
  for (const text of repeated(shown.map(comparable))) findings.push(`“${text}” aparece duas vezes`);
  for (const why of whys)
    if (why.split(/(?<=[.?])\s+(?=[\p{Lu}“])/u).length > 2)
      findings.push(`uma explicação de mais de duas frases: “${why.slice(0, 60)}…”`);
  const scene = question.form === "choice" ? [question.scene ?? ""] : [];
  return [...findings, ...findForbidden([...scene, askedIn(question), ...shown, ...whys].join("\n"), forbidden)];
}

/** What the reader chooses from, and what explains the answer. */
function partsOf(question: QuestionSource): { shown: string[]; whys: string[] } {
  switch (question.form) {
    case "choice":
    case "multiple":
      return { shown: question.options.map(({ text }) => text), whys: question.options.map(({ why }) => why) };
    case "order":
      return { shown: question.items, whys: [question.why] };
    case "match":
      return { shown: question.pairs.flatMap(({ left, right }) => [left, right]), whys: [question.why] };
    case "classify":
      return { shown: [], whys: CLASSES.map((name) => question.why[name]) };
  }
}

function checkOptions(question: ChoiceSource | MultipleSource): string[] {
  const findings: string[] = [];
  const shortest = Math.min(...lengths(question));
  const longest = Math.max(...lengths(question));
  if (longest > shortest * LENGTH_RATIO && longest - shortest > LENGTH_SLACK)
    findings.push(`a alternativa mais longa tem ${longest} letras e a mais curta ${shortest}; no máximo o dobro`);
  for (const { text } of question.options)
    if (CATCH_ALL.test(fold(text))) findings.push(`a alternativa “${text}” abrange todas as outras`);
  return findings;
}

/** Each lesson has one check question and enough others to draw from, not all of one form. */
function lessonShare(lessonId: string, questions: FiledQuestion[]): Finding[] {
  const own = questions.filter(({ lesson }) => lesson === lessonId);
  const pool = own.filter(({ use }) => use === "pool").length;
  const checks = own.length - pool;
  const file = own[0]?.file ?? "content/questions";
  const findings: Finding[] = [];
  if (checks !== 1 || pool < FEWEST_POOL_QUESTIONS)
    findings.push({
      file,
      message: `${lessonId}: ${checks} check and ${pool} pool questions; one check and at least ${FEWEST_POOL_QUESTIONS} pool wanted`,
    });
  if (own.length > 1 && new Set(own.map(formAsMet)).size === 1)
    findings.push({ file, message: `${lessonId}: all its questions are of one form` });
  return findings;
}

/** Whether the length, the shape or the place of the right option would let someone guess it. */
export function checkSpread(pool: QuestionSource[], limits: SpreadLimits): string[] {
  const questions = pool.filter((question) => question.form === "choice");
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
