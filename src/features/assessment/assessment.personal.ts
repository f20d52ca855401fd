import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { assessmentAttempts } from "./assessment.table.ts";

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
        answers: [assessmentAttempts.answers, "Respostas escolhidas"],
        rightCount: [assessmentAttempts.rightCount, "Acertos"],
        level: [assessmentAttempts.level, "Nível sugerido"],
        createdAt: [assessmentAttempts.createdAt, "Feita em"],
      },
    }),
    deleted: cascade,
  },
];
