import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { ContactMessage, ContactMessageList } from "./contact.answers.ts";
import type { ContactInput, MessageState } from "./contact.schema.ts";

export const useSendMessage = () => useMutation({ mutationFn: (json: ContactInput) => call(api.contact.$post({ json })) });

const messagesQuery = (state: MessageState) =>
  infiniteQueryOptions({
    queryKey: ["contact", "messages", state],
    queryFn: ({ pageParam }): Promise<ContactMessageList> =>
      call(api.contact.messages.$get({ query: { state, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useMessages = (state: MessageState) => useInfiniteQuery(messagesQuery(state));

function useMessagesChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["contact", "messages"] });
}

export function useResolveMessage() {
  const onSuccess = useMessagesChanged();
  return useMutation({
    mutationFn: ({ id, resolved }: { id: string; resolved: boolean }): Promise<ContactMessage> =>
      call(api.contact.messages[":id"].$patch({ param: { id }, json: { resolved } })),
    onSuccess,
  });
}

export function useDeleteMessage() {
  const onSuccess = useMessagesChanged();
  return useMutation({
    mutationFn: (id: string) => call(api.contact.messages[":id"].$delete({ param: { id } })),
    onSuccess,
  });
}
