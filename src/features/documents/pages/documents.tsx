import { useId, useState } from "react";
import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { Chip, Chips } from "#app/ui/chips.tsx";
import { FieldError } from "#app/ui/field.tsx";
import foldStyles from "#app/ui/fold.module.css";
import { BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { FILTERS, findDocuments, inGroups } from "../collection.ts";
import { Timeline } from "../components/timeline.tsx";
import type { DocumentCard } from "../documents.answers.ts";
import { useDocuments } from "../documents.queries.ts";
import { useDocumentFilters } from "../use-document-filters.ts";
import styles from "./documents.module.css";

const Head = () => (
  <header className={styles.head}>
    <div>
      <p className="caps caps-gold">Biblioteca</p>
      <h1>Documentos</h1>
    </div>
    <p className="lead">
      Trechos de fontes primárias, traduzidos pela Academia, cada um com o que diz, o que não diz e o que se discute.{" "}
      <Link to="/mapa">Ver no mapa</Link>.
    </p>
  </header>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Documentos · Academia</title>
      <BlankCrumbs />
      <Head />
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function DocumentsPage() {
  const documents = useDocuments();
  if (documents.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Documentos · Academia</title>
      <nav className="crumbs no-print" aria-label="Você está em">
        <ol>
          <li>
            <Link to="/biblioteca">Biblioteca</Link>
          </li>
          <li>
            <span aria-current="page">Documentos</span>
          </li>
        </ol>
      </nav>
      <Head />
      {documents.isError && (
        <ErrorState title="Erro ao carregar os documentos" error={documents.error} onRetry={() => void documents.refetch()} />
      )}
      {documents.data && <Collection documents={documents.data.documents} />}
    </div>
  );
}

function Collection({ documents }: { documents: DocumentCard[] }) {
  const filters = useDocumentFilters();
  const found = findDocuments(documents, filters.chosen, filters.wanted);
  return (
    <>
      <Timeline documents={documents} found={new Set(found.map(({ id }) => id))} />
      <Filters documents={documents} {...filters} />
      <section aria-labelledby="t-lista">
        <div className={styles.listHead}>
          <h2 id="t-lista">A coleção</h2>
          <p className="meta" role="status">
            {plural(found.length, "documento", "documentos")}
          </p>
        </div>
        {found.length === 0 && (
          <EmptyState title="Nenhum documento encontrado">
            <Button look="secondary" onClick={filters.clear}>
              Limpar os filtros
            </Button>
          </EmptyState>
        )}
        {inGroups(found).map((group, index) => (
          <Group key={`${group.title} ${filters.active}`} {...group} filtered={filters.active} first={index === 0} />
        ))}
      </section>
    </>
  );
}

type FiltersProps = ReturnType<typeof useDocumentFilters> & { documents: DocumentCard[] };

/** Only choices that part the documents of this reader are offered. */
function Filters({ documents, chosen, toggle, search, problem, searchFor, active, clear }: FiltersProps) {
  const searchId = useId();
  return (
    <search className={`${styles.filters} no-print`} aria-label="Filtrar os documentos">
      {FILTERS.map(({ name, label, choices }) => (
        <Chips key={name} label={label}>
          {choices
            .filter(({ fits }) => documents.some(fits) && !documents.every(fits))
            .map(({ value, label: text }) => (
              <Chip key={value} pressed={chosen[name]!.includes(value)} onClick={() => toggle(name, value)}>
                {text}
              </Chip>
            ))}
        </Chips>
      ))}
      <div className={`field ${styles.search}`}>
        <label htmlFor={searchId}>Assunto, título ou autor</label>
        <input
          id={searchId}
          className="input"
          type="search"
          autoComplete="off"
          value={search}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem && `${searchId}-error`}
          onChange={({ target }) => searchFor(target.value)}
        />
        <FieldError id={`${searchId}-error`} message={problem} />
      </div>
      {active && (
        <Button look="secondary" small onClick={clear}>
          Limpar os filtros
        </Button>
      )}
    </search>
  );
}

/** Groups that were opened stay so while the tab lives: going back finds the line that was followed. */
const keptOpen = (title: string): boolean | null => {
  const kept = sessionStorage.getItem(`documentos:${title}`);
  return kept === null ? null : kept === "sim";
};

type GroupProps = { title: string; period: string; documents: DocumentCard[]; filtered: boolean; first: boolean };

/** What filters leave is shown open; else the reader opens what they want. */
function Group({ title, period, documents, filtered, first }: GroupProps) {
  const [open] = useState(() => filtered || (keptOpen(title) ?? first));
  return (
    <details
      className={`${foldStyles.fold} ${styles.group}`}
      open={open}
      onToggle={({ currentTarget }) => {
        if (!filtered) sessionStorage.setItem(`documentos:${title}`, currentTarget.open ? "sim" : "nao");
      }}
    >
      <summary>
        <h3>{title}</h3>
        <span className={styles.period}>{period}</span>
        <span className={styles.count}>
          {documents.length}
          <span className="visually-hidden"> {documents.length === 1 ? "documento" : "documentos"}</span>
        </span>
      </summary>
      <ol>
        {documents.map(({ id, date, title: name, author }) => (
          <li key={id}>
            <Link to={`/documentos/${id}`} prefetch="intent">
              <span className={styles.date}>{date}</span>
              <span className={styles.name}>{name}</span>
              <span className={`meta ${styles.author}`}>{author}</span>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}
