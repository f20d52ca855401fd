import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { termFiles } from "#app/features/dictionary/dictionary.service.ts";
import { documentFiles } from "#app/features/documents/document-sources.service.ts";
import { zoneLabel } from "#app/lib/time-zones.ts";
import { asDay, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import type { CardKind, Grade } from "./review.schema.ts";
import { type CardState, reviewCards, reviewLog, reviewSettings } from "./review.table.ts";

const KINDS: Record<CardKind, string> = { term: "Termo do dicionário", question: "Questão", document: "Documento" };
const STATES: Record<CardState, string> = {
  new: "Nova",
  learning: "Em aprendizado",
  review: "Aprendida",
  relearning: "Em reaprendizado",
};
const SOURCES: Record<string, string> = {
  lesson: "Uma lição",
  document: "Um documento",
  study: "Um estudo",
  term: "O dicionário",
};
/** Where a card comes from is kept as "lesson:m01-l01". */
const sourceInWords = (source: unknown): string => SOURCES[String(source).split(":")[0]!] ?? "Outro lugar";
const GRADES: Record<Grade, string> = { again: "Errei", hard: "Difícil", good: "Bem", easy: "Fácil" };

/** A term or document by its name; a question's words are already there. */
const subjectInWords = (subject: unknown): string => {
  const term = termFiles().find(({ id }) => id === subject);
  return term?.term ?? documentFiles().find(({ id }) => id === subject)?.title ?? String(subject);
};

/** A question in words, and a term or document whose title was written here; the others by the name that their address has. */
const inWords = (kind: PgColumn, subject: PgColumn) =>
  sql`coalesce((select q.prompt from questions q where ${kind} = 'question' and q.id = ${subject}),
    (select e.body ->> 'title' from edited_texts e where ${kind} in ('term', 'document') and e.kind = ${kind} and e.subject_id = ${subject}), ${subject})`;

/** What the member reviews, and how they answered. */
export const REVIEW_DATA: PersonalTable[] = [
  {
    table: reviewSettings,
    holds: [reviewSettings.userId],
    exported: section({
      key: "reviewSettings",
      title: "Revisão diária: preferências",
      from: reviewSettings,
      whose: reviewSettings.userId,
      fields: {
        perDay: [reviewSettings.perDay, "Fichas por dia"],
        pausedUntil: [reviewSettings.pausedUntil, "Em pausa até", asDay],
        timeZone: [reviewSettings.timeZone, "Fuso horário", (zone) => zoneLabel(String(zone))],
      },
    }),
    deleted: cascade,
  },
  {
    table: reviewCards,
    holds: [reviewCards.userId],
    exported: section({
      key: "reviewCards",
      title: "Revisão diária: fichas",
      from: reviewCards,
      whose: reviewCards.userId,
      order: reviewCards.metAt,
      fields: {
        kind: [reviewCards.kind, "Tipo", KINDS],
        subject: [inWords(reviewCards.kind, reviewCards.subject), "Sobre", subjectInWords],
        source: [reviewCards.source, "De onde veio", sourceInWords],
        metAt: [reviewCards.metAt, "Entrou em"],
        due: [reviewCards.due, "Volta em"],
        state: [reviewCards.state, "Estado", STATES],
        stability: [reviewCards.stability, "Estabilidade da lembrança, em dias"],
        difficulty: [reviewCards.difficulty, "Dificuldade (1 a 10)"],
        scheduledDays: [reviewCards.scheduledDays, "Último intervalo, em dias"],
        step: [reviewCards.step, "Passo do aprendizado"],
        reviews: [reviewCards.reviews, "Vezes revista"],
        lapses: [reviewCards.lapses, "Vezes esquecida"],
        lastReviewedAt: [reviewCards.lastReviewedAt, "Revista em"],
        answeredAt: [reviewCards.answeredAt, "Respondida, à espera de como foi, em"],
      },
    }),
    leftOut: [[reviewCards.subject, "shown in words, or as the address of the term or document"]],
    deleted: cascade,
  },
  {
    table: reviewLog,
    holds: [reviewLog.userId],
    exported: section({
      key: "reviewLog",
      title: "Revisão diária: respostas",
      from: reviewLog,
      whose: reviewLog.userId,
      order: reviewLog.reviewedAt,
      fields: {
        reviewedAt: [reviewLog.reviewedAt, "Quando"],
        kind: [reviewLog.kind, "Tipo", KINDS],
        subject: [inWords(reviewLog.kind, reviewLog.subject), "Sobre", subjectInWords],
        number: [reviewLog.number, "Qual revisão da ficha"],
        grade: [reviewLog.grade, "Como foi", GRADES],
        state: [reviewLog.state, "Estado", STATES],
        scheduledDays: [reviewLog.scheduledDays, "Intervalo dado, em dias"],
      },
    }),
    leftOut: [[reviewLog.subject, "shown in words, or as the address of the term or document"]],
    deleted: cascade,
  },
];
