import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { menteeNotes, mentorHours } from "#app/features/mentoring/mentors/hours.table.ts";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import {
  type MentorshipSessionStatus,
  type Move,
  mentorshipSessionEvents,
  mentorshipSessions,
  type Side,
} from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { mentorshipMessages } from "#app/features/mentoring/messages/messages.table.ts";
import { STORIES, type Story } from "./mentoring-stories.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const MENTORS = [
  {
    email: "mentor@academia.example",
    bio: "Mestre Instalado, professor de história aposentado. Acompanha Aprendizes há doze anos e gosta de começar pelas perguntas.",
    specialties: ["Ritual", "História", "Simbolismo"],
    maxMentees: 8,
    hours: [
      [0, 17, 19],
      [2, 19, 22],
      [4, 19, 21],
      [6, 9, 11.5],
    ],
  },
  {
    email: "mentor2@academia.example",
    bio: "Arquiteto. Lê a geometria e as Sete Artes com quem chega ao segundo grau, sempre com papel e lápis à mão.",
    specialties: ["Geometria", "Artes liberais", "Filosofia"],
    maxMentees: 5,
    hours: [
      [1, 20, 22],
      [3, 20, 22],
    ],
  },
  {
    email: "mentor3@academia.example",
    bio: "Advogado e leitor de filosofia moral. Ajuda a preparar trabalhos para a Loja, da leitura à última frase.",
    specialties: ["Filosofia", "Oratória"],
    maxMentees: 3,
    hours: [],
  },
] satisfies { email: string; hours: [weekday: number, from: number, until: number][]; [more: string]: unknown }[];

/**
 * Three mentors, and sessions in every state with their history. Ratings and counts are computed from the sessions, as the moves do.
 * @param ids the demo members by e-mail
 */
export async function seedMentoring(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  await tx.insert(mentors).values(
    MENTORS.map(({ email, hours: _, ...mentor }, index) => ({
      ...mentor,
      userId: ids.get(email)!,
      createdAt: new Date(Date.now() - (300 - index * 40) * DAY),
    })),
  );
  await tx.insert(mentorHours).values(
    MENTORS.flatMap(({ email, hours }) =>
      hours.map(([weekday, from, until]) => ({
        ...{ mentorId: ids.get(email)!, weekday },
        ...{ startsAt: from * 60, endsAt: until * 60 },
      })),
    ),
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
  const { messages = [], cancelled, end, rating, proposes, note, nextStep } = story;
  const party = { mentor: ids.get(story.mentor)!, mentee: ids.get(story.mentee)! };
  const asked = new Date(eveningOf(-story.asked).getTime() + HOUR / 2);
  const answered = story.answeredAfter === undefined ? null : new Date(asked.getTime() + story.answeredAfter * HOUR);
  const met = story.meets === undefined ? null : eveningOf(story.meets);
  const after = (date: Date | null, hours: number) => new Date(Math.min((date ?? asked).getTime() + hours * HOUR, Date.now()));

  const events: { move: Move; side: Side; to: MentorshipSessionStatus; at: Date; reason?: string; date?: Date | null }[] = [
    { move: "request", side: "mentee", to: "pending", at: asked },
  ];
  const accepted = answered !== null && story.place !== undefined;
  if (accepted) events.push({ move: "accept", side: "mentor", to: "accepted", at: answered, date: met });
  const proposed = proposes === undefined ? null : eveningOf(proposes.day);
  if (proposed)
    events.push({
      move: "propose",
      side: "mentee",
      to: "accepted",
      at: after(answered, 24),
      reason: proposes!.word,
      date: proposed,
    });
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
      nextStep: nextStep ?? null,
      endedAt: end === "completed" || end === "cancelled" ? events.at(-1)!.at : null,
      ...(proposed && {
        ...{
          proposedDate: proposed,
          proposedMinutes: 60,
          proposedPlace: story.place!,
          proposedBy: "mentee" as const,
          proposals: 1,
        },
      }),
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
    events.map(({ move, side, to, at, reason, date }, index) => ({
      mentorshipSessionId: mentorshipSession!.id,
      actorId: party[side],
      side,
      move,
      fromStatus: events[index - 1]?.to ?? null,
      toStatus: to,
      reason: reason ?? null,
      date: date ?? null,
      createdAt: at,
    })),
  );
  if (note) await tx.insert(menteeNotes).values({ mentorId: party.mentor, menteeId: party.mentee, body: note });
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
