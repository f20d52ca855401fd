import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { SessionMove } from "./sessions.policy.ts";
import type {
  AcceptInput,
  MentoringSummary,
  RateInput,
  ReasonInput,
  RequestInput,
  SessionDetail,
  SessionState,
  SessionsPage,
} from "./sessions.schema.ts";
import type { Side } from "./sessions.table.ts";

/** How often lists ask for what the other side did, while the page is looked at. The open session itself is followed live. */
const LOOK_AGAIN_MS = 30_000;

const sessionsQuery = (side?: Side) =>
  infiniteQueryOptions({
    queryKey: ["mentoring", "sessions", side ?? "all"],
    queryFn: ({ pageParam }): Promise<SessionsPage> =>
      call(api.mentoring.sessions.$get({ query: { ...(side && { side }), ...(pageParam && { before: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: LOOK_AGAIN_MS,
    select: ({ pages }) => pages.flatMap(({ sessions }) => sessions),
  });

const summaryQuery = queryOptions({
  queryKey: ["mentoring", "summary"],
  queryFn: (): Promise<MentoringSummary> => call(api.mentoring.summary.$get()),
  refetchInterval: LOOK_AGAIN_MS,
});

const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["mentoring", "session", sessionId],
    queryFn: (): Promise<SessionDetail> => call(api.mentoring.sessions[":sessionId"].$get({ param: { sessionId } })),
  });

export const useSessions = (side?: Side) => useInfiniteQuery(sessionsQuery(side));
export const useMentoringSummary = () => useQuery(summaryQuery);
export const useMentoringSession = (sessionId: string) => useQuery(sessionQuery(sessionId));

/** The state of all sessions, for administrators. */
export const useSessionStates = () =>
  useInfiniteQuery({
    queryKey: ["mentoring", "states"],
    queryFn: ({ pageParam }): Promise<{ sessions: SessionState[]; next: string | null }> =>
      call(api.mentoring.states.$get({ query: { ...(pageParam && { before: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ sessions }) => sessions),
  });

/** Marks as stale what a move changes: lists, figures of mentors, the dashboard; the session itself when it is named. */
export function useSessionsChanged() {
  const client = useQueryClient();
  return (sessionId?: string) =>
    Promise.all(
      [
        ["mentoring", "sessions"],
        ["mentoring", "summary"],
        ["mentoring", "mentors"],
        ["dashboard"],
        ...(sessionId ? [["mentoring", "session", sessionId]] : []),
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

/** Whether the cached session is older than what the stream tells of. */
export function useSessionVersion(sessionId: string) {
  const client = useQueryClient();
  return () => client.getQueryData(sessionQuery(sessionId).queryKey)?.updatedAt;
}

export function useRequestSession() {
  const changed = useSessionsChanged();
  return useMutation({
    mutationFn: (json: RequestInput): Promise<SessionDetail> => call(api.mentoring.sessions.$post({ json })),
    onSettled: () => changed(),
  });
}

/** What each move sends. */
export type MoveInput =
  | { move: "accept"; json: AcceptInput }
  | { move: "decline" | "withdraw" | "cancel"; json: ReasonInput }
  | { move: "complete"; json?: undefined }
  | { move: "rate"; json: RateInput };

/** One of the moves. Also after a refusal the session is read again, because somebody else may have moved it. */
export function useMove(sessionId: string) {
  const client = useQueryClient();
  const changed = useSessionsChanged();
  return useMutation<SessionDetail, Error, MoveInput>({
    mutationFn: (input) => call(send(sessionId, input)),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery(sessionId).queryKey, session);
      await changed();
    },
    onError: () => changed(sessionId),
  });
}

function send(sessionId: string, input: MoveInput) {
  const session = api.mentoring.sessions[":sessionId"];
  const param = { sessionId };
  switch (input.move) {
    case "accept":
      return session.accept.$post({ param, json: input.json });
    case "rate":
      return session.rate.$post({ param, json: input.json });
    case "complete":
      return session.complete.$post({ param });
    default:
      return session[input.move satisfies SessionMove].$post({ param, json: input.json });
  }
}
