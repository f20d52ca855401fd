import type { CheckDetail } from "./courses.answers.ts";
import type { OptionSide } from "./courses.table.ts";
import { isAnsweredBy, keepsOrder, type QuestionForm, wantedOf } from "./question-forms.ts";

export type JudgedOption = { id: string; side: OptionSide; text: string; right: boolean | null; why: string | null };
/** Options in the order of the source: of `order` the right one, of `match` the pairs. */
export type JudgedQuestion = { form: QuestionForm; explanation: string | null; options: JudgedOption[] };

export type Verdict = {
  right: boolean;
  /** Of the one alternative chosen, or of the whole answer; empty where several were chosen, which have each their own. */
  why: string;
  /** Which of the places given are right; one for each alternative chosen. */
  placed: boolean[];
  /** The alternatives chosen, in the forms that have alternatives. */
  chosen: JudgedOption[];
};

/**
 * Judges an answer: the ids of the alternatives, the ids of all items in order, or those of the right sides in the order of the
 * left ones. Undefined when these are not ids of the question, each once.
 */
export function judge({ form, explanation, options }: JudgedQuestion, given: readonly string[]): Verdict | undefined {
  if (isAnsweredBy(form, "marks")) {
    const chosen = [...new Set(given)].flatMap((id) => options.find((option) => option.id === id) ?? []);
    if (given.length !== wantedOf(form) || chosen.length !== given.length) return undefined;
    const placed = chosen.map(({ right }) => right === true);
    return { right: placed.every(Boolean), why: (chosen.length === 1 && chosen[0]!.why) || "", placed, chosen };
  }
  const wanted = options.filter(({ side }) => side !== "left").map(({ id }) => id);
  const complete = given.length === wanted.length && wanted.every((id) => given.includes(id));
  if (!complete) return undefined;
  const placed = wanted.map((id, index) => given[index] === id);
  return { right: placed.every(Boolean), why: explanation ?? "", placed, chosen: [] };
}

/**
 * The options that are chosen or put in order, as they are shown: shuffled, but for the forms that keep their order, and never so that an
 * order or pairs are solved already.
 */
export function showOptions(
  { form, options }: Pick<JudgedQuestion, "form" | "options">,
  shuffle: (options: JudgedOption[]) => JudgedOption[],
): JudgedOption[] {
  const rest = options.filter(({ side }) => side !== "left");
  if (keepsOrder(form)) return rest;
  const shown = shuffle(rest);
  const solved = !isAnsweredBy(form, "marks") && shown.every((option, index) => option === rest[index]);
  return solved ? [...shown.slice(1), shown[0]!] : shown;
}

/** The ids that answer a question rightly. */
export const solutionOf = ({ form, options }: JudgedQuestion): string[] =>
  options.filter(({ side, right }) => (isAnsweredBy(form, "marks") ? right : side !== "left")).map(({ id }) => id);

/**
 * Why each alternative that was chosen is right or wrong, then why the other right ones are right, each under its words; of an order or pairs
 * one reason for the whole.
 */
export const reasonsFor = (
  { form, explanation, options }: JudgedQuestion,
  chosen: JudgedOption[],
): { of: string | null; reason: string }[] =>
  isAnsweredBy(form, "marks")
    ? [...new Set([...chosen, ...options.filter(({ right }) => right)])].flatMap(({ text, why }) =>
        why ? [{ of: text, reason: why }] : [],
      )
    : explanation
      ? [{ of: null, reason: explanation }]
      : [];

/** An answer in words: the alternative; the items in their order; or the pairs. */
export function inWords({ form, options }: Pick<JudgedQuestion, "form" | "options">, ids: readonly string[]): string[] {
  const textOf = (id: string) => options.find((option) => option.id === id)?.text ?? "sem resposta";
  if (!isAnsweredBy(form, "pairs")) return ids.map(textOf);
  const lefts = options.filter(({ side }) => side === "left");
  return lefts.map((left, index) => `${left.text}: ${textOf(ids[index]!)}`);
}

/** An answer before anything is chosen; items in order are already in one. */
export function blankAnswer({ form, lefts, options }: Pick<CheckDetail, "form" | "lefts" | "options">): string[] {
  if (isAnsweredBy(form, "order")) return options.map(({ id }) => id);
  return Array.from({ length: isAnsweredBy(form, "pairs") ? lefts.length : wantedOf(form) }, () => "");
}
