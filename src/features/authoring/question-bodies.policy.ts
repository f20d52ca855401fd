import { CLASSES, type QuestionSource } from "#app/content/questions.ts";
import { CLASS_LABEL, type QuestionBody } from "./authoring.schema.ts";
import type { AskedText } from "./question-texts.policy.ts";

const option = (part: Partial<QuestionBody["options"][number]>) => ({ text: "", pair: "", right: false, why: "", ...part });

/** A question of the files as its editor shows it. */
export function bodyOfQuestion(source: QuestionSource): QuestionBody {
  const { form, use, kind = "uso", cluster = "", passage = "" } = source;
  const common = { form, use, kind, cluster, passage, scene: "", why: "" };
  switch (source.form) {
    case "choice":
    case "multiple":
      return {
        ...common,
        scene: source.form === "choice" ? (source.scene ?? "") : "",
        prompt: source.prompt,
        options: source.options.map(({ text, right, why }) => option({ text, right, why })),
      };
    case "order":
      return { ...common, prompt: source.prompt, why: source.why, options: source.items.map((text) => option({ text })) };
    case "match":
      return {
        ...common,
        prompt: source.prompt,
        why: source.why,
        options: source.pairs.map(({ left, right }) => option({ text: left, pair: right })),
      };
    case "classify":
      return {
        ...common,
        prompt: source.sentence,
        options: CLASSES.map((name) => option({ text: CLASS_LABEL[name], right: name === source.answer, why: source.why[name] })),
      };
  }
}

const filled = (text: string) => (text.trim() === "" ? undefined : text.trim());

/** What the files would say of a question, still unchecked: `questionSource` (src/content/questions.ts) judges it. */
export function sourceOfBody(id: string, text: AskedText, body: QuestionBody): unknown {
  const { form, use, kind, options } = body;
  const head = { id, [text.kind]: text.id, use, form, kind, passage: filled(body.passage), cluster: filled(body.cluster) };
  const prompt = body.prompt.trim();
  const why = body.why.trim();
  switch (form) {
    case "choice":
    case "multiple":
      return {
        ...head,
        ...(form === "choice" && { scene: filled(body.scene) }),
        prompt,
        options: options.map(({ text, right, why: reason }) => ({ text: text.trim(), right, why: reason.trim() })),
      };
    case "order":
      return { ...head, prompt, items: options.map(({ text }) => text.trim()), why };
    case "match":
      return { ...head, prompt, pairs: options.map(({ text, pair }) => ({ left: text.trim(), right: pair.trim() })), why };
    case "classify":
      return {
        ...head,
        sentence: prompt,
        answer: CLASSES[options.findIndex(({ right }) => right)],
        why: Object.fromEntries(CLASSES.map((name, index) => [name, options[index]?.why.trim() ?? ""])),
      };
  }
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** The least share of its words that a question keeps and still asks the same. */
const SAME_QUESTION = 0.6;

/**
 * Whether an edited question asks something else, so that answers given to the one before would say what nobody answered: another form,
 * another right answer, or other words for the most part. A corrected slip is none of these.
 */
export function changesMeaning(before: QuestionBody, after: QuestionBody): boolean {
  if (before.form !== after.form) return true;
  const asked = new Set(words(`${before.scene} ${before.prompt}`));
  const now = words(`${after.scene} ${after.prompt}`);
  if (now.filter((word) => asked.has(word)).length < now.length * SAME_QUESTION) return true;
  if (before.form === "order" || before.form === "match") {
    const parts = ({ options }: QuestionBody) => options.map(({ text, pair }) => `${text} ${pair}`);
    return !areSame(parts(before), parts(after));
  }
  const chosen = ({ options }: QuestionBody, right: boolean) =>
    options.filter((option) => option.right === right).map(({ text }) => text);
  const turned = chosen(after, true).some((text) => chosen(before, false).includes(text)); // what was wrong is right now
  return turned || !areSame(chosen(before, true), chosen(after, true));
}

const areSame = (before: string[], after: string[]): boolean =>
  before.length === after.length && before.every((text, index) => isSameAnswer(text, after[index]!));

/** A right answer whose words are mostly the same is the same one, put better. */
function isSameAnswer(before: string, after: string): boolean {
  const known = new Set(words(before));
  const now = words(after);
  return now.filter((word) => known.has(word)).length >= Math.max(now.length, known.size) * SAME_QUESTION;
}
