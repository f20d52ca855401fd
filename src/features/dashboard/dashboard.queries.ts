import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { Dashboard } from "./dashboard.answers.ts";

const dashboardQuery = queryOptions({ queryKey: ["dashboard"], queryFn: (): Promise<Dashboard> => call(api.dashboard.$get()) });

export const useDashboard = () => useQuery(dashboardQuery);
