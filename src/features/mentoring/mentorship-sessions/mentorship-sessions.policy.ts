import type { MentorshipSessionDetail } from "./mentorship-sessions.answers.ts";
import type { MentorshipSessionStatus, Move, Side } from "./mentorship-sessions.table.ts";

export const MENTORSHIP_SESSION_STATUS_LABEL: Record<MentorshipSessionStatus, string> = {
  pending: "Pendente",
  accepted: "Aceita",
  completed: "Concluída",
  cancelled: "Cancelada",
};

/** What the rules look at. */
export type MentorshipSessionFacts = { status: MentorshipSessionStatus; rated: boolean; hasMentor: boolean; hasMentee: boolean };

type Rule = { by: readonly Side[]; from: MentorshipSessionStatus; to: MentorshipSessionStatus };

/** The whole state machine: who may move, from where to where. A request makes a session, so it has no line here. */
export const RULES: Record<Exclude<Move, "request">, Rule> = {
  accept: { by: ["mentor"], from: "pending", to: "accepted" },
  decline: { by: ["mentor"], from: "pending", to: "cancelled" },
  withdraw: { by: ["mentee"], from: "pending", to: "cancelled" },
  cancel: { by: ["mentor", "mentee"], from: "accepted", to: "cancelled" },
  complete: { by: ["mentor"], from: "accepted", to: "completed" },
  rate: { by: ["mentee"], from: "completed", to: "completed" },
};

export type MentorshipSessionMove = keyof typeof RULES;

/** The moves after the request, in the order in which they are offered. */
export const MENTORSHIP_SESSION_MOVES = Object.keys(RULES) as MentorshipSessionMove[];

/**
 * Judges a move: `forbidden` when it is never this side's, `conflict` when it is, but not in the session's present state.
 */
export function judgeMove(
  move: MentorshipSessionMove,
  side: Side,
  mentorshipSession: MentorshipSessionFacts,
): "allowed" | "forbidden" | "conflict" {
  const rule = RULES[move];
  if (!rule.by.includes(side)) return "forbidden";
  if (mentorshipSession.status !== rule.from) return "conflict";
  if (!mentorshipSession.hasMentor || !mentorshipSession.hasMentee) return "conflict";
  if (move === "rate" && mentorshipSession.rated) return "conflict";
  return "allowed";
}

/** A conversation is open until its session is cancelled, or one side is gone; after completion it goes on. */
export const canWrite = (mentorshipSession: MentorshipSessionFacts): boolean =>
  mentorshipSession.status !== "cancelled" && mentorshipSession.hasMentor && mentorshipSession.hasMentee;

export type MentorshipSessionCan = MentorshipSessionDetail["can"];

/** Everything this side may do now. */
export function mentorshipSessionCan(side: Side, mentorshipSession: MentorshipSessionFacts): MentorshipSessionCan {
  const moves = MENTORSHIP_SESSION_MOVES.map((move) => [move, judgeMove(move, side, mentorshipSession) === "allowed"]);
  return { ...(Object.fromEntries(moves) as Record<MentorshipSessionMove, boolean>), write: canWrite(mentorshipSession) };
}
