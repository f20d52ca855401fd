import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { asMoment, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { mentors } from "./mentors/mentors.table.ts";
import { maskMember } from "./mentorship-sessions/masking.service.ts";
import { MENTORSHIP_SESSION_STATUS_LABEL } from "./mentorship-sessions/mentorship-sessions.policy.ts";
import { mentorshipSessionEvents, mentorshipSessions } from "./mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "./messages/messages.table.ts";

/** When the session was asked for, by which its owner knows it. */
const askedAt = (id: PgColumn) => sql`(select s.created_at from mentorship_sessions s where s.id = ${id})`;

const bookkeeping = (column: PgColumn): [PgColumn, string] => [
  column,
  "counts and marks that the program keeps to show and to write in time",
];

/** His mentoring: what the other party wrote is the other party's. */
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
        isActive: [mentors.isActive, "Ativo"],
        rating: [mentors.rating, "Avaliação média"],
        ratingCount: [mentors.ratingCount, "Avaliações recebidas"],
        totalMentorshipSessions: [mentors.totalMentorshipSessions, "Sessões concluídas"],
        createdAt: [mentors.createdAt, "Cadastrado em"],
      },
    }),
    leftOut: [[mentors.availabilityStatus, "nothing fills it"]],
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
        rating: [mentorshipSessions.rating, "Nota que você deu"],
        ratingComment: [mentorshipSessions.ratingComment, "Comentário que você fez"],
        answeredAt: [mentorshipSessions.answeredAt, "Respondida em"],
        createdAt: [mentorshipSessions.createdAt, "Pedida em"],
      },
    }),
    leftOut: [
      ...[mentorshipSessions.remindersSent, mentorshipSessions.tellRemoval].map(bookkeeping),
      ...[mentorshipSessions.mentorRead, mentorshipSessions.menteeRead].map(bookkeeping),
      ...[mentorshipSessions.mentorTold, mentorshipSessions.menteeTold].map(bookkeeping),
      ...[mentorshipSessions.messageCount, mentorshipSessions.lastMessageAt, mentorshipSessions.updatedAt].map(bookkeeping),
    ],
    // Masks his words in all of mentoring, as mentee and as mentor.
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
        side: [mentorshipSessionEvents.side, "Você era", { mentor: "Mentor", mentee: "Aprendiz" }],
        move: [
          mentorshipSessionEvents.move,
          "Ação",
          {
            request: "Pediu a sessão",
            accept: "Aceitou",
            decline: "Recusou",
            withdraw: "Retirou o pedido",
            cancel: "Cancelou",
            complete: "Concluiu",
            rate: "Avaliou",
          },
        ],
        reason: [mentorshipSessionEvents.reason, "Motivo"],
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
        createdAt: [mentorshipMessages.createdAt, "Enviada em"],
      },
    }),
    leftOut: [
      [mentorshipMessages.side, "it is that of the session"],
      ...[mentorshipMessages.number, mentorshipMessages.key, mentorshipMessages.maskedAt].map(bookkeeping),
    ],
    deleted: { by: "set null" },
  },
];
