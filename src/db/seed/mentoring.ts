import { sql } from "drizzle-orm";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import {
  type MentorshipSessionStatus,
  type Move,
  mentorshipSessionEvents,
  mentorshipSessions,
  type Side,
} from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "#app/features/mentoring/messages/messages.table.ts";
import type { Db } from "../client.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const MENTORS = [
  {
    email: "mentor@academia.example",
    bio: "Mestre Instalado, professor de história aposentado. Acompanha Aprendizes há doze anos e gosta de começar pelas perguntas.",
    specialties: ["Ritual", "História", "Simbolismo"],
    maxMentees: 8,
  },
  {
    email: "mentor2@academia.example",
    bio: "Arquiteto. Lê a geometria e as Sete Artes com quem chega ao segundo grau, sempre com papel e lápis à mão.",
    specialties: ["Geometria", "Artes liberais", "Filosofia"],
    maxMentees: 5,
  },
  {
    email: "mentor3@academia.example",
    bio: "Advogado e leitor de filosofia moral. Ajuda a preparar trabalhos para a Loja, da leitura à última frase.",
    specialties: ["Filosofia", "Oratória"],
    maxMentees: 3,
  },
];

type Story = {
  mentor: string;
  mentee: string;
  title: string;
  description: string;
  /** Days before now on which it was asked for. */
  asked: number;
  /** Hours until the mentor answered. */
  answeredAfter?: number;
  /** Days from now of the meeting, at 19:30 in Brasília. */
  meets?: number;
  place?: string;
  end: MentorshipSessionStatus;
  /** Who cancelled, and why. */
  cancelled?: { side: Side; reason: string };
  rating?: { grade: number; comment?: string };
  /** What was written, from the mentee's first message on, by turns. */
  messages?: string[];
  /** How many of the last messages the student has not read. */
  unread?: number;
};

const student = "aluno@academia.example";
const other = (number: number) => `membro${String(number).padStart(2, "0")}@academia.example`;

const STORIES: Story[] = [
  {
    mentor: "mentor@academia.example",
    mentee: student,
    title: "O malho e o cinzel: do símbolo ao hábito",
    description:
      "Terminei a lição sobre o malho comum e queria conversar sobre como levar isso para a vida de todo dia. Tenho dificuldade em passar da leitura à prática.",
    asked: 4,
    answeredAfter: 12,
    meets: 6,
    place: "Loja Estrela do Planalto, sala de instrução",
    end: "accepted",
    messages: [
      "Boa noite, Roberto. Obrigado por aceitar. Levo alguma leitura preparada?",
      "Boa noite, Antônio. Leve só três situações da sua semana em que faltou paciência. Partimos delas.",
      "Perfeito. Já tenho a primeira.",
      "Ótimo. E releia com calma o fim da lição, sobre a régua. Até lá.",
    ],
    unread: 1,
  },
  {
    mentor: "mentor2@academia.example",
    mentee: student,
    title: "Por que o esquadro vem antes do compasso",
    description:
      "Li duas explicações diferentes e fiquei em dúvida. Gostaria de entender a ordem em que aparecem no primeiro grau.",
    asked: 1,
    meets: 12,
    end: "pending",
  },
  {
    mentor: "mentor@academia.example",
    mentee: student,
    title: "Primeiros passos como Aprendiz",
    description: "Acabei de ser recebido e queria saber por onde começar o estudo.",
    asked: 40,
    answeredAfter: 22,
    meets: -34,
    place: "https://chamada.example/academia",
    end: "completed",
    rating: { grade: 5, comment: "Saí com um plano de leitura e com menos pressa." },
    messages: [
      "Boa noite. Posso levar perguntas de iniciante?",
      "São as melhores. Traga todas.",
      "Obrigado pela conversa de ontem.",
    ],
  },
  {
    mentor: "mentor3@academia.example",
    mentee: student,
    title: "Revisão do meu primeiro trabalho",
    description: "Preciso apresentar duas páginas na Loja e queria uma leitura antes.",
    asked: 22,
    answeredAfter: 36,
    end: "cancelled",
    cancelled: { side: "mentor", reason: "Estarei em viagem até o fim do mês. O Roberto pode ajudá-lo antes disso." },
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(1),
    title: "Dúvidas antes do questionário",
    description: "Faltam dois módulos e tenho uma lista de perguntas.",
    asked: 2,
    end: "pending",
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(3),
    title: "A câmara do meio",
    description: "Queria conversar sobre a escada e as artes.",
    asked: 9,
    answeredAfter: 16,
    meets: 3,
    place: "Chamada por vídeo; o link segue na véspera",
    end: "accepted",
  },
  {
    mentor: "mentor2@academia.example",
    mentee: other(6),
    title: "Geometria para quem esqueceu a escola",
    description: "Começando do zero, com paciência.",
    asked: 12,
    answeredAfter: 39,
    meets: -2,
    place: "Loja Pedra Angular",
    end: "accepted",
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(5),
    title: "Leitura em grupo",
    description: "Um plano para ler em quatro.",
    asked: 30,
    answeredAfter: 13,
    meets: -24,
    place: "Biblioteca da Loja",
    end: "cancelled",
    cancelled: { side: "mentee", reason: "Mudei de cidade; retomo quando me instalar." },
  },
  ...past("mentor@academia.example", [
    [2, "O painel do primeiro grau", 5, 96],
    [4, "Preparar a palavra em Loja", 5, 81],
    [5, "As três joias móveis", 4, 70],
    [7, "O silêncio do Aprendiz", 5, 63],
    [8, "História das Lojas de ofício", 5, 55],
    [10, "A régua de 24 polegadas", 4, 47],
    [12, "Virtudes cardeais", undefined, 28],
  ]),
  ...past("mentor2@academia.example", [
    [6, "As ordens de arquitetura", 5, 90],
    [11, "Geometria sagrada, com medida", 4, 66],
    [15, "As Sete Artes, por onde começar", 5, 44],
  ]),
  ...past("mentor3@academia.example", [
    [9, "Filosofia moral e ritual", 4, 75],
    [13, "Escrever para a Loja", 5, 36],
  ]),
];

