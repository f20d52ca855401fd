import type { ButtonHTMLAttributes } from "react";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: "primary" | "secondary" | "danger";
  small?: boolean;
  /** While a request runs the label says so, and further presses do nothing. */
  busy?: boolean;
  busyLabel?: string;
};

const LOOK = { primary: "btn", secondary: "btn btn-2", danger: "btn btn-danger" };

export function Button({
  look = "primary",
  small,
  busy = false,
  busyLabel,
  className = "",
  children,
  disabled,
  type = "button",
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={`${LOOK[look]} ${small ? "btn-sm" : ""} ${className}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
