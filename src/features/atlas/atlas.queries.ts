import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { Atlas } from "./atlas.answers.ts";

const atlasQuery = queryOptions({ queryKey: ["atlas"], queryFn: (): Promise<Atlas> => call(api.atlas.$get()) });

export const useAtlas = () => useQuery(atlasQuery);
