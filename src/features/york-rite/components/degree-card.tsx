import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#app/ui/icons.tsx";
import { addressOfDegree, anchorOf, LAST_DEGREE } from "../bodies.ts";
import styles from "../pages/york-rite.module.css";
import type { StudyOfDegree, YorkDegree } from "../york-rite.schema.ts";

type Props = {
  degree: YorkDegree;
  study: StudyOfDegree | undefined;
  /** The one section of the page that is open, if it is one of this card's. */
  open: string | null;
  onToggle: (section: string, heading: HTMLElement) => void;
};

export function DegreeCard({ degree, study, open, onToggle }: Props) {
  const { id, body, name, label, alternative, duration, teachings, symbols, vestments, bibliography, note } = degree;
  const anchor = anchorOf(id);
  const section = (key: string, title: string, content: ReactNode) => (
    <Section id={`${anchor}-${key}`} title={title} open={open === `${anchor}-${key}`} onToggle={onToggle}>
      {content}
    </Section>
  );
  return (
    <article
      id={anchor}
      className={`${styles.yorkCard} card-accent york-${body}`}
      aria-labelledby={`${anchor}-nome`}
      tabIndex={-1}
    >
      <header>
        <h3 id={`${anchor}-nome`}>
          <span className="caps">{label}</span> {name}
        </h3>
        <p className={styles.time}>
          <Icon name="clock" />
          <span>
            <span className="meta">tempo médio de estudo</span> {duration}
          </span>
        </p>
        <p className={styles.alternative}>{alternative}</p>
        {note && <p className="note">{note}</p>}
      </header>
      {section(
        "ensinamentos",
        "Ensinamentos filosóficos",
        teachings.map((paragraph) => <p key={paragraph}>{paragraph}</p>),
      )}
      {section("simbolos", "Símbolos e vestes", <SymbolsTable symbols={symbols} vestments={vestments} name={name} />)}
      {section(
        "bibliografia",
        "Bibliografia recomendada",
        <ul className={styles.works}>
          {bibliography.map((work) => (
            <li key={work}>{work}</li>
          ))}
        </ul>,
      )}
      {study && (
        <p className={styles.study}>
          <Link to={`/estudos/${study.id}`}>{study.title}</Link> <span className="meta">estudo deste grau, para membros</span>
        </p>
      )}
      <footer>
        <p className="osf">
          Grau {id} de {LAST_DEGREE}
        </p>
        <Link to={addressOfDegree(id)} aria-label={`Link para este grau: ${name}`}>
          Link para este grau
        </Link>
      </footer>
    </article>
  );
}

type SectionProps = { id: string; title: string; open: boolean; onToggle: Props["onToggle"]; children: ReactNode };

function Section({ id, title, open, onToggle, children }: SectionProps) {
  return (
    <section className={styles.yorkSection}>
      <h4>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={({ currentTarget }) => onToggle(id, currentTarget)}
        >
          {title}
          <Icon name="down" />
        </button>
      </h4>
      <div id={id} className={styles.yorkPanel} hidden={!open}>
        {children}
      </div>
    </section>
  );
}

/** Two columns of one row: what is side by side in it is not a pair. On the phone each column is a list with its heading. */
function SymbolsTable({ symbols, vestments, name }: Pick<YorkDegree, "symbols" | "vestments" | "name">) {
  return (
    <table className={styles.yorkTable}>
      <caption className="visually-hidden">Símbolos e vestes: {name}</caption>
      <thead>
        <tr>
          <th scope="col">Símbolos</th>
          <th scope="col">
            Vestes e joias <span className="meta">(uso geral; confirme em seu corpo)</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <Items heading="Símbolos" items={symbols} />
          </td>
          <td>
            <Items heading="Vestes e joias (uso geral; confirme em seu corpo)" items={vestments} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Items({ heading, items }: { heading: string; items: string[] }) {
  return (
    <>
      <p className={styles.phoneHeading}>{heading}</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
