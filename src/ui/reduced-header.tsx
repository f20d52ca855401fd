import { createContext, type ReactNode, use, useLayoutEffect } from "react";
import { createPortal } from "react-dom";

/** What the layout gives its pages: where the header has its place for them, once it is reduced. */
type HeaderPlace = { place: HTMLElement | null; setReduced: (reduced: boolean) => void };

export const HeaderPlaceContext = createContext<HeaderPlace>({ place: null, setReduced: () => {} });

/** Takes the navigation from the header and the footer from the page as long as it is shown, and puts its children in the header. */
export function ReducedHeader({ children }: { children: ReactNode }) {
  const { place, setReduced } = use(HeaderPlaceContext);
  useLayoutEffect(() => {
    setReduced(true);
    return () => setReduced(false);
  }, [setReduced]);
  return place && createPortal(children, place);
}
