import type { MentorshipSessionDetail } from "./mentorship-sessions.answers.ts";
import type { Absence, MentorshipSessionStatus, Move, SessionActor, Side } from "./mentorship-sessions.table.ts";

export const MENTORSHIP_SESSION_STATUS_LABEL: Record<MentorshipSessionStatus, string> = {
  pending: "Pendente",
  accepted: "Aceita",
  completed: "Concluída",
  cancelled: "Cancelada",
};

/** Why a session did not happen, as its history says. */
export const ABSENCE_LABEL: Record<Absence, string> = {
  mentee: "o aprendiz não pôde vir",
  mentor: "o mentor não pôde vir",
  call: "a chamada falhou",
};

const DAY_MS = 86_400_000;

/** Days during which a conversation stays open after its session was cancelled, and the mentee may say that it was not so. */
const OPEN_DAYS_AFTER_CANCELLATION = 7;
/** Days after which the program ends a request that nobody answers, and a session of which nobody says whether it happened. */
export const UNANSWERED_DAYS = 14;
export const UNCONFIRMED_DAYS = 7;

export type MentorshipSessionTimes = { scheduledDate: Date | null; durationMinutes: number };

/** When a session that has a date ends. */
export const endOf = ({ scheduledDate, durationMinutes }: MentorshipSessionTimes): Date | null =>
  scheduledDate && new Date(scheduledDate.getTime() + durationMinutes * 60_000);

/** When the program closes a session of which nobody says whether it happened. */
export const closesAt = (times: MentorshipSessionTimes): Date | null => {
  const end = endOf(times);
  return end && new Date(end.getTime() + UNCONFIRMED_DAYS * DAY_MS);
};

/** The same facts of a session as an answer gives them. */
export const timesOf = <Status>({ status, scheduledDate, durationMinutes }: AnsweredTimes<Status>) => ({
  status,
  scheduledDate: scheduledDate ? new Date(scheduledDate) : null,
  durationMinutes,
});
type AnsweredTimes<Status> = { status: Status; scheduledDate: string | null; durationMinutes: number };

/** What the rules look at. */
export type MentorshipSessionFacts = MentorshipSessionTimes & {
  status: MentorshipSessionStatus;
  rated: boolean;
  hasMentor: boolean;
  hasMentee: boolean;
  endedAt: Date | null;
  /** The side whose proposal of another date waits for an answer. */
  proposedBy: Side | null;
  /** Whether it was arranged and did not happen, and the mentee has said that it was not so. */
  missed: boolean;
  objected: boolean;
};

type Rule = {
  by: readonly SessionActor[];
  from: MentorshipSessionStatus;
  to: MentorshipSessionStatus;
  when?: (facts: MentorshipSessionFacts, actor: SessionActor, now: Date) => boolean;
};

const BOTH = ["mentor", "mentee"] as const;
const hasBegun = ({ scheduledDate }: MentorshipSessionFacts, _: SessionActor, now: Date) =>
  scheduledDate !== null && scheduledDate <= now;
const isNotOver = (facts: MentorshipSessionFacts, _: SessionActor, now: Date) => !isOver(facts, now);
const endedLately = ({ endedAt }: MentorshipSessionFacts, now: Date) =>
  endedAt !== null && now.getTime() - endedAt.getTime() < OPEN_DAYS_AFTER_CANCELLATION * DAY_MS;

/**
 * The whole state machine: who may move, from where to where, and when. A request makes a session, so it has no line here. The program declines
 * and cancels when a mentor is taken from among the mentors.
 */
export const RULES: Record<Exclude<Move, "request">, Rule> = {
  accept: { by: ["mentor"], from: "pending", to: "accepted" },
  decline: { by: ["mentor", "system"], from: "pending", to: "cancelled" },
  withdraw: { by: ["mentee"], from: "pending", to: "cancelled" },
  complete: { by: ["mentor"], from: "accepted", to: "completed" },
  miss: { by: ["mentor"], from: "accepted", to: "cancelled", when: hasBegun },
  agree: {
    by: BOTH,
    from: "accepted",
    to: "accepted",
    when: ({ proposedBy }, actor) => proposedBy !== null && proposedBy !== actor,
  },
  propose: { by: BOTH, from: "accepted", to: "accepted" },
  keep: { by: BOTH, from: "accepted", to: "accepted", when: ({ proposedBy }) => proposedBy !== null },
  cancel: { by: [...BOTH, "system"], from: "accepted", to: "cancelled", when: isNotOver },
  object: {
    by: ["mentee"],
    from: "cancelled",
    to: "cancelled",
    when: (facts, _, now) => facts.missed && !facts.objected && endedLately(facts, now),
  },
  rate: { by: ["mentee"], from: "completed", to: "completed", when: ({ rated }) => !rated },
  expire: { by: ["system"], from: "pending", to: "cancelled" },
  close: { by: ["system"], from: "accepted", to: "cancelled", when: (facts, _, now) => isOver(facts, now) },
};

export type MentorshipSessionMove = keyof typeof RULES;

/** The moves of the two sides after the request, in the order in which they are offered. */
export type MemberMove = Exclude<MentorshipSessionMove, "expire" | "close">;
export const MEMBER_MOVES = (Object.keys(RULES) as MentorshipSessionMove[]).filter((move): move is MemberMove =>
  BOTH.some((side) => RULES[move].by.includes(side)),
);

/** Whether the hour that was agreed has passed: such a session waits to be closed, and is never called arranged. */
export function isOver(
  { status, ...times }: MentorshipSessionTimes & { status: MentorshipSessionStatus },
  now = new Date(),
): boolean {
  const end = endOf(times);
  return status === "accepted" && end !== null && end <= now;
}

/**
 * Judges a move: `forbidden` when it is never this actor's, `conflict` when it is, but not in the session's present state.
 */
export function judgeMove(
  move: MentorshipSessionMove,
  actor: SessionActor,
  facts: MentorshipSessionFacts,
  now = new Date(),
): "allowed" | "forbidden" | "conflict" {
  const rule = RULES[move];
  if (!rule.by.includes(actor)) return "forbidden";
  if (facts.status !== rule.from || !facts.hasMentor || !facts.hasMentee) return "conflict";
  return rule.when && !rule.when(facts, actor, now) ? "conflict" : "allowed";
}

/** A conversation is open until a week after its session was cancelled, or until one side is gone; after completion it goes on. */
export const canWrite = (facts: MentorshipSessionFacts, now = new Date()): boolean =>
  facts.hasMentor && facts.hasMentee && (facts.status !== "cancelled" || endedLately(facts, now));

/** Until when one can write to a cancelled session; null for any other, and afterwards. */
export const writableUntil = (facts: MentorshipSessionFacts, now = new Date()): Date | null =>
  facts.status === "cancelled" && facts.endedAt && canWrite(facts, now)
    ? new Date(facts.endedAt.getTime() + OPEN_DAYS_AFTER_CANCELLATION * DAY_MS)
    : null;

export type MentorshipSessionCan = MentorshipSessionDetail["can"];

/** Everything this side may do now. */
export function mentorshipSessionCan(side: Side, facts: MentorshipSessionFacts, now = new Date()): MentorshipSessionCan {
  const moves = MEMBER_MOVES.map((move) => [move, judgeMove(move, side, facts, now) === "allowed"]);
  return { ...(Object.fromEntries(moves) as Record<MemberMove, boolean>), write: canWrite(facts, now) };
}
