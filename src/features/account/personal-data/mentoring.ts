import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import { maskMember } from "#app/features/mentoring/mentorship-sessions/masking.service.ts";
import {
  mentorshipSessionEvents,
  mentorshipSessions,
} from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "#app/features/mentoring/messages/messages.table.ts";
import { cascade, type PersonalTable, section } from "./personal-table.ts";

/** His mentoring: what the other party wrote is the other party's. */
export const MENTORING: PersonalTable[] = [
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
        totalMentorshipSessions: [mentors.totalMentorshipSessions, "Sessões concluídas"],
        createdAt: [mentors.createdAt, "Cadastrado em"],
      },
    }),
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
        id: [mentorshipSessions.id, "Identificação"],
        title: [mentorshipSessions.title, "Título"],
        description: [mentorshipSessions.description, "Descrição"],
        status: [mentorshipSessions.status, "Situação"],
        preferredDate: [mentorshipSessions.preferredDate, "Data preferida"],
        scheduledDate: [mentorshipSessions.scheduledDate, "Data marcada"],
        durationMinutes: [mentorshipSessions.durationMinutes, "Duração em minutos"],
        rating: [mentorshipSessions.rating, "Nota que você deu"],
        ratingComment: [mentorshipSessions.ratingComment, "Comentário que você fez"],
        createdAt: [mentorshipSessions.createdAt, "Pedida em"],
      },
    }),
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
        id: [mentorshipSessions.id, "Identificação"],
        status: [mentorshipSessions.status, "Situação"],
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
        mentorshipSession: [mentorshipSessionEvents.mentorshipSessionId, "Sessão"],
        move: [mentorshipSessionEvents.move, "Ação"],
        reason: [mentorshipSessionEvents.reason, "Motivo"],
        createdAt: [mentorshipSessionEvents.createdAt, "Em"],
      },
    }),
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
        mentorshipSession: [mentorshipMessages.mentorshipSessionId, "Sessão"],
        body: [mentorshipMessages.body, "Mensagem"],
        createdAt: [mentorshipMessages.createdAt, "Enviada em"],
      },
    }),
    deleted: { by: "set null" },
  },
];
