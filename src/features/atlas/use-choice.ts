import { useEffect, useRef, useState } from "react";
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

/** How long the handle has to rest before the address follows: browsers refuse one that changes at each step of it. */
const REST = 200;

/** What is chosen of the years and of the places, kept in the address, so that going back, reloading and sharing find it again. */
export function useChoice(stations: Station[], places: ReadonlyMap<string, Place>) {
  const [params, setParams] = useSearchParams();
  const [askedYears, askedPlace] = [params.get(YEARS), params.get(PLACE)];
  const [years, setYears] = useState(askedYears);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setYears(askedYears), [askedYears]);
  useEffect(() => () => clearTimeout(rest.current), []);
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
    station: stationAt(stations, years),
    /** A place's id, a region's, or null for all of the world. */
    where: askedPlace !== null && (askedPlace in MAP_REGIONS || places.has(askedPlace)) ? askedPlace : null,
    goTo: ({ id, kind }: Station) => {
      const chosen = kind === "all" ? null : id;
      setYears(chosen);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => change(YEARS, chosen), REST);
    },
    choose: (place: string | null) => change(PLACE, place),
    clear: () => {
      clearTimeout(rest.current);
      setYears(null);
      setParams({}, { replace: true, preventScrollReset: true });
    },
  };
}
