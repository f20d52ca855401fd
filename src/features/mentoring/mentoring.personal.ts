import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { asDay, asHour, asMoment, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { WEEKDAYS } from "./mentors/hours.policy.ts";
import { heldHours, menteeNotes, mentorBlocks, mentorHours } from "./mentors/hours.table.ts";
import { mentors } from "./mentors/mentors.table.ts";
import { maskMember } from "./mentorship-sessions/masking.service.ts";
import { ABSENCE_LABEL, MENTORSHIP_SESSION_STATUS_LABEL } from "./mentorship-sessions/mentorship-sessions.policy.ts";
import { mentorshipSessionEvents, mentorshipSessions } from "./mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "./messages/messages.table.ts";

/** When the session was asked for, by which its owner knows it. */
const askedAt = (id: PgColumn) => sql`(select s.created_at from mentorship_sessions s where s.id = ${id})`;

const bookkeeping = (column: PgColumn): [PgColumn, string] => [
  column,
  "counts and marks that the program keeps to show and to write in time",
];

const SIDE_WORDS = { mentor: "Mentor", mentee: "Aprendiz" };

/** Their mentoring: what the other party wrote is the other party's. */
export const MENTORING_DATA: PersonalTable[] = [
  {
    table: mentors,
    holds: [mentors.userId],
    exported: section({
      key: "mentor",
      title: "Cadastro de mentor",
      from: mentors,
      whose: mentors.userId,
      fields: {
        bio: [mentors.bio, "Biografia"],
        specialties: [mentors.specialties, "Especialidades"],
        maxMentees: [mentors.maxMentees, "Máximo de aprendizes"],
        timeZone: [mentors.timeZone, "Fuso das suas horas"],
        noticeHours: [mentors.noticeHours, "Antecedência em horas"],
        gapMinutes: [mentors.gapMinutes, "Intervalo entre sessões em minutos"],
        pausedUntil: [mentors.pausedUntil, "Em pausa até", asDay],
        isActive: [mentors.isActive, "Ativo"],
        rating: [mentors.rating, "Avaliação média"],
        ratingCount: [mentors.ratingCount, "Avaliações recebidas"],
        totalMentorshipSessions: [mentors.totalMentorshipSessions, "Sessões concluídas"],
        createdAt: [mentors.createdAt, "Cadastrado em"],
      },
    }),
    leftOut: [[mentors.availabilityStatus, "nothing fills it"], bookkeeping(mentors.unansweredInRow)],
    deleted: cascade,
  },
  {
    table: mentorHours,
    holds: [mentorHours.mentorId],
    exported: section({
      key: "mentorHours",
      title: "As suas horas de mentor",
      from: mentorHours,
      whose: mentorHours.mentorId,
      order: mentorHours.id,
      fields: {
        weekday: [mentorHours.weekday, "Dia da semana", (day) => WEEKDAYS[Number(day)]!],
        startsAt: [mentorHours.startsAt, "Das", asHour],
        endsAt: [mentorHours.endsAt, "Às", asHour],
      },
    }),
    deleted: cascade,
  },
  {
    table: mentorBlocks,
    holds: [mentorBlocks.mentorId],
    exported: section({
      key: "mentorBlocks",
      title: "Os seus dias bloqueados de mentor",
      from: mentorBlocks,
      whose: mentorBlocks.mentorId,
      order: mentorBlocks.from,
      fields: {
        from: [mentorBlocks.from, "De", asDay],
        until: [mentorBlocks.until, "Até", asDay],
        word: [mentorBlocks.word, "Motivo"],
      },
    }),
    deleted: cascade,
  },
  {
    table: heldHours,
    holds: [heldHours.memberId, heldHours.mentorId],
    exported: { not: "an hour kept for the minutes in which a request is written" },
    deleted: cascade,
  },
  {
    table: menteeNotes,
    holds: [menteeNotes.mentorId],
    exported: section({
      key: "menteeNotes",
      title: "O que você anotou sobre os seus aprendizes",
      from: menteeNotes,
      whose: menteeNotes.mentorId,
      order: menteeNotes.updatedAt,
      fields: {
        mentee: [sql`(select p.full_name from profiles p where p.id = mentee_notes.mentee_id)`, "Aprendiz"],
        body: [menteeNotes.body, "Anotação"],
        updatedAt: [menteeNotes.updatedAt, "Em"],
      },
    }),
    deleted: cascade,
  },
  {
    table: menteeNotes,
    holds: [menteeNotes.menteeId],
    exported: { not: "what a mentor notes for themselves is the mentor's" },
    deleted: cascade,
  },
  {
    table: mentorshipSessions,
    holds: [mentorshipSessions.menteeId],
    exported: section({
      key: "mentorshipSessionsAsMentee",
      title: "Sessões de mentoria como aprendiz",
      from: mentorshipSessions,
      whose: mentorshipSessions.menteeId,
      order: mentorshipSessions.createdAt,
      fields: {
        id: [mentorshipSessions.id, "Identificação", null],
        title: [mentorshipSessions.title, "Título"],
        description: [mentorshipSessions.description, "Descrição"],
        status: [mentorshipSessions.status, "Situação", MENTORSHIP_SESSION_STATUS_LABEL],
        preferredDate: [mentorshipSessions.preferredDate, "Data preferida"],
        scheduledDate: [mentorshipSessions.scheduledDate, "Data marcada"],
        durationMinutes: [mentorshipSessions.durationMinutes, "Duração em minutos"],
        proposedDate: [mentorshipSessions.proposedDate, "Outra data, proposta"],
        proposedMinutes: [mentorshipSessions.proposedMinutes, "Duração proposta em minutos"],
        proposedBy: [mentorshipSessions.proposedBy, "Quem a propôs", SIDE_WORDS],
        absence: [mentorshipSessions.absence, "Por que não aconteceu", ABSENCE_LABEL],
        objectedAt: [mentorshipSessions.objectedAt, "Você disse que não foi assim em"],
        endedAt: [mentorshipSessions.endedAt, "Encerrada em"],
        rating: [mentorshipSessions.rating, "Nota que você deu"],
        ratingComment: [mentorshipSessions.ratingComment, "Comentário que você fez"],
        answeredAt: [mentorshipSessions.answeredAt, "Respondida em"],
        createdAt: [mentorshipSessions.createdAt, "Pedida em"],
      },
    }),
    leftOut: [
      ...[mentorshipSessions.remindersSent, mentorshipSessions.tellRemoval, mentorshipSessions.proposals].map(bookkeeping),
      ...[mentorshipSessions.dateReminders, mentorshipSessions.outcomeAsked].map(bookkeeping),
      ...[mentorshipSessions.mentorRead, mentorshipSessions.menteeRead].map(bookkeeping),
      ...[mentorshipSessions.mentorTold, mentorshipSessions.menteeTold].map(bookkeeping),
      ...[mentorshipSessions.messageCount, mentorshipSessions.lastMessageAt, mentorshipSessions.updatedAt].map(bookkeeping),
    ],
    // Masks their words in all of mentoring, as mentee and as mentor.
    deleted: { by: "set null", erase: (tx, { id }) => maskMember(tx, id) },
  },
  {
    table: mentorshipSessions,
    holds: [mentorshipSessions.mentorId],
    exported: section({
      key: "mentorshipSessionsAsMentor",
      title: "Sessões de mentoria como mentor (sem as palavras do aprendiz)",
      from: mentorshipSessions,
      whose: mentorshipSessions.mentorId,
      order: mentorshipSessions.createdAt,
      fields: {
        id: [mentorshipSessions.id, "Identificação", null],
        status: [mentorshipSessions.status, "Situação", MENTORSHIP_SESSION_STATUS_LABEL],
        scheduledDate: [mentorshipSessions.scheduledDate, "Data marcada"],
        durationMinutes: [mentorshipSessions.durationMinutes, "Duração em minutos"],
        place: [mentorshipSessions.place, "Lugar ou endereço da chamada"],
        proposedPlace: [mentorshipSessions.proposedPlace, "Lugar proposto"],
        absence: [mentorshipSessions.absence, "Por que não aconteceu", ABSENCE_LABEL],
        nextStep: [mentorshipSessions.nextStep, "O que você anotou para a próxima"],
        endedAt: [mentorshipSessions.endedAt, "Encerrada em"],
        answeredAt: [mentorshipSessions.answeredAt, "Respondida em"],
        createdAt: [mentorshipSessions.createdAt, "Pedida em"],
      },
    }),
    deleted: { by: "set null" },
  },
  {
    table: mentorshipSessionEvents,
    holds: [mentorshipSessionEvents.actorId],
    exported: section({
      key: "mentoringMoves",
      title: "O que você fez nas sessões de mentoria",
      from: mentorshipSessionEvents,
      whose: mentorshipSessionEvents.actorId,
      order: mentorshipSessionEvents.id,
      fields: {
        mentorshipSession: [mentorshipSessionEvents.mentorshipSessionId, "Sessão", null],
        askedAt: [askedAt(mentorshipSessionEvents.mentorshipSessionId), "Sessão pedida em", asMoment],
        side: [mentorshipSessionEvents.side, "Você era", { mentor: "Mentor", mentee: "Aprendiz", system: "O programa" }],
        move: [
          mentorshipSessionEvents.move,
          "Ação",
          {
            request: "Pediu a sessão",
            accept: "Aceitou",
            decline: "Recusou",
            withdraw: "Retirou o pedido",
            propose: "Propôs outra data",
            agree: "Aceitou outra data",
            keep: "Manteve a data",
            cancel: "Cancelou",
            complete: "Concluiu",
            miss: "Disse que não aconteceu",
            object: "Disse que não foi assim",
            rate: "Avaliou",
            expire: "Encerrada sem resposta",
            close: "Encerrada sem confirmação",
          },
        ],
        reason: [mentorshipSessionEvents.reason, "Motivo"],
        date: [mentorshipSessionEvents.date, "Data fixada ou proposta"],
        createdAt: [mentorshipSessionEvents.createdAt, "Em"],
      },
    }),
    leftOut: [mentorshipSessionEvents.fromStatus, mentorshipSessionEvents.toStatus].map((column) => [
      column,
      "follows from the move",
    ]),
    deleted: { by: "set null" },
  },
  {
    table: mentorshipMessages,
    holds: [mentorshipMessages.authorId],
    exported: section({
      key: "mentoringMessages",
      title: "Mensagens que você escreveu na mentoria",
      from: mentorshipMessages,
      whose: mentorshipMessages.authorId,
      order: mentorshipMessages.createdAt,
      fields: {
        mentorshipSession: [mentorshipMessages.mentorshipSessionId, "Sessão", null],
        askedAt: [askedAt(mentorshipMessages.mentorshipSessionId), "Sessão pedida em", asMoment],
        body: [mentorshipMessages.body, "Mensagem"],
        file: [mentorshipMessages.fileName, "Arquivo enviado com ela"],
        createdAt: [mentorshipMessages.createdAt, "Enviada em"],
        editedAt: [mentorshipMessages.editedAt, "Mudada em"],
        deletedAt: [mentorshipMessages.deletedAt, "Apagada em"],
      },
    }),
    leftOut: [
      [mentorshipMessages.side, "it is that of the session"],
      ...[mentorshipMessages.number, mentorshipMessages.key, mentorshipMessages.maskedAt].map(bookkeeping),
      [mentorshipMessages.fileId, "the file itself is fetched from the conversation"],
    ],
    deleted: { by: "set null" },
  },
];
