import { type ComponentType, type MouseEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { NavLink, useLocation } from "react-router";
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

type Panel = ComponentType<{ open: boolean; onClose: () => void; bell: RefObject<HTMLAnchorElement | null> }>;

/** Where the header is wide enough (parts.css), the bell unrolls the latest; otherwise, and before the scripts are there, it is a link. */
const WIDE = "(min-width: 72rem)";

/** The way to the notices, and beside it, never on it, how many are unread: a figure that one can read at seventy. */
export function Bell() {
  const unread = useUnread();
  const figure = unread > 99 ? "99+" : String(unread);
  const bell = useRef<HTMLAnchorElement>(null);
  const { pathname, key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const [view, setView] = useState<{ Panel: Panel }>();
  const open = view !== undefined && openAt === key; // leaving the page closes it
  const onClick = async (event: MouseEvent) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (elsewhere || pathname === "/notificacoes" || !matchMedia(WIDE).matches) return;
    event.preventDefault();
    if (open) return setOpenAt(undefined);
    try {
      const { BellPanel } = await import("#app/features/notices/components/bell-panel.tsx");
      setView({ Panel: BellPanel });
      setOpenAt(key);
    } catch {
      location.assign("/notificacoes");
    }
  };
  return (
    <>
      <NavLink
        ref={bell}
        className="bell when-in"
        to="/notificacoes"
        prefetch="intent"
        aria-label={unread > 0 ? `Notificações, ${figure} por ler` : "Notificações"}
        aria-expanded={view ? open : undefined}
        onClick={(event) => void onClick(event)}
      >
        <Icon name="bell" />
        {unread > 0 && <b className="osf">{figure}</b>}
      </NavLink>
      {view && <view.Panel open={open} onClose={() => setOpenAt(undefined)} bell={bell} />}
    </>
  );
}
