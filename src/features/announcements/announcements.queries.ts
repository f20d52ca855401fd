import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { AnnouncementList } from "./announcements.answers.ts";

const announcementsQuery = infiniteQueryOptions({
  queryKey: ["announcements"],
  queryFn: ({ pageParam }): Promise<AnnouncementList> =>
    call(api.announcements.$get({ query: { ...(pageParam && { after: pageParam }) } })),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
});

/** What the administration has told the member, newest first. */
export const useAnnouncements = () => useInfiniteQuery(announcementsQuery);
