import { type RefObject, useEffect, useRef } from "react";
import { useReadTopic } from "../topics/topics.queries.ts";

const PAUSE_MS = 700;

/** A post counts as read when its beginning was in sight, on a page that is looked at. @param last number of the last post that is shown */
export function useReadMarks(posts: RefObject<HTMLElement | null>, topicId: string, readUpTo: number, last: number): void {
  const { mutate } = useReadTopic(topicId);
  const told = useRef(readUpTo);
  const seen = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: posts that have come are looked at, too
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      clearTimeout(timer);
      if (seen.current <= told.current) return;
      const before = told.current;
      told.current = seen.current;
      mutate(seen.current, { onError: () => (told.current = before) });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (document.visibilityState !== "visible") return;
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) seen.current = Math.max(seen.current, Number((target as HTMLElement).dataset.number));
        clearTimeout(timer);
        timer = setTimeout(tell, PAUSE_MS);
      },
      { rootMargin: "0px 0px -20% 0px" },
    );
    const leave = () => document.visibilityState === "hidden" && tell();
    document.addEventListener("visibilitychange", leave);
    for (const article of posts.current?.querySelectorAll("[data-number]") ?? []) observer.observe(article);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", leave);
      tell(); // the page is left
    };
  }, [posts, last, mutate]);
}
