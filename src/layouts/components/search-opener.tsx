import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { Icon } from "#app/ui/icons.tsx";

type View = ComponentType<{ open: boolean; onClose: () => void }>;

/**
 * The header's search: a link to its page, which with the scripts opens the field over the page one is reading, as Ctrl+K does (and no
 * key by itself, which a voice that dictates may press: WCAG 2.1.4). The field itself is loaded when it is first asked for; where it cannot
 * be, the link is followed.
 */
export function SearchOpener() {
  const [view, setView] = useState<{ Dialog: View }>();
  const [open, setOpen] = useState(false);
  const show = async () => {
    try {
      const { SearchDialog } = await import("#app/features/search/components/search-dialog.tsx");
      setView({ Dialog: SearchDialog });
      setOpen(true);
    } catch {
      location.assign("/busca");
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` only sets state
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const asked = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
      if (!asked || event.defaultPrevented || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      void show();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab
    event.preventDefault();
    void show();
  };
  return (
    <>
      <Link className="search-opener" to="/busca" aria-keyshortcuts="Control+K" onClick={onClick}>
        <Icon name="search" />
        <span>Buscar</span>
        <kbd>Ctrl K</kbd>
      </Link>
      {view && <view.Dialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
