import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { LodgeDetails, LodgePage, SpellingQueue } from "./lodges.answers.ts";
import type { LodgeInput, OfficerInput } from "./lodges.schema.ts";

const KEY = ["admin", "lodges"];

const listQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", search],
    queryFn: ({ pageParam }): Promise<LodgePage> =>
      call(api.admin.lodges.$get({ query: { search, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
export const useLodges = (search: string) => useInfiniteQuery(listQuery(search));

const lodgeQuery = (lodgeId: string) =>
  queryOptions({
    queryKey: [...KEY, "one", lodgeId],
    queryFn: (): Promise<LodgeDetails> => call(api.admin.lodges[":lodgeId"].$get({ param: { lodgeId } })),
  });
export const useLodge = (lodgeId: string) => useQuery(lodgeQuery(lodgeId));

const optionsQuery = queryOptions({
  queryKey: [...KEY, "options"],
  queryFn: () => call(api.admin.lodges.options.$get()),
});
export const useLodgeOptions = () => useQuery(optionsQuery);

const spellingsQuery = queryOptions({
  queryKey: [...KEY, "spellings"],
  queryFn: (): Promise<SpellingQueue> => call(api.admin["lodge-spellings"].$get()),
});
export const useSpellings = () => useQuery(spellingsQuery);

/** Known names for what is typed in a Lodge's field; none before the third letter. */
export const useLodgeSuggestions = (typed: string) =>
  useQuery({
    queryKey: ["lodges", "suggestions", typed],
    queryFn: () => call(api.lodges.suggestions.$get({ query: { q: typed } })),
    enabled: typed.length >= 3,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["admin"] });
}

/** A change that answers with the Lodge as it is then. */
function useLodgeChange<Input>(change: (input: Input) => Promise<LodgeDetails>) {
  const onSettled = useChanged();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (lodge) => client.setQueryData(lodgeQuery(lodge.id).queryKey, lodge),
    onSettled,
  });
}

export const useSaveLodge = (lodgeId: string | null) =>
  useLodgeChange((json: LodgeInput) =>
    lodgeId === null
      ? call(api.admin.lodges.$post({ json }))
      : call(api.admin.lodges[":lodgeId"].$put({ param: { lodgeId }, json })),
  );
export const useSetLodgeActive = (lodgeId: string) =>
  useLodgeChange((active: boolean) => call(api.admin.lodges[":lodgeId"].active.$put({ param: { lodgeId }, json: { active } })));
export const useAppointOfficer = (lodgeId: string) =>
  useLodgeChange((json: OfficerInput) => call(api.admin.lodges[":lodgeId"].officers.$post({ param: { lodgeId }, json })));
export const useEndTerm = () =>
  useLodgeChange((officerId: string) => call(api.admin["lodge-officers"][":officerId"].$delete({ param: { officerId } })));

export function useJoinSpelling() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (json: { key: string; lodgeId: string }): Promise<{ members: number }> =>
      call(api.admin["lodge-spellings"].$post({ json })),
    onSettled,
  });
}
export function usePartSpelling() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (key: string): Promise<{ members: number }> => call(api.admin["lodge-spellings"].part.$post({ json: { key } })),
    onSettled,
  });
}
