import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Announcement, AnnouncementList } from "./announcements.answers.ts";
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

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: announcementsQuery.queryKey });
}

export const usePublishAnnouncement = () =>
  useMutation({
    mutationFn: (json: NewAnnouncementInput): Promise<Announcement> => call(api.announcements.$post({ json })),
    onSuccess: useChanged(),
  });

export const useChangeAnnouncement = () =>
  useMutation({
    mutationFn: ({ id, ...json }: AnnouncementInput & { id: string }): Promise<Announcement> =>
      call(api.announcements[":id"].$put({ param: { id }, json })),
    onSettled: useChanged(),
  });

export const useDeleteAnnouncement = () =>
  useMutation({
    mutationFn: (id: string) => call(api.announcements[":id"].$delete({ param: { id } })),
    onSettled: useChanged(),
  });

export const useAnnouncementPreview = () =>
  useMutation({
    mutationFn: (source: string): Promise<{ html: string }> => call(api.announcements.preview.$post({ json: { source } })),
  });
