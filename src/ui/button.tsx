import type { ButtonHTMLAttributes, MouseEvent } from "react";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: "primary" | "secondary" | "danger";
  small?: boolean;
  /** While a request runs the label says so, and further presses do nothing; the button keeps its look and the focus. */
  busy?: boolean;
  busyLabel?: string;
};

const LOOK = { primary: "btn", secondary: "btn btn-2", danger: "btn btn-danger" };

/**
 * Pressing a form's own button leaves the focus where it was: else the field that is left would be judged first, and the message that
 * then appears above the button would move it away from under the pointer, so that the press is lost.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** A busy button is not `disabled`, which would take the focus from it: its presses end here, and do not submit its form. */
const holdBack = (event: MouseEvent) => event.preventDefault();

export function Button({
  look = "primary",
  small,
  busy = false,
  busyLabel,
  className = "",
  children,
  disabled,
  type = "button",
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={`${LOOK[look]} ${small ? "btn-sm" : ""} ${className}`}
      disabled={disabled && !busy}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onMouseDown={type === "submit" ? keepFocus : undefined}
      onClick={busy ? holdBack : onClick}
      {...rest}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
