import type { MentorCard } from "./mentors.answers.ts";

/** Requests that one member may have waiting for an answer. */
export const OPEN_REQUESTS = 3;

/** Why a member cannot ask a mentor for a session. */
export type RequestRefusal = NonNullable<MentorCard["refusal"]>;

export type RequestFacts = {
  /** Whether the member is the mentor themselves. */
  own: boolean;
  isActive: boolean;
  /** Distinct members with a pending or accepted session. */
  occupied: number;
  maxMentees: number;
  /** Whether the member has a request waiting with this mentor. */
  asked: boolean;
  /** The member's requests that wait, with any mentor. */
  openRequests: number;
};

/** The first reason against a request, or null when it may be made. */
export function requestRefusal(facts: RequestFacts): RequestRefusal | null {
  if (facts.own) return "own";
  if (!facts.isActive) return "inactive";
  if (facts.asked) return "asked";
  if (facts.occupied >= facts.maxMentees) return "full";
  if (facts.openRequests >= OPEN_REQUESTS) return "limit";
  return null;
}

/** What the member reads about it. */
export const REFUSAL_MESSAGE: Record<RequestRefusal, string> = {
  own: "Você não pode pedir uma sessão a si mesmo.",
  inactive: "Este mentor não recebe pedidos no momento.",
  full: "Este mentor está sem vagas no momento.",
  asked: "Você já tem um pedido aguardando a resposta deste mentor.",
  limit: `Você já tem ${OPEN_REQUESTS} pedidos aguardando resposta. Espere uma resposta, ou retire um deles.`,
};
