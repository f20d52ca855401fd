import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { MAP_REGIONS } from "#app/lib/map-regions.ts";
import { PLACE, YEARS } from "./atlas.address.ts";
import type { Place } from "./atlas.answers.ts";
import { type Station, stationAt } from "./collection.ts";

/** How long the handle has to rest before the address follows: browsers refuse one that changes at each step of it. */
const REST = 200;

/** The address of what is chosen, without the page's own path. */
function searchOf(years: string | null, place: string | null): string {
  const params = new URLSearchParams();
  if (years !== null) params.set(YEARS, years);
  if (place !== null) params.set(PLACE, place);
  return `?${params}`;
}

/** What is chosen of the years and of the places, kept in the address, so that going back, reloading and sharing find it again. */
export function useChoice(stations: Station[], places: ReadonlyMap<string, Place>) {
  const [params, setParams] = useSearchParams();
  const [askedYears, place] = [params.get(YEARS), params.get(PLACE)];
  const [years, setYears] = useState(askedYears);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = () => clearTimeout(rest.current);
  useEffect(() => setYears(askedYears), [askedYears]);
  useEffect(() => () => clearTimeout(rest.current), []);
  const write = (ofYears: string | null, ofPlace: string | null) => {
    settle();
    setYears(ofYears);
    setParams(searchOf(ofYears, ofPlace), { replace: true, preventScrollReset: true });
  };
  return {
    station: stationAt(stations, years),
    /** A place's id, a region's, or null for all of the world. */
    where: place !== null && (place in MAP_REGIONS || places.has(place)) ? place : null,
    goTo: ({ id, kind }: Station) => {
      const chosen = kind === "all" ? null : id;
      settle();
      setYears(chosen);
      rest.current = setTimeout(() => write(chosen, place), REST);
    },
    choose: (chosen: string | null) => write(years, chosen),
    clear: () => write(null, null),
    /** Where the same years with another place are; following it, the address needs no more waiting for the handle. */
    linkTo: (chosen: string | null): ChoiceLink => ({
      to: searchOf(years, chosen),
      replace: true,
      preventScrollReset: true,
      onClick: settle,
    }),
  };
}

export type ChoiceLink = { to: string; replace: true; preventScrollReset: true; onClick: () => void };