/** Sessions of some time ago, completed: mentee, title, grade, days ago. */
function past(mentor: string, list: [number, string, number | undefined, number][]): Story[] {
  return list.map(([number, title, grade, asked], index) => ({
    mentor,
    mentee: other(number),
    title,
    description: "Conversa de acompanhamento sobre o que foi estudado no módulo.",
    asked,
    answeredAfter: [12, 15, 24, 11, 38, 23, 14][index % 7]!,
    meets: 5 - asked,
    place: "Loja Pedra Angular",
    end: "completed",
    ...(grade && { rating: { grade } }),
  }));
}

/**
 * Three mentors, and sessions in every state with their history. Ratings and counts are computed from the sessions, as the moves do.
 * @param ids the demo members by e-mail
 */
export async function seedMentoring(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  await tx.insert(mentors).values(
    MENTORS.map(({ email, ...mentor }, index) => ({
      ...mentor,
      userId: ids.get(email)!,
      createdAt: new Date(Date.now() - (300 - index * 40) * DAY),
    })),
  );
  for (const story of STORIES) await tell(tx, story, ids);
  await tx.execute(sql`
    update mentors set (rating, rating_count, total_sessions) = (
      select coalesce(avg(s.rating), 0), count(s.rating), count(*) from mentorship_sessions s
      where s.mentor_id = mentors.user_id and s.status = 'completed')`);
}

/** A day at 19:30 in Brasília, three hours behind UTC. */
function eveningOf(daysFromNow: number): Date {
  const date = new Date(Date.now() - 3 * HOUR + daysFromNow * DAY);
  date.setUTCHours(22, 30, 0, 0);
  return date;
}

async function tell(tx: Db, story: Story, ids: ReadonlyMap<string, string>): Promise<void> {
  const { messages = [], cancelled, end, rating } = story;
  const party = { mentor: ids.get(story.mentor)!, mentee: ids.get(story.mentee)! };
  const asked = new Date(eveningOf(-story.asked).getTime() + HOUR / 2);
  const answered = story.answeredAfter === undefined ? null : new Date(asked.getTime() + story.answeredAfter * HOUR);
  const met = story.meets === undefined ? null : eveningOf(story.meets);
  const after = (date: Date | null, hours: number) => new Date(Math.min((date ?? asked).getTime() + hours * HOUR, Date.now()));

  const events: { move: Move; side: Side; to: MentorshipSessionStatus; at: Date; reason?: string }[] = [
    { move: "request", side: "mentee", to: "pending", at: asked },
  ];
  const accepted = answered !== null && story.place !== undefined;
  if (accepted) events.push({ move: "accept", side: "mentor", to: "accepted", at: answered });
  if (end === "completed") events.push({ move: "complete", side: "mentor", to: "completed", at: after(met, 2) });
  if (rating) events.push({ move: "rate", side: "mentee", to: "completed", at: after(met, 15) });
  if (cancelled) {
    const move = accepted ? "cancel" : cancelled.side === "mentor" ? "decline" : "withdraw";
    events.push({
      move,
      side: cancelled.side,
      to: "cancelled",
      at: after(answered, accepted ? 48 : 0),
      reason: cancelled.reason,
    });
  }
  const firstMessage = after(answered, 12);
  const times = messages.map((_, index) => after(firstMessage, index * 0.4));
  const count = messages.length;
  const [mentorshipSession] = await tx
    .insert(mentorshipSessions)
    .values({
      mentorId: party.mentor,
      menteeId: party.mentee,
      title: story.title,
      description: story.description,
      scheduledDate: met,
      preferredDate: accepted ? null : met,
      status: end,
      place: story.place ?? null,
      rating: rating?.grade ?? null,
      ratingComment: rating?.comment ?? null,
      answeredAt: answered,
      messageCount: count,
      mentorRead: count,
      mentorTold: count,
      menteeRead: count - (story.unread ?? 0),
      menteeTold: count,
      lastMessageAt: times.at(-1) ?? null,
      createdAt: asked,
      updatedAt: events.at(-1)!.at,
    })
    .returning({ id: mentorshipSessions.id });
  await tx.insert(mentorshipSessionEvents).values(
    events.map(({ move, side, to, at, reason }, index) => ({
      mentorshipSessionId: mentorshipSession!.id,
      actorId: party[side],
      side,
      move,
      fromStatus: events[index - 1]?.to ?? null,
      toStatus: to,
      reason: reason ?? null,
      createdAt: at,
    })),
  );
  if (count === 0) return;
  await tx.insert(mentorshipMessages).values(
    messages.map((body, index) => {
      const side: Side = index % 2 === 0 ? "mentee" : "mentor";
      return {
        mentorshipSessionId: mentorshipSession!.id,
        number: index + 1,
        authorId: party[side],
        side,
        body,
        createdAt: times[index]!,
      };
    }),
  );
}
