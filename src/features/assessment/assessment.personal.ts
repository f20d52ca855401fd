import { readAssessmentQuestions } from "#app/content/assessment.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { assessmentAttempts } from "./assessment.table.ts";

/** Each question with the option that was chosen, as they are worded today. */
const answersInWords = (answers: unknown): string =>
  readAssessmentQuestions()
    .map(({ id, prompt, options }) => {
      const chosen = (answers as Record<string, string>)[id];
      return `${prompt} ${options[chosen as keyof typeof options] ?? "Sem resposta"}`;
    })
    .join("\n");

/** The member's assessments of level. */
export const ASSESSMENT_DATA: PersonalTable[] = [
  {
    table: assessmentAttempts,
    holds: [assessmentAttempts.userId],
    exported: section({
      key: "assessmentAttempts",
      title: "Avaliações de nível",
      from: assessmentAttempts,
      whose: assessmentAttempts.userId,
      order: assessmentAttempts.createdAt,
      fields: {
        answers: [assessmentAttempts.answers, "Respostas escolhidas", answersInWords],
        rightCount: [assessmentAttempts.rightCount, "Acertos"],
        level: [assessmentAttempts.level, "Nível sugerido", DEGREE_LABEL],
        createdAt: [assessmentAttempts.createdAt, "Feita em"],
      },
    }),
    deleted: cascade,
  },
];
