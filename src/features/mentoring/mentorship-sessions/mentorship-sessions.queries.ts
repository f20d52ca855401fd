import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type {
  MentoringSummary,
  MentorshipSessionDetail,
  MentorshipSessionState,
  MentorshipSessionsPage,
  UpcomingMentorshipSession,
} from "./mentorship-sessions.answers.ts";
import type { MemberMove } from "./mentorship-sessions.policy.ts";
import type {
  AnswerInput,
  ArrangementInput,
  CompleteInput,
  MissInput,
  RateInput,
  ReasonInput,
  RequestInput,
} from "./mentorship-sessions.schema.ts";
import type { MentorshipSessionStatus, Side } from "./mentorship-sessions.table.ts";

/** How often lists ask for what the other side did, while the page is looked at. The open session itself is followed live. */
const LOOK_AGAIN_MS = 30_000;

const mentorshipSessionsQuery = (side?: Side, status?: MentorshipSessionStatus) =>
  infiniteQueryOptions({
    queryKey: ["mentoring", "mentorshipSessions", side ?? "all", status ?? "all"],
    queryFn: ({ pageParam }): Promise<MentorshipSessionsPage> =>
      call(
        api.mentoring.sessions.$get({
          query: { ...(side && { side }), ...(status && { status }), ...(pageParam && { after: pageParam }) },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: LOOK_AGAIN_MS,
    select: ({ pages }) => pages.flatMap(({ mentorshipSessions }) => mentorshipSessions),
  });

const summaryQuery = queryOptions({
  queryKey: ["mentoring", "summary"],
  queryFn: (): Promise<MentoringSummary> => call(api.mentoring.summary.$get()),
  refetchInterval: LOOK_AGAIN_MS,
});

const upcomingQuery = queryOptions({
  queryKey: ["mentoring", "upcoming"],
  queryFn: (): Promise<UpcomingMentorshipSession> => call(api.mentoring.upcoming.$get()),
});

const mentorshipSessionQuery = (mentorshipSessionId: string) =>
  queryOptions({
    queryKey: ["mentoring", "mentorshipSession", mentorshipSessionId],
    queryFn: (): Promise<MentorshipSessionDetail> =>
      call(api.mentoring.sessions[":mentorshipSessionId"].$get({ param: { mentorshipSessionId } })),
  });

export const useMentorshipSessions = (side?: Side, status?: MentorshipSessionStatus) =>
  useInfiniteQuery(mentorshipSessionsQuery(side, status));
export const useUpcomingMentorshipSession = () => useQuery(upcomingQuery);
export const useMentoringSummary = () => useQuery(summaryQuery);
export const useMentorshipSession = (mentorshipSessionId: string, { enabled = true } = {}) =>
  useQuery({ ...mentorshipSessionQuery(mentorshipSessionId), enabled });

/** The state of all sessions, for administrators. */
export const useMentorshipSessionStates = () =>
  useInfiniteQuery({
    queryKey: ["mentoring", "states"],
    queryFn: ({ pageParam }): Promise<{ mentorshipSessions: MentorshipSessionState[]; next: string | null }> =>
      call(api.mentoring.states.$get({ query: { ...(pageParam && { after: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ mentorshipSessions }) => mentorshipSessions),
  });

/** Marks as stale what a move changes: lists, figures of mentors, the dashboard; the session itself when it is named. */
export function useMentorshipSessionsChanged() {
  const client = useQueryClient();
  return (mentorshipSessionId?: string) =>
    Promise.all(
      [
        ["mentoring", "mentorshipSessions"],
        ["mentoring", "summary"],
        ["mentoring", "upcoming"],
        ["mentoring", "mentors"],
        ["mentoring", "day"],
        ["mentoring", "hours"],
        ["dashboard"],
        ...(mentorshipSessionId ? [["mentoring", "mentorshipSession", mentorshipSessionId]] : []),
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

export function useRequestMentorshipSession() {
  const changed = useMentorshipSessionsChanged();
  return useMutation({
    mutationFn: (json: RequestInput): Promise<MentorshipSessionDetail> => call(api.mentoring.sessions.$post({ json })),
    onSettled: () => changed(),
  });
}

/** What each move sends. */
export type MoveInput =
  | { move: "accept" | "propose"; json: ArrangementInput }
  | { move: "decline" | "withdraw" | "cancel" | "object"; json: ReasonInput }
  | { move: "agree" | "keep"; json: AnswerInput }
  | { move: "complete"; json: CompleteInput }
  | { move: "miss"; json: MissInput }
  | { move: "rate"; json: RateInput };

/** One of the moves. Also after a refusal the session is read again, because somebody else may have moved it. */
export function useMove(mentorshipSessionId: string) {
  const client = useQueryClient();
  const changed = useMentorshipSessionsChanged();
  return useMutation<MentorshipSessionDetail, Error, MoveInput>({
    mutationFn: (input) => call(send(mentorshipSessionId, input)),
    onSuccess: async (mentorshipSession) => {
      client.setQueryData(mentorshipSessionQuery(mentorshipSessionId).queryKey, mentorshipSession);
      await changed();
    },
    onError: () => changed(mentorshipSessionId),
  });
}

function send(mentorshipSessionId: string, input: MoveInput) {
  const mentorshipSession = api.mentoring.sessions[":mentorshipSessionId"];
  const param = { mentorshipSessionId };
  switch (input.move) {
    case "accept":
    case "propose":
      return mentorshipSession[input.move].$post({ param, json: input.json });
    case "agree":
    case "keep":
      return mentorshipSession[input.move].$post({ param, json: input.json });
    case "complete":
      return mentorshipSession.complete.$post({ param, json: input.json });
    case "miss":
      return mentorshipSession.miss.$post({ param, json: input.json });
    case "rate":
      return mentorshipSession.rate.$post({ param, json: input.json });
    default:
      return mentorshipSession[input.move satisfies MemberMove].$post({ param, json: input.json });
  }
}
