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
import type { AnnouncementList, ManagedList, Recipients, ReturnedLetters } from "./announcements.answers.ts";
import type { AnnouncementInput, NewAnnouncementInput } from "./announcements.schema.ts";

const announcementsQuery = infiniteQueryOptions({
  queryKey: ["announcements"],
  queryFn: ({ pageParam }): Promise<AnnouncementList> =>
    call(api.announcements.$get({ query: { ...(pageParam && { after: pageParam }) } })),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
});

/** What the administration has told the member, newest first. */
export const useAnnouncements = () => useInfiniteQuery(announcementsQuery);

/** Under the panel's key. */
const KEY = ["admin", "announcements"];

/** It is being told, or its hour has come. */
const isMoving = ({ state, at }: ManagedList["announcements"][number]): boolean =>
  state === "sending" || (state === "scheduled" && Date.parse(at) <= Date.now());

/** What moves is asked for every five seconds. */
const managedQuery = infiniteQueryOptions({
  queryKey: [...KEY, "list"],
  queryFn: ({ pageParam }): Promise<ManagedList> =>
    call(api.admin.announcements.$get({ query: { ...(pageParam && { after: pageParam }) } })),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) => (state.data?.pages.some(({ announcements }) => announcements.some(isMoving)) ? 5_000 : false),
});

const recipientsQuery = (lodgeId: string | null) =>
  queryOptions({
    queryKey: [...KEY, "recipients", lodgeId],
    queryFn: (): Promise<Recipients> => call(api.admin.announcements.recipients.$get({ query: { ...(lodgeId && { lodgeId }) } })),
    placeholderData: keepPreviousData,
  });

const previewQuery = (source: string) =>
  queryOptions({
    queryKey: [...KEY, "preview", source],
    queryFn: (): Promise<{ html: string }> => call(api.admin.announcements.preview.$post({ json: { source } })),
    enabled: source.trim().length >= 10,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const useManagedAnnouncements = () => useInfiniteQuery(managedQuery);
/** How many an announcement would reach; of a Lodge, if one is chosen. */
export const useRecipients = (lodgeId: string | null) => useQuery(recipientsQuery(lodgeId));
export const useAnnouncementPreview = (source: string) => useQuery(previewQuery(source));
export const useReturnedLetters = (id: string) =>
  useQuery({
    queryKey: [...KEY, "returned", id],
    queryFn: (): Promise<ReturnedLetters> => call(api.admin.announcements[":id"].returned.$get({ param: { id } })),
  });

function useChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: announcementsQuery.queryKey });
    return client.invalidateQueries({ queryKey: managedQuery.queryKey });
  };
}

export const usePublishAnnouncement = () =>
  useMutation({
    mutationFn: (json: NewAnnouncementInput): Promise<{ id: string }> => call(api.admin.announcements.$post({ json })),
    onSuccess: useChanged(),
  });

export const useSendTestLetter = () =>
  useMutation({
    mutationFn: (json: AnnouncementInput): Promise<{ address: string }> => call(api.admin.announcements.test.$post({ json })),
  });

export const useChangeAnnouncement = () =>
  useMutation({
    mutationFn: ({ id, ...json }: AnnouncementInput & { id: string }) =>
      call(api.admin.announcements[":id"].$put({ param: { id }, json })),
    onSettled: useChanged(),
  });

export const useMoveAnnouncement = () =>
  useMutation({
    mutationFn: ({ id, act }: { id: string; act: "pause" | "resume" }) =>
      call(api.admin.announcements[":id"][act].$post({ param: { id } })),
    onSettled: useChanged(),
  });

export const useDeleteAnnouncement = () =>
  useMutation({
    mutationFn: (id: string) => call(api.admin.announcements[":id"].$delete({ param: { id } })),
    onSettled: useChanged(),
  });

/** Takes the member of a letter's link off these letters. */
export const useLeaveLetters = () =>
  useMutation({ mutationFn: (token: string) => call(api.notices["one-click"].$post({ query: { token } })) });
