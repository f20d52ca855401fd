import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SearchKind } from "#app/features/search/kinds.ts";
import type { SearchBrief } from "#app/features/search/search.answers.ts";
import { type ApiError, api, call } from "#app/lib/api.ts";
import { upload } from "#app/lib/upload.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { boardsChanged } from "../boards/boards.queries.ts";
import { putPost, topicChanged } from "../topics/topics.queries.ts";
import type { Draft, Image, MemberNames, Post, PostVersions, Preview, Reactions } from "./posts.answers.ts";
import type { DraftInput, EditPostInput, NewPostInput, Reaction } from "./posts.schema.ts";

export const sendPost = (topicId: string, json: NewPostInput): Promise<Post> =>
  call(api.community.topics[":topicId"].posts.$post({ param: { topicId }, json }));

export function useReply(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: NewPostInput) => sendPost(topicId, input),
    onSuccess: (post) => {
      putPost(client, topicId, post);
      void topicChanged(client, topicId);
      void boardsChanged(client);
    },
  });
}

export function useEditPost(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, ...json }: EditPostInput & { postId: string }): Promise<Post> =>
      call(api.community.posts[":postId"].$put({ param: { postId }, json })),
    onSuccess: (post) => putPost(client, topicId, post),
    onSettled: () => topicChanged(client, topicId),
  });
}

export function useDeletePost(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, version }: { postId: string; version: number }) =>
      call(api.community.posts[":postId"].$delete({ param: { postId }, json: { version } })),
    onSettled: () => {
      void boardsChanged(client);
      return topicChanged(client, topicId);
    },
  });
}

/** It shows at once, and is taken back when it could not be kept. */
export function useReact(topicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ post, kind, on }: { post: Post; kind: Reaction; on: boolean }): Promise<Reactions> => {
      const reaction = api.community.posts[":postId"].reactions[":kind"];
      const param = { postId: post.id, kind };
      return call(on ? reaction.$put({ param }) : reaction.$delete({ param }));
    },
    onMutate: ({ post, kind, on }) => {
      const reacted = on ? [...post.reacted, kind] : post.reacted.filter((each) => each !== kind);
      const reactions = { ...post.reactions, [kind]: Math.max(0, post.reactions[kind] + (on ? 1 : -1)) };
      putPost(client, topicId, { ...post, reacted, reactions });
    },
    onSuccess: (reactions, { post }) => putPost(client, topicId, { ...post, ...reactions }),
    onError: (_error, { post }) => putPost(client, topicId, post),
  });
}

/** What a post said before its edits, the oldest first. */
export const useVersions = (postId: string, version: number) =>
  useQuery(
    queryOptions({
      queryKey: ["community", "versions", postId, version],
      queryFn: (): Promise<PostVersions> => call(api.community.posts[":postId"].versions.$get({ param: { postId } })),
    }),
  );

/** What a text will look like; the last one stays while the next is on its way. */
export const usePreview = (boardId: string, source: string) =>
  useQuery({
    queryKey: ["community", "preview", boardId, source],
    queryFn: ({ signal }): Promise<Preview> =>
      call(api.community.preview.$post({ json: { boardId, source } }, { init: { signal } })),
    enabled: source.trim() !== "",
    placeholderData: source.trim() === "" ? undefined : keepPreviousData,
    retry: (count, error) => count < 3 && (error as ApiError).code === "superseded", // by what is written in another window
    gcTime: 0,
  });

/** Members of the board whose name begins so. */
export const useMentions = (boardId: string, search: string | undefined) =>
  useQuery({
    queryKey: ["community", "mentions", boardId, search],
    queryFn: ({ signal }): Promise<MemberNames> =>
      call(api.community.mentions.$get({ query: { board: boardId, q: search ?? "" } }, { init: { signal } })),
    enabled: Boolean(search),
    placeholderData: search ? keepPreviousData : undefined,
  });

export const readDraft = (place: string): Promise<Draft | null> =>
  call(api.community.drafts[":place"].$get({ param: { place } })).then(({ draft }) => draft);

/** The account's draft of a place that has no page of its own to bring it. */
export const useDraftOf = (place: string) =>
  useQuery({ queryKey: ["community", "draft", place], queryFn: () => readDraft(place), staleTime: 0, gcTime: 0 });

export const keepAccountDraft = (place: string, json: DraftInput): Promise<Draft> =>
  call(api.community.drafts[":place"].$put({ param: { place }, json }));

export const dropAccountDraft = (place: string) => call(api.community.drafts[":place"].$delete({ param: { place } }));

const LINKED: SearchKind[] = ["lesson", "term", "document", "study", "piece", "life", "degree", "work"];

/** Pages of the academy that a post can link to. */
export const useLinkTargets = (q: string) =>
  useQuery({
    queryKey: ["community", "targets", q],
    queryFn: async ({ signal }) => {
      const { groups } = await call<SearchBrief>(api.search.brief.$get({ query: { q } }, { init: { signal } }));
      return groups
        .filter(({ kind }) => LINKED.includes(kind))
        .flatMap(({ results }) => results)
        .map(({ kind, path, title }) => ({ kind, path, title: title.map(({ text }) => text).join("") }));
    },
    enabled: q !== "",
    placeholderData: q === "" ? undefined : keepPreviousData,
  });

/** Reads a post as the server has it now. */
export const useFreshPost =
  (topicId: string) =>
  async (number: number): Promise<Post | undefined> => {
    const page = await call(api.community.topics[":topicId"].$get({ param: { topicId }, query: { from: String(number) } }));
    return page.posts.find((post) => post.number === number);
  };

/** Sends a picture for a post of this board. */
export const useSendPicture = (boardId: string) =>
  useMutation({
    mutationFn: (file: File): Promise<Image> => upload<Image>(`/api/community/images?board=${encodeURIComponent(boardId)}`, file),
  });
