import { type ComponentType, type MouseEvent, type RefObject, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { Icon } from "#app/ui/icons.tsx";
import { useFigures } from "./figures.ts";

type Panel = ComponentType<{ open: boolean; onClose: () => void; bell: RefObject<HTMLAnchorElement | null> }>;

/** Where the header is wide enough (parts.css), the bell unrolls the latest; otherwise, and before the scripts are there, it is a link. */
const WIDE = "(min-width: 72rem)";

/** The way to the notices, and beside it, never on it, how many are unread: a figure that one can read at seventy. */
export function Bell() {
  const unread = useFigures()?.unread ?? 0;
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
