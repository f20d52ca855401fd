import { sql } from "drizzle-orm";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { lessonAnswers, lessonProgress } from "./courses.table.ts";

/** What the member read and answered. */
export const COURSES_DATA: PersonalTable[] = [
  {
    table: lessonProgress,
    holds: [lessonProgress.userId],
    exported: section({
      key: "lessonProgress",
      title: "Progresso nas lições",
      from: lessonProgress,
      whose: lessonProgress.userId,
      order: lessonProgress.createdAt,
      fields: {
        lesson: [sql`(select l.title from lessons l where l.id = lesson_progress.lesson_id)`, "Lição"],
        furthest: [lessonProgress.furthest, "Ponto mais distante lido (0 a 1)"],
        position: [lessonProgress.position, "Posição de leitura (0 a 1)"],
        completedAt: [lessonProgress.completedAt, "Concluída em"],
        createdAt: [lessonProgress.createdAt, "Iniciada em"],
        updatedAt: [lessonProgress.updatedAt, "Última leitura"],
      },
    }),
    leftOut: [[lessonProgress.lessonId, "the lesson's title says it in words"]],
    deleted: cascade,
  },
  {
    table: lessonAnswers,
    holds: [lessonAnswers.userId],
    exported: section({
      key: "lessonAnswers",
      title: "Respostas às questões das lições",
      from: lessonAnswers,
      whose: lessonAnswers.userId,
      order: lessonAnswers.id,
      fields: {
        question: [sql`(select q.prompt from questions q where q.id = lesson_answers.question_id)`, "Questão"],
        answer: [sql`(select o.text from question_options o where o.id = lesson_answers.option_id)`, "Resposta escolhida"],
        right: [lessonAnswers.right, "Acertou"],
        createdAt: [lessonAnswers.createdAt, "Respondida em"],
      },
    }),
    leftOut: [
      [lessonAnswers.questionId, "the question's text says it in words"],
      [lessonAnswers.optionId, "the option's text says it in words"],
    ],
    deleted: cascade,
  },
];
