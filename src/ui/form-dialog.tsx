import type { FormEventHandler, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  onClose: () => void;
  onSubmit: FormEventHandler;
  title: string;
  description?: ReactNode;
  /** What is asked, with its fields. */
  children: ReactNode;
  /** What the button that sends says, and what it says meanwhile. */
  action: string;
  busyLabel: string;
  busy: boolean;
  look?: "primary" | "danger";
};

/** A question that is answered by a form. While it is being sent it closes only by Cancelar. */
export function FormDialog({
  onClose,
  onSubmit,
  title,
  description,
  children,
  action,
  busyLabel,
  busy,
  look = "primary",
}: Props) {
  return (
    <Dialog open onClose={() => !busy && onClose()} title={title} description={description}>
      <form className="form" onSubmit={onSubmit} noValidate>
        {children}
        <div className="dialog-actions">
          <Button look="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" look={look} busy={busy} busyLabel={busyLabel}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
