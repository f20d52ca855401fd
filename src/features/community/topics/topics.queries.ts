import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { boardsChanged } from "../boards/boards.queries.ts";
import type { Post } from "../posts/posts.answers.ts";
import type { NewTopic, TextTalk, TopicPage, TopicsPage } from "./topics.answers.ts";
import type { DiscussedText, NewTopicInput } from "./topics.schema.ts";

const topicsQuery = (boardId: string) =>
  infiniteQueryOptions({
    queryKey: ["community", "topics", boardId],
    queryFn: ({ pageParam }): Promise<TopicsPage> =>
      call(
        api.community.boards[":boardId"].topics.$get({ param: { boardId }, query: { ...(pageParam && { after: pageParam }) } }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** The topics of a board, as far as they were unrolled. */
export const useTopics = (boardId: string) => useInfiniteQuery(topicsQuery(boardId));

/** Which posts of a topic to show first: those from a number on, or the first ones. */
export type Start = number | undefined;

const topicQuery = (topicId: string, start: Start) =>
  infiniteQueryOptions({
    queryKey: ["community", "topic", topicId, start ?? 1],
    queryFn: ({ pageParam }): Promise<TopicPage> =>
      call(api.community.topics[":topicId"].$get({ param: { topicId }, query: pageParam })),
    initialPageParam: (start === undefined ? {} : { from: String(start) }) as { from?: string; before?: string; after?: string },
    getNextPageParam: ({ posts, after }) => (after && posts.length > 0 ? { after: String(posts.at(-1)!.number) } : undefined),
    getPreviousPageParam: ({ posts, before }) => (before && posts.length > 0 ? { before: String(posts[0]!.number) } : undefined),
    staleTime: 0,
  });

/** A topic with its posts, as far as they were unrolled in both directions. */
export const useTopic = (topicId: string, start: Start) => useInfiniteQuery(topicQuery(topicId, start));

export const isLoaded = (client: QueryClient, topicId: string, start: Start): boolean =>
  client.getQueryData(topicQuery(topicId, start).queryKey) !== undefined;

type Pages = InfiniteData<TopicPage>;

/** Posts of a page, as the server gives them. */
const PAGE = 20;

/** Puts a post in its place: one that is known is replaced, a new one comes last where the end of the topic is shown. */
export function putPost(client: QueryClient, topicId: string, post: Post): void {
  client.setQueriesData<Pages>({ queryKey: ["community", "topic", topicId] }, (known) => {
    if (!known) return known;
    const { pages, pageParams } = known;
    if (pages.some(({ posts }) => posts.some(({ id }) => id === post.id))) {
      const replaced = (page: TopicPage) => ({ ...page, posts: page.posts.map((each) => (each.id === post.id ? post : each)) });
      return { ...known, pages: pages.map(replaced) };
    }
    const last = pages.at(-1)!;
    const lastShown = last.posts.at(-1)?.number ?? 0;
    if (last.after || post.number <= lastShown) return known;
    const topic = { ...last.topic, lastNumber: Math.max(last.topic.lastNumber, post.number) };
    if (last.posts.length < PAGE && post.number === lastShown + 1)
      return { ...known, pages: [...pages.slice(0, -1), { ...last, topic, posts: [...last.posts, post] }] };
    // where it comes after a full page, or others have written meanwhile: asked for again, that page might come without it
    return {
      pages: [...pages, { topic, posts: [post], before: true, after: false }],
      pageParams: [...pageParams, { after: String(lastShown) }],
    };
  });
}

export const topicChanged = (client: QueryClient, topicId: string) =>
  client.invalidateQueries({ queryKey: ["community", "topic", topicId] });

export const sendTopic = (boardId: string, json: NewTopicInput): Promise<NewTopic> =>
  call(api.community.boards[":boardId"].topics.$post({ param: { boardId }, json }));

/** There is a topic more, which may be about a text. */
export function topicOpened(client: QueryClient): void {
  void boardsChanged(client);
  void client.invalidateQueries({ queryKey: ["community", "text"] });
}

export function useOpenTopic(boardId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: NewTopicInput) => sendTopic(boardId, json),
    onSuccess: () => topicOpened(client),
  });
}

export function useFollowTopic(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (following: boolean) =>
      call(api.community.topics[":topicId"].follow.$put({ param: { topicId }, json: { following } })),
    onSettled: () => topicChanged(client, topicId),
  });
}

export function useMarkAnswer(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: number | null) =>
      call(api.community.topics[":topicId"].answer.$put({ param: { topicId }, json: { number } })),
    onSettled: () => topicChanged(client, topicId),
  });
}

export function useReadTopic(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { unasked: true },
    mutationFn: (upTo: number) =>
      call(api.community.topics[":topicId"].read.$put({ param: { topicId }, json: { upTo } }, { init: { keepalive: true } })),
    onSuccess: ({ readUpTo, unread }) => {
      // news of a topic reach those who have marked it: what was written between this page's opening and its first mark did not
      const pages = client
        .getQueriesData<Pages>({ queryKey: ["community", "topic", topicId] })
        .flatMap(([, data]) => data?.pages ?? []);
      if (pages.every(({ topic }) => topic.lastNumber < readUpTo + unread)) void topicChanged(client, topicId);
      void boardsChanged(client);
    },
  });
}

const textQuery = ({ kind, textId }: DiscussedText) =>
  queryOptions({
    queryKey: ["community", "text", kind, textId],
    queryFn: (): Promise<TextTalk> => call(api.community.texts[":kind"][":textId"].$get({ param: { kind, textId } })),
  });

/** The topic in which a lesson or study is talked about, and by how many. */
export const useTalkAbout = (text: DiscussedText | null) =>
  useQuery({ ...textQuery(text ?? { kind: "lesson", textId: "" }), enabled: text !== null });
