import { type QueryClient, queryOptions, useMutation as useAnyMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { type UploadOptions, upload } from "#app/lib/upload.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Message, MessagesPage, ReceivedFile } from "./messages.answers.ts";
import type { NewMessageInput } from "./messages.schema.ts";

type Conversation = Pick<MessagesPage, "messages" | "more" | "otherRead">;

const fetchPage = (mentorshipSessionId: string, from: { before?: number; after?: number } = {}): Promise<MessagesPage> => {
  const query = Object.fromEntries(Object.entries(from).map(([name, number]) => [name, String(number)]));
  return call(api.mentoring.sessions[":mentorshipSessionId"].messages.$get({ param: { mentorshipSessionId }, query }));
};

/**
 * The conversation as far as it was read. Live news keep it fresh, so it is fetched once; when it is fetched again, older pages
 * that were opened stay.
 */
const messagesQuery = (mentorshipSessionId: string) =>
  queryOptions({
    queryKey: ["mentoring", "messages", mentorshipSessionId],
    queryFn: async ({ client, queryKey }): Promise<Conversation> => {
      const { messages, more, otherRead } = await fetchPage(mentorshipSessionId);
      const known = client.getQueryData<Conversation>(queryKey);
      if (!known) return { messages, more, otherRead };
      const merged = merge(known.messages, messages);
      return { messages: merged, otherRead, more: merged[0]?.number === messages[0]?.number ? more : known.more };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useMessages = (mentorshipSessionId: string) => useQuery(messagesQuery(mentorshipSessionId));

/** Puts messages where they belong; one that is there already is not doubled. */
function merge(known: Message[], more: Message[]): Message[] {
  const byNumber = new Map(known.map((message) => [message.number, message]));
  for (const message of more) byNumber.set(message.number, message);
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** What news, or the member's own sending, adds to the conversation. */
export function useConversation(mentorshipSessionId: string) {
  const client = useQueryClient();
  const { queryKey } = messagesQuery(mentorshipSessionId);
  const add = (...messages: Message[]) =>
    client.setQueryData(queryKey, (known) => known && { ...known, messages: merge(known.messages, messages) });
  return {
    add: (message: Message) => add(message),
    /** Adds everything after the last message that is known here. Without a connection the next news tries again. */
    catchUp: async (): Promise<void> => {
      for (let more = true; more; ) {
        const after = client.getQueryData(queryKey)?.messages.at(-1)?.number ?? 0;
        const page = await fetchPage(mentorshipSessionId, { after }).catch(() => undefined);
        if (page) {
          add(...page.messages);
          client.setQueryData(queryKey, (known) => known && { ...known, otherRead: page.otherRead });
        }
        more = page?.more ?? false;
      }
    },
    /** Reads all of it again: words may have been erased. */
    reload: () => client.invalidateQueries({ queryKey }),
  };
}

export function useOlderMessages(mentorshipSessionId: string) {
  const client = useQueryClient();
  const { queryKey } = messagesQuery(mentorshipSessionId);
  return useMutation({
    mutationFn: (before: number) => fetchPage(mentorshipSessionId, { before }),
    onSuccess: ({ messages, more }) =>
      client.setQueryData(queryKey, (known) => known && { ...known, messages: merge(known.messages, messages), more }),
  });
}

/** Sends a message; the server writes it once, however often it arrives. */
export const sendMessage = (mentorshipSessionId: string, json: NewMessageInput): Promise<Message> =>
  call(api.mentoring.sessions[":mentorshipSessionId"].messages.$post({ param: { mentorshipSessionId }, json }));

/** A message that had to wait has gone out. */
export const conversationChanged = (client: QueryClient, mentorshipSessionId: string) =>
  client.invalidateQueries({ queryKey: messagesQuery(mentorshipSessionId).queryKey });

export function useSendMessage(mentorshipSessionId: string) {
  const { add } = useConversation(mentorshipSessionId);
  return useMutation({
    mutationFn: (json: NewMessageInput): Promise<Message> => sendMessage(mentorshipSessionId, json),
    onSuccess: add,
  });
}

/** A plain mutation: files cannot be distinguished by their JSON, and the choice is disabled while one is being sent. */
export const useSendFile = (mentorshipSessionId: string) =>
  useAnyMutation({
    mutationFn: ({ file, ...options }: { file: File } & UploadOptions): Promise<ReceivedFile> =>
      upload(`/api/mentoring/files?session=${mentorshipSessionId}`, file, options),
  });

/** Where the file of a message is read. */
export const fileAddress = (mentorshipSessionId: string, number: number): string =>
  `/api/mentoring/sessions/${mentorshipSessionId}/messages/${number}/file`;

/** Changes a message of one's own, or takes it back where `body` is null. */
export function useChangeMessage(mentorshipSessionId: string) {
  const { add } = useConversation(mentorshipSessionId);
  const one = api.mentoring.sessions[":mentorshipSessionId"].messages[":number"];
  return useMutation({
    mutationFn: ({ number, body }: { number: number; body: string | null }): Promise<Message> => {
      const param = { mentorshipSessionId, number: String(number) };
      return call(body === null ? one.$delete({ param }) : one.$put({ param, json: { body } }));
    },
    onSuccess: add,
  });
}

export function useMarkRead(mentorshipSessionId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { unasked: true },
    mutationFn: (upTo: number) =>
      call(api.mentoring.sessions[":mentorshipSessionId"].messages.read.$put({ param: { mentorshipSessionId }, json: { upTo } })),
    onSuccess: () =>
      Promise.all(
        [
          ["mentoring", "mentorshipSessions"],
          ["mentoring", "summary"],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
