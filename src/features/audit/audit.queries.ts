import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { AuditLogPage } from "./audit.answers.ts";

/** Under the panel's key, so that an act shows in the log as soon as it is done; never from the cache, since others act too. */
const auditLogQuery = infiniteQueryOptions({
  queryKey: ["admin", "audit-log"],
  queryFn: ({ pageParam }): Promise<AuditLogPage> =>
    call(api.admin["audit-log"].$get({ query: pageParam ? { after: pageParam } : {} })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  staleTime: 0,
});

export const useAuditLog = () => useInfiniteQuery(auditLogQuery);
