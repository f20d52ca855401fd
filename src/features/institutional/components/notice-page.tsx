import type { ReactNode } from "react";
import { Link } from "react-router";
import { Contents } from "#app/features/reader/components/contents.tsx";
import styles from "#app/features/reader/components/folio.module.css";
import { Icon } from "#app/ui/icons.tsx";
import type { Notice } from "../institutional.schema.ts";

type Props = {
  notice: Notice;
  title: string;
  other: { to: string; label: string };
  /** What follows a section's text, by its id. */
  after?: Record<string, ReactNode>;
};

/** A document of the academy, set as one long page: running head with its version, contents, numbered sections. */
export function NoticePage({ notice, title, other, after }: Props) {
  const { version, date, introduction, sections } = notice;
  return (
    <article className={`page ${styles.folio}`}>
      <header className={styles.folioHead}>
        <p className={styles.folioRunning}>
          <span className="caps">Documento</span>
          <span>
            Versão {version}, de {date}
          </span>
        </p>
        <h1>{title}</h1>
        <Html className="lead" html={introduction} />
      </header>
      <Contents title="Nesta página" items={sections} className={styles.contents} />
      <div className={styles.folioText}>
        {sections.map(({ id, number, title: heading, html }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>
              <span className={styles.folioSec}>§ {number}</span> {heading}
            </h2>
            <Html html={html} />
            {after?.[id]}
          </section>
        ))}
        <p className={`${styles.folioEnd} no-print`}>
          <Link className="go" to={other.to}>
            {other.label} <Icon name="arrow" />
          </Link>
          <Link className="go" to="/contato">
            Escrever para a Academia <Icon name="arrow" />
          </Link>
        </p>
      </div>
    </article>
  );
}

function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by render-notice.ts, in the build
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
