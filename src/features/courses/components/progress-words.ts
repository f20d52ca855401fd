import { ordinal, plural } from "#app/lib/text.ts";
import type { LessonAhead, ModuleCard } from "../courses.answers.ts";
import { READING_LIMIT } from "../courses.policy.ts";

/** All is read but the question of the lesson still waits. */
const onlyQuestionLeft = (percent: number) => percent >= READING_LIMIT * 100;

const shareInWords = (percent: number) => (percent >= 45 && percent <= 55 ? "metade" : `${percent}%`);

type Progress = Pick<ModuleCard, "completedLessons" | "lessonCount" | "begun">;

/** "1 de 6 lições, e metade da segunda" */
export function progressInWords({ completedLessons, lessonCount, begun }: Progress): string {
  const done = `${completedLessons} de ${plural(lessonCount, "lição", "lições")}`;
  if (!begun) return done;
  const which = ordinal(begun.number, "a");
  return onlyQuestionLeft(begun.percent)
    ? `${done}; falta a questão da ${which}`
    : `${done}, e ${shareInWords(begun.percent)} da ${which}`;
}

/** "faltam 5 de 6 lições, uma já lida até a metade" */
export function missingInWords({ completedLessons, lessonCount, begun }: Progress): string {
  const missing = lessonCount - completedLessons;
  const count = `${missing === 1 ? "falta" : "faltam"} ${missing} de ${plural(lessonCount, "lição", "lições")}`;
  if (!begun) return count;
  const share = shareInWords(begun.percent);
  if (onlyQuestionLeft(begun.percent)) return `${count}, uma só à espera da questão`;
  return `${count}, uma já lida até ${share === "metade" ? "a metade" : share}`;
}

/** "37% lido, faltam 8 minutos", or what a lesson takes that was not begun. */
export function aheadInWords({
  percent,
  minutes,
  minutesLeft,
}: Pick<LessonAhead, "percent" | "minutes" | "minutesLeft">): string {
  if (percent === 0) return `${minutes} minutos de estudo.`;
  if (onlyQuestionLeft(percent)) return "Lida até o fim; falta responder à questão.";
  return `${percent}% lido, ${minutesLeft === 1 ? "falta 1 minuto" : `faltam ${minutesLeft} minutos`}.`;
}
