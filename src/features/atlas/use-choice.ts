import { useSearchParams } from "react-router";
import { MAP_REGIONS } from "#app/lib/map-regions.ts";
import type { Place } from "./atlas.answers.ts";
import { type Station, stationAt } from "./collection.ts";

const PLACE = "lugar";
const YEARS = "anos";

/** The same page with another place chosen, or none. */
export function searchWith(params: URLSearchParams, place: string | null): string {
  const next = new URLSearchParams(params);
  if (place === null) next.delete(PLACE);
  else next.set(PLACE, place);
  return `?${next}`;
}

/** What is chosen of the years and of the places, kept in the address, so that going back, reloading and sharing find it again. */
export function useChoice(stations: Station[], places: ReadonlyMap<string, Place>) {
  const [params, setParams] = useSearchParams();
  const asked = params.get(PLACE);
  const change = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    params,
    station: stationAt(stations, params.get(YEARS)),
    /** A place's id, a region's, or null for all of the world. */
    where: asked !== null && (asked in MAP_REGIONS || places.has(asked)) ? asked : null,
    goTo: (station: Station) => change(YEARS, station.kind === "all" ? null : station.id),
    choose: (place: string | null) => change(PLACE, place),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
