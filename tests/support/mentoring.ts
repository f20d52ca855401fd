import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import type { MentorshipSessionDetail } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.answers.ts";
import type { Answer, Caller, TestApp, TestMember } from "./app.ts";

/** A moment some hours from now, as the browser sends it. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString();

export const ACCEPTANCE = { durationMinutes: 60, place: "Loja Estrela do Planalto, sala 2" };
export const REASON = { reason: "Imprevisto de família." };

/** A member who is an active mentor. */
export async function mentorOf(app: TestApp, more: Partial<typeof mentors.$inferInsert> = {}): Promise<TestMember> {
  const member = await app.member({ name: "Roberto Azevedo Prates", degree: "mestre" });
  await app.services.db.insert(mentors).values({ userId: member.id, bio: "Estuda história.", ...more });
  return member;
}

export const rowOfMentor = async (app: TestApp, userId: string) =>
  (await app.services.db.select().from(mentors).where(eq(mentors.userId, userId)))[0]!;

export const request = (mentee: TestMember, mentorId: string, more = {}): Promise<Answer<MentorshipSessionDetail>> =>
  mentee.post("/api/mentoring/sessions", {
    mentorId,
    title: "Dúvidas sobre a Pedra Bruta",
    description: "Gostaria de conversar sobre o trabalho do Aprendiz.",
    ...more,
  });

export const path = (mentorshipSessionId: string, move = ""): string =>
  `/api/mentoring/sessions/${mentorshipSessionId}${move && `/${move}`}`;

let hour = 48;
/** An hour that no other session of the tests has. */
function freeHour(): string {
  hour += 2;
  return inHours(hour);
}

/** What each move sends. */
export const bodyOf = (move: string): unknown =>
  ({
    accept: { ...ACCEPTANCE, scheduledDate: freeHour() },
    propose: { ...ACCEPTANCE, scheduledDate: freeHour(), word: "Nesse dia tenho a noite livre." },
    agree: { proposal: 1 },
    keep: { proposal: 1 },
    complete: {},
    miss: { absence: "mentee" },
    rate: { rating: 4, comment: "Muito claro." },
  })[move] ?? REASON;

export const makeMove = (
  caller: Caller,
  mentorshipSessionId: string,
  move: string,
  body = bodyOf(move),
): Promise<Answer<MentorshipSessionDetail>> => caller.post(path(mentorshipSessionId, move), body);

export const write = (caller: TestMember, mentorshipSessionId: string, body: string, key = randomUUID()) =>
  caller.post(path(mentorshipSessionId, "messages"), { body, key });

/** A session that a member asked for, and its two parties. */
export async function startMentorshipSession(app: TestApp, moves: ["accept"?, "complete"?] = []) {
  const [mentor, mentee] = [await mentorOf(app), await app.member({ name: "Antônio Figueira Lopes" })];
  const { id } = (await request(mentee, mentor.id)).body;
  for (const move of moves) await makeMove(mentor, id, move!);
  return { id, mentor, mentee };
}
