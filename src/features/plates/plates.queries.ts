import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { PlateDrawing, PlateList } from "./plates.answers.ts";

const platesQuery = queryOptions({
  queryKey: ["plates"],
  queryFn: (): Promise<PlateList> => call(api.plates.$get()),
});

/** A drawing changes with a release only: while the tab lives it is asked for once. */
const drawingQuery = (plate: string) =>
  queryOptions({
    queryKey: ["plates", plate],
    queryFn: (): Promise<PlateDrawing> => call(api.plates[":plate"].$get({ param: { plate } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePlates = () => useQuery(platesQuery);

/** @param wanted whether it is in sight; until then nothing is asked for */
export const useDrawing = (plate: string, wanted = true) => useQuery({ ...drawingQuery(plate), enabled: wanted });

/** Asks for all these drawings, for what needs them at once. @throws ApiError */
export function useLoadDrawings() {
  const client = useQueryClient();
  return (plates: string[]) => Promise.all(plates.map((plate) => client.ensureQueryData(drawingQuery(plate))));
}
