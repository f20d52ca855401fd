import { useEffect, useState, useSyncExternalStore } from "react";
import { NavLink } from "react-router";
import { Icon } from "#app/ui/icons.tsx";

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

/** How many notices wait, as the server says. */
function useUnread(): number {
  const isMember = useIsMember();
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    if (!isMember) {
      void loading?.then(({ leaveLive }) => leaveLive());
      return;
    }
    let left = false;
    let stop: (() => void) | undefined;
    loading ??= import("#app/features/notices/bell.ts");
    loading.then(
      ({ followUnread }) => {
        if (!left) stop = followUnread(setUnread);
      },
      () => (loading = undefined), // without a connection the bell has no figure; it comes with the next page
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [isMember]);
  return isMember ? unread : 0;
}

/** The way to the notices, and beside it, never on it, how many are unread: a figure that one can read at seventy. */
export function Bell() {
  const unread = useUnread();
  const figure = unread > 99 ? "99+" : String(unread);
  return (
    <NavLink
      className="bell when-in"
      to="/notificacoes"
      prefetch="intent"
      aria-label={unread > 0 ? `Notificações, ${figure} por ler` : "Notificações"}
    >
      <Icon name="bell" />
      {unread > 0 && <b className="osf">{figure}</b>}
    </NavLink>
  );
}
