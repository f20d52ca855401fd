import type { Move, SessionStatus, Side } from "./sessions.table.ts";

/** What the rules look at. */
export type SessionFacts = { status: SessionStatus; rated: boolean; hasMentor: boolean; hasMentee: boolean };

type Rule = { by: readonly Side[]; from: SessionStatus; to: SessionStatus };

/** The whole state machine: who may move, from where to where. A request makes a session, so it has no line here. */
export const RULES: Record<Exclude<Move, "request">, Rule> = {
  accept: { by: ["mentor"], from: "pending", to: "accepted" },
  decline: { by: ["mentor"], from: "pending", to: "cancelled" },
  withdraw: { by: ["mentee"], from: "pending", to: "cancelled" },
  cancel: { by: ["mentor", "mentee"], from: "accepted", to: "cancelled" },
  complete: { by: ["mentor"], from: "accepted", to: "completed" },
  rate: { by: ["mentee"], from: "completed", to: "completed" },
};

export type SessionMove = keyof typeof RULES;

/** The moves after the request, in the order in which they are offered. */
export const SESSION_MOVES = Object.keys(RULES) as SessionMove[];

/**
 * Judges a move: `forbidden` when it is never this side's, `conflict` when it is, but not in the session's present state.
 */
export function judgeMove(move: SessionMove, side: Side, session: SessionFacts): "allowed" | "forbidden" | "conflict" {
  const rule = RULES[move];
  if (!rule.by.includes(side)) return "forbidden";
  if (session.status !== rule.from) return "conflict";
  if (!session.hasMentor || !session.hasMentee) return "conflict";
  if (move === "rate" && session.rated) return "conflict";
  return "allowed";
}

/** A conversation is open until its session is cancelled, or one side is gone; after completion it goes on. */
export const canWrite = (session: SessionFacts): boolean =>
  session.status !== "cancelled" && session.hasMentor && session.hasMentee;

export type SessionCan = Record<SessionMove | "write", boolean>;

/** Everything this side may do now. */
export function sessionCan(side: Side, session: SessionFacts): SessionCan {
  const moves = SESSION_MOVES.map((move) => [move, judgeMove(move, side, session) === "allowed"]);
  return { ...(Object.fromEntries(moves) as Record<SessionMove, boolean>), write: canWrite(session) };
}
