import { Dialog as Base } from "@base-ui/react/dialog";
import type { MouseEvent, ReactNode, RefObject } from "react";
import { useBackCloses } from "./back-closes.ts";
import { Icon } from "./icons.tsx";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** What has the focus first, in place of the button that closes. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** What it shows is shown once: a press outside, which may be a slip, does not close it. */
  once?: boolean;
  /** It asks about the Back that was pressed: the history is not touched meanwhile. */
  aboutBack?: boolean;
};

/** While a dialog goes, the second press of a double tap still finds its buttons: it must not do again what has just been done. */
const swallow = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** A modal sheet with its title, closed by its button, by Escape, by Back, or by a press outside. */
export function Dialog({ open, onClose, title, description, children, firstFocus, once = false, aboutBack = false }: Props) {
  useBackCloses(open && !aboutBack, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={once}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog dialog-box" initialFocus={firstFocus} onClickCapture={open ? undefined : swallow}>
          <div className="dialog-in">
            <div className="dialog-head">
              <Base.Title render={<h2 />}>{title}</Base.Title>
              <Base.Close className="icon-btn" aria-label="Fechar">
                <Icon name="close" />
              </Base.Close>
            </div>
            {description && <Base.Description render={<div />}>{description}</Base.Description>}
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
