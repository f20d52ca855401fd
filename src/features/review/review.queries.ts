import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { DEFAULT_ZONE, deviceZone } from "#app/lib/time-zones.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Graded, ReviewJudged, ReviewSettings, ReviewState } from "./review.answers.ts";
import type { CardKind, Grade, ReviewSettingsInput } from "./review.schema.ts";

const reviewQuery = queryOptions({
  queryKey: ["review", "today"],
  queryFn: (): Promise<ReviewState> => call(api.review.$get()),
  staleTime: 0, // another device may have reviewed meanwhile
  refetchOnWindowFocus: false, // the card that lies open stays
  gcTime: 0, // who comes back is not shown the cards of before, which they may have answered since
});

const settingsQuery = queryOptions({
  queryKey: ["review", "settings"],
  queryFn: (): Promise<ReviewSettings> => call(api.review.settings.$get()),
});

/** @param enabled not while answers of an earlier visit are still on their way */
export const useReview = (enabled: boolean) => useQuery({ ...reviewQuery, enabled });
/** @param open false while the review is closed to the member */
export const useReviewSettings = (open = true) => useQuery({ ...settingsQuery, enabled: open });

const reviewChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: ["dashboard"] });

/** Which showing of which card an answer is to. */
export type Showing = { kind: CardKind; subject: string; seen: number };

/** Sends how a card went; it goes out also while the page is being left. */
export async function sendGrade({ kind, subject, seen }: Showing, grade: Grade): Promise<Graded> {
  const cards = api.review.cards[":kind"][":subject"];
  const result = await call<Graded>(
    cards.grade.$post({ param: { kind, subject }, json: { grade, seen } }, { init: { keepalive: true } }),
  );
  await reviewChanged(queryClient);
  return result;
}

/** Sends the answer to a question in review. */
export async function sendAnswer({ subject, seen }: Showing, given: string[]): Promise<ReviewJudged> {
  const result = await call<ReviewJudged>(
    api.review.cards.question[":subject"].answer.$post({ param: { subject }, json: { given, seen } }),
  );
  await reviewChanged(queryClient);
  return result;
}

/** Tells the zone of this device, where the member has chosen none; the day is then counted by it. */
export function useKeepDeviceZone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<ReviewSettings> => call(api.review["time-zone"].$put({ json: { timeZone: deviceZone() } })),
    onSuccess: async (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      if (settings.timeZone === DEFAULT_ZONE) return; // as it was counted
      await client.invalidateQueries({ queryKey: reviewQuery.queryKey });
      await reviewChanged(client);
    },
  });
}

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: ReviewSettingsInput): Promise<ReviewSettings> => call(api.review.settings.$put({ json })),
    onSuccess: async (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      await client.invalidateQueries({ queryKey: reviewQuery.queryKey });
      await reviewChanged(client);
    },
  });
}
