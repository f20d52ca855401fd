import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { download } from "#app/lib/download.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { AuditLogPage } from "./audit.answers.ts";
import type { AuditFilter } from "./audit.schema.ts";

/** Under the panel's key, so that an act shows in the log as soon as it is done; never from the cache, since others act too. */
const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["admin", "audit-log", filter],
    queryFn: ({ pageParam }): Promise<AuditLogPage> =>
      call(api.admin["audit-log"].search.$post({ json: { ...filter, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useAuditLog = (filter: AuditFilter) => useInfiniteQuery(auditLogQuery(filter));

/** Downloads the lines that a filter leaves, as a spreadsheet. */
export const useAuditExport = () =>
  useMutation({
    mutationFn: (json: AuditFilter) => download(api.admin["audit-log"].export.$post({ json }), "registro-de-acoes.csv"),
  });
