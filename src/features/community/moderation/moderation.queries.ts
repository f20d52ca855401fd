import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { boardsChanged, communityQuery } from "../boards/boards.queries.ts";
import type {
  BoardModerators,
  ModerationQueue,
  ModeratorCandidates,
  ModeratorsWords,
  TopicHiding,
} from "./moderation.answers.ts";
import type { BoardInput, ModeratorsInput, NewBoardInput, Seen } from "./moderation.schema.ts";

const queueQuery = infiniteQueryOptions({
  queryKey: ["community", "moderation"],
  queryFn: ({ pageParam }): Promise<ModerationQueue> =>
    call(api.community.moderation.$get({ query: { ...(pageParam && { after: pageParam }) } })),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
});

/** What waits for a moderator, the oldest first. */
export const useModerationQueue = (enabled: boolean) => useInfiniteQuery({ ...queueQuery, enabled });

export type PostMove = { postId: string } & (
  | { move: "hide"; reason: string; seen: Seen }
  | { move: "show"; seen: Seen }
  | { move: "word"; body: string }
);

export type TopicMove = { topicId: string } & (
  | { move: "lock" | "unlock" | "pin" | "unpin" | "show" }
  | { move: "hide"; reason: string }
  | { move: "move"; boardId: string }
  | { move: "retitle"; title: string; before: string }
  | { move: "split"; numbers: number[]; title: string }
);

/** What a moderator does changes what everybody sees: the queue, the topics and the boards are asked for again. */
function useModerated() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queueQuery.queryKey }),
      client.invalidateQueries({ queryKey: ["community", "topic"] }),
      boardsChanged(client),
    ]);
}

export const useMovePost = () =>
  useMutation({
    mutationFn: (act: PostMove): Promise<{ ok: true }> => {
      const post = api.community.posts[":postId"];
      const param = { postId: act.postId };
      switch (act.move) {
        case "hide":
          return call(post.hide.$post({ param, json: { reason: act.reason, seen: act.seen } }));
        case "show":
          return call(post.show.$post({ param, json: { seen: act.seen } }));
        case "word":
          return call(post.word.$post({ param, json: { body: act.body } }));
      }
    },
    onSettled: useModerated(),
  });

export const useMoveTopic = () =>
  useMutation({
    mutationFn: (act: TopicMove): Promise<{ ok: true } | { topicId: string }> => {
      const topic = api.community.topics[":topicId"];
      const param = { topicId: act.topicId };
      switch (act.move) {
        case "hide":
          return call(topic.hide.$post({ param, json: { reason: act.reason } }));
        case "move":
          return call(topic.move.$post({ param, json: { boardId: act.boardId } }));
        case "retitle":
          return call(topic.title.$put({ param, json: { title: act.title, before: act.before } }));
        case "split":
          return call(topic.split.$post({ param, json: { numbers: act.numbers, title: act.title } }));
        default:
          return call(topic[act.move].$post({ param }));
      }
    },
    onSettled: useModerated(),
  });

/** Why a topic that cannot be opened was hidden; an answer only for the member who has opened it. */
export const useHiding = (topicId: string) =>
  useQuery({
    queryKey: ["community", "hiding", topicId],
    queryFn: (): Promise<TopicHiding> => call(api.community.topics[":topicId"].hiding.$get({ param: { topicId } })),
    staleTime: 0,
    retry: false,
  });

/** What moderators wrote to the author of a post; for them and for them. */
export const useWordsToAuthor = (postId: string) =>
  useQuery({
    queryKey: ["community", "words", postId],
    queryFn: (): Promise<ModeratorsWords> => call(api.community.posts[":postId"].words.$get({ param: { postId } })),
  });

export function useAddBoard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: NewBoardInput) => call(api.community.boards.$post({ json })),
    onSuccess: () => client.invalidateQueries({ queryKey: communityQuery.queryKey }),
  });
}

export function useChangeBoard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ boardId, ...json }: BoardInput & { boardId: string }) =>
      call(api.community.boards[":boardId"].$put({ param: { boardId }, json })),
    onSettled: () => client.invalidateQueries({ queryKey: communityQuery.queryKey }),
  });
}

const moderatorsQuery = (boardId: string) =>
  queryOptions({
    queryKey: ["community", "moderators", boardId],
    queryFn: (): Promise<BoardModerators> => call(api.community.boards[":boardId"].moderators.$get({ param: { boardId } })),
  });

export const useModerators = (boardId: string) => useQuery(moderatorsQuery(boardId));

/** Members who could moderate a board, by what an administrator knows them by. */
export const useModeratorCandidates = (boardId: string, q: string, enabled: boolean) =>
  useQuery({
    queryKey: ["community", "moderator-candidates", boardId, q],
    queryFn: (): Promise<ModeratorCandidates> =>
      call(api.community.boards[":boardId"].moderators.candidates.$post({ param: { boardId }, json: { q } })),
    enabled,
  });

export function useChangeModerators(boardId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: ModeratorsInput): Promise<BoardModerators> =>
      call(api.community.boards[":boardId"].moderators.$put({ param: { boardId }, json })),
    onSuccess: (moderators) => client.setQueryData(moderatorsQuery(boardId).queryKey, moderators),
    onError: () => client.invalidateQueries({ queryKey: moderatorsQuery(boardId).queryKey }),
  });
}

/** Tells the moderators of a post. */
export const useReport = () =>
  useMutation({
    mutationFn: ({ postId, reason }: { postId: string; reason: string }) =>
      call(api.community.posts[":postId"].reports.$post({ param: { postId }, json: { reason } })),
  });
