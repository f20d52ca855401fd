import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { Report } from "./reports.answers.ts";
import type { ReportQuery } from "./reports.schema.ts";

const asQuery = ({ module, ...filter }: ReportQuery) => ({ ...filter, ...(module !== undefined && { module: String(module) }) });

const reportQuery = (filter: ReportQuery) =>
  queryOptions({
    queryKey: ["reports", filter],
    queryFn: (): Promise<Report> => call(api.admin.reports.$get({ query: asQuery(filter) })),
    placeholderData: keepPreviousData,
  });

const ownReportQuery = ({ lodge: _, ...filter }: ReportQuery) =>
  queryOptions({
    queryKey: ["own-lodge", "report", filter],
    queryFn: (): Promise<Report> => call(api["own-lodge"].report.$get({ query: asQuery(filter) })),
    placeholderData: keepPreviousData,
  });

export const useReport = (filter: ReportQuery) => useQuery(reportQuery(filter));
export const useOwnReport = (filter: ReportQuery) => useQuery(ownReportQuery(filter));
