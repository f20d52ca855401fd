import type { ReactNode } from "react";
import ownAccountStyles from "../pages/own-account.module.css";

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
    <section className={ownAccountStyles.accountSection} id={id} aria-labelledby={`t-${id}`}>
      <header>
        <h2 id={`t-${id}`}>{title}</h2>
        {intro && <p className="meta">{intro}</p>}
      </header>
      <div className={ownAccountStyles.accountBody}>{children}</div>
    </section>
  );
}
