import type { ReactNode } from "react";

/** One part of "Minha conta": a hairline, its title, what it is for. */
export function AccountSection({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="account-section" id={id} aria-labelledby={`t-${id}`}>
      <header>
        <h2 id={`t-${id}`}>{title}</h2>
        {intro && <p className="meta">{intro}</p>}
      </header>
      <div className="account-body">{children}</div>
    </section>
  );
}
