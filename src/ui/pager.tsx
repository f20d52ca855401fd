import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icons.tsx";

/** What comes before and after the page, side by side where there is room. */
export function Pager({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="pager no-print" aria-label={label}>
      {children}
    </nav>
  );
}

type Props = ComponentProps<typeof Link> & {
  rel: "prev" | "next";
  /** What the other page is, above its title. */
  kind: string;
};

/** One side of a pager: its arrow points outwards. */
export function PagerLink({ kind, children, ...link }: Props) {
  return (
    <Link prefetch="intent" {...link}>
      <span className="meta">
        {link.rel === "prev" && <Icon name="arrow-l" />}
        {kind}
        {link.rel === "next" && <Icon name="arrow" />}
      </span>
      <span className="pager-title">{children}</span>
    </Link>
  );
}
