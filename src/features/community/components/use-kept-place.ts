import { useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

type Place = { start: number | undefined; number: number; offset: number };

const PREFIX = "lugar:";

function read(key: string): Place | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The post at the top of the window, and how far from it. */
function placeNow(start: number | undefined): Place | undefined {
  for (const article of document.querySelectorAll<HTMLElement>("[data-number]")) {
    const { top, bottom } = article.getBoundingClientRect();
    if (bottom > 0) return { start, number: Number(article.dataset.number), offset: Math.round(top) };
  }
  return undefined;
}

/** The place that the page comes back to, by Back or by being loaded again. */
export function useFormerPlace(): Place | undefined {
  const { key } = useLocation();
  const arrived = useNavigationType();
  const [place] = useState(() => (arrived === "POP" ? read(key) : undefined));
  return place;
}

/**
 * Keeps the place in a topic for Back and for loading the page again: by the post at the top, as the page is not as long as it was when it
 * comes back.
 * @param start from which post on the topic is shown
 */
export function useKeepPlace(start: number | undefined): void {
  const { key } = useLocation();
  // a layout effect: it ends while what it measures is still there
  useLayoutEffect(() => {
    const keep = () => {
      const now = window.scrollY > 0 ? placeNow(start) : undefined;
      try {
        if (now) sessionStorage.setItem(PREFIX + key, JSON.stringify(now));
        else sessionStorage.removeItem(PREFIX + key);
      } catch {
        // refused: the page then begins at its top
      }
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, 150);
    };
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      keep();
      window.removeEventListener("scroll", soon);
      window.removeEventListener("pagehide", keep);
    };
  }, [key, start]);
}

/** Puts the post where it was, once it is there. */
export function useRestoredPlace(place: Place | undefined, ready: boolean): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (!place || !ready || done.current) return;
    done.current = true;
    const article = document.getElementById(`p${place.number}`);
    if (article) window.scrollBy({ top: article.getBoundingClientRect().top - place.offset });
  }, [place, ready]);
}
