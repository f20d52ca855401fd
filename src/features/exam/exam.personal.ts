import { sql } from "drizzle-orm";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { asMoment, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { examAttempts, examItems } from "./exam.table.ts";
import { ANSWER_WAITS, isInRunningExam } from "./running-questions.service.ts";

/** An answer of an earlier exam to a question that is in the one that runs. */
const waits = sql`(${examItems.right} is not null and ${isInRunningExam(
  sql`(select a.user_id from exam_attempts a where a.id = ${examItems.attemptId})`,
  sql`${examItems.questionId}`,
)})`;

/** The member's exams, and what they answered in them. */
export const EXAM_DATA: PersonalTable[] = [
  {
    table: examAttempts,
    holds: [examAttempts.userId],
    exported: section({
      key: "examAttempts",
      title: "Exames",
      from: examAttempts,
      whose: examAttempts.userId,
      order: examAttempts.startedAt,
      fields: {
        degree: [examAttempts.degree, "Grau", DEGREE_LABEL],
        startedAt: [examAttempts.startedAt, "Iniciado em"],
        closesAt: [examAttempts.closesAt, "Fim do tempo"],
        finishedAt: [examAttempts.finishedAt, "Terminado em"],
        ended: [examAttempts.ended, "Como terminou", { delivered: "Entregue por você", time: "Pelo fim do tempo" }],
        rightCount: [examAttempts.rightCount, "Acertos"],
        passed: [examAttempts.passed, "Aprovado"],
      },
    }),
    deleted: cascade,
  },
  {
    table: examItems,
    holds: [],
    exported: section({
      key: "examAnswers",
      title: "Respostas nos exames",
      from: examItems,
      whose: ({ id }) => sql`${examItems.attemptId} in (select a.id from exam_attempts a where a.user_id = ${id})`,
      order: sql`(select a.started_at from exam_attempts a where a.id = ${examItems.attemptId}), ${examItems.place}`,
      fields: {
        startedAt: [
          sql`(select a.started_at from exam_attempts a where a.id = ${examItems.attemptId})`,
          "Exame iniciado em",
          asMoment,
        ],
        place: [examItems.place, "Questão"],
        prompt: [sql`${examItems.asked} ->> 'prompt'`, "Enunciado"],
        answer: [
          sql`case when ${waits} then ${ANSWER_WAITS} else (
            select string_agg(o ->> 'text', ' | ' order by array_position(
              array(select jsonb_array_elements_text(${examItems.given})), o ->> 'id'))
            from jsonb_array_elements(${examItems.asked} -> 'options') o
            where ${examItems.given} ? (o ->> 'id')) end`,
          "Resposta dada",
        ],
        answeredAt: [examItems.answeredAt, "Respondida em"],
        flagged: [examItems.flagged, "Marcada para rever"],
        right: [sql`case when not ${waits} then ${examItems.right} end`, "Acertou"],
      },
    }),
    leftOut: [
      [examItems.attemptId, "the moment at which the exam began says which one it is"],
      [examItems.questionId, "the question's text says it in words"],
      [examItems.moduleId, "a place in the courses, not the member's"],
      [examItems.lessonId, "a place in the courses, not the member's"],
      [examItems.asked, "its text is exported; its right answer is the exam's"],
      [examItems.given, "the options' texts say it in words"],
      [examItems.right, "exported, but for questions of an exam that runs"],
    ],
    deleted: cascade,
  },
];
