import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Brings what has this id into view, and the keyboard to it. */
export function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}

/** The post that the address names comes into view once it is there; a press on its link later is the browser's. */
export function useArrival(arriving: string | undefined): void {
  const { hash, key } = useLocation();
  const handled = useRef(arriving === undefined ? key : "");
  useEffect(() => {
    if (handled.current === key) return;
    handled.current = key;
    if (hash.length > 1) goTo(hash.slice(1));
  }, [hash, key]);
}

/** What is put in above leaves what one reads where it is. @returns to be called before it is put in */
export function useKeptView(section: RefObject<HTMLElement | null>): () => void {
  const held = useRef<{ id: string; top: number }>(undefined);
  const first = section.current?.querySelector("[data-number]")?.id;
  useLayoutEffect(() => {
    if (!held.current || first === undefined) return;
    const { id, top } = held.current;
    const element = document.getElementById(id);
    if (element && section.current?.querySelector("[data-number]") !== element) {
      window.scrollBy({ top: element.getBoundingClientRect().top - top });
      held.current = undefined;
    }
  });
  return () => {
    const element = section.current?.querySelector<HTMLElement>("[data-number]");
    if (element) held.current = { id: element.id, top: element.getBoundingClientRect().top };
  };
}
