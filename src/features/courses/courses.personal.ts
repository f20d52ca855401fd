import { sql } from "drizzle-orm";
import { ANSWER_WAITS, isInRunningExam } from "#app/features/exam/running-questions.service.ts";
import { asShare, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { lessonAnswers, lessonProgress, moduleCompletions } from "./courses.table.ts";

const waits = isInRunningExam(sql`${lessonAnswers.userId}`, sql`${lessonAnswers.questionId}`);

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
        furthest: [lessonProgress.furthest, "Parte do texto já lida", asShare],
        unspentSeconds: [lessonProgress.unspentSeconds, "Segundos de leitura ainda não somados à parte lida"],
        position: [lessonProgress.position, "Posição de leitura", asShare],
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
      title: "Respostas às questões das lições, dos documentos e dos estudos",
      from: lessonAnswers,
      whose: lessonAnswers.userId,
      order: lessonAnswers.id,
      fields: {
        question: [sql`(select q.prompt from questions q where q.id = lesson_answers.question_id)`, "Questão"],
        answer: [
          sql`case when ${waits} then ${ANSWER_WAITS} else (
            select string_agg(o.text, ' | ' order by array_position(
              array(select jsonb_array_elements_text(lesson_answers.given)), o.id::text))
            from question_options o
            where o.question_id = lesson_answers.question_id and (o.id = lesson_answers.option_id or lesson_answers.given ? o.id::text)) end`,
          "Resposta dada",
        ],
        right: [sql`case when not ${waits} then ${lessonAnswers.right} end`, "Acertou"],
        createdAt: [lessonAnswers.createdAt, "Respondida em"],
      },
    }),
    leftOut: [
      [lessonAnswers.questionId, "the question's text says it in words"],
      [lessonAnswers.optionId, "the option's text says it in words"],
      [lessonAnswers.given, "the options' texts say it in words"],
      [lessonAnswers.right, "exported, but for questions of an exam that runs"],
      [lessonAnswers.key, "made by the browser, so that an answer is kept once"],
    ],
    deleted: cascade,
  },
  {
    table: moduleCompletions,
    holds: [moduleCompletions.userId],
    exported: section({
      key: "moduleCompletions",
      title: "Módulos concluídos",
      from: moduleCompletions,
      whose: moduleCompletions.userId,
      order: moduleCompletions.completedAt,
      fields: {
        module: [sql`(select m.title from modules m where m.id = module_completions.module_id)`, "Módulo"],
        completedAt: [moduleCompletions.completedAt, "Concluído em"],
      },
    }),
    leftOut: [[moduleCompletions.moduleId, "the module's title says it in words"]],
    deleted: cascade,
  },
];
