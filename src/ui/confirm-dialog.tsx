import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** What the button that goes on says, and what it says meanwhile. */
  action: string;
  busyLabel?: string;
  busy?: boolean;
  look?: "primary" | "danger";
  onConfirm: () => void;
};

/** A question before something that weighs: to leave it, or to go on. While it is being done the question cannot be closed. */
export function ConfirmDialog(props: Props) {
  const {
    open = true,
    onClose,
    title,
    description,
    children,
    action,
    busyLabel,
    busy = false,
    look = "danger",
    onConfirm,
  } = props;
  return (
    <Dialog open={open} onClose={() => !busy && onClose()} title={title} description={description}>
      {children}
      <div className="dialog-actions">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button look={look} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
