import type { Degree } from "#app/lib/degrees.ts";

/**
 * The level that an assessment suggests (specification, section 9): mestre for at least one right answer to a mestre question,
 * else companheiro for at least one right to a companheiro question, else aprendiz. It recommends; it opens nothing.
 */
export function levelOf(
  questions: readonly { id: string; level: Degree; answer: string }[],
  answers: Readonly<Record<string, string>>,
): Degree {
  const right = (level: Degree) =>
    questions.some((question) => question.level === level && answers[question.id] === question.answer);
  if (right("mestre")) return "mestre";
  return right("companheiro") ? "companheiro" : "aprendiz";
}
