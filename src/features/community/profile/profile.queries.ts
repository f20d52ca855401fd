import { useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { communityQuery } from "../boards/boards.queries.ts";
import type { CommunityProfileInput } from "./profile.schema.ts";

function useOwnChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: communityQuery.queryKey }),
      client.invalidateQueries({ queryKey: ["community", "topic"] }),
    ]);
}

export const useAcceptRules = () =>
  useMutation({ mutationFn: () => call(api.community.rules.$put()), onSuccess: useOwnChanged() });

/** How the member signs. */
export const useChangeProfile = () =>
  useMutation({
    mutationFn: (json: CommunityProfileInput) => call(api.community.profile.$put({ json })),
    onSettled: useOwnChanged(),
  });

/** The weekly letter is one of the kinds that /notificacoes lets a member choose. */
export function useWeeklyLetter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => call(api.notices.preferences.$patch({ json: { channels: { weekly: on ? "email" : "never" } } })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: communityQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["notices", "preferences"] }),
      ]),
  });
}
