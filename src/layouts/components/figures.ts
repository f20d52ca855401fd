import { useEffect, useState, useSyncExternalStore } from "react";
import type { UnreadCount } from "#app/features/notices/notices.answers.ts";

/** The page's word on whether a member is signed in here, which the head script writes and the session corrects. */
function followSession(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-session"] });
  return () => observer.disconnect();
}

const useIsMember = (): boolean =>
  useSyncExternalStore(
    followSession,
    () => document.documentElement.dataset.session !== undefined,
    () => false,
  );

/** What it takes is loaded for members alone. */
let loading: Promise<typeof import("#app/features/notices/bell.ts")> | undefined;

/** What waits to be read and decided, as the server says; nothing for visitors, and until it is known. */
export function useFigures(): UnreadCount | undefined {
  const isMember = useIsMember();
  const [figures, setFigures] = useState<UnreadCount>();
  useEffect(() => {
    if (!isMember) {
      void loading?.then(({ leaveLive }) => leaveLive());
      return;
    }
    let left = false;
    let stop: (() => void) | undefined;
    loading ??= import("#app/features/notices/bell.ts");
    loading.then(
      ({ followFigures }) => {
        if (!left) stop = followFigures(setFigures);
      },
      () => (loading = undefined), // without a connection the bell has no figure; it comes with the next page
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [isMember]);
  return isMember ? figures : undefined;
}
