import type { JudgedQuestion } from "#app/features/courses/questions.policy.ts";

/** What answers a question rightly, whatever its form: the ids that `answer` takes as `given`. */
export const rightAnswer = ({ form, options }: JudgedQuestion): string[] =>
  form === "choice" || form === "classify"
    ? options.filter(({ right }) => right).map(({ id }) => id)
    : options.filter(({ side }) => side !== "left").map(({ id }) => id);
