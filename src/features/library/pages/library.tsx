import { Tabs } from "@base-ui/react/tabs";
import { useId, useRef } from "react";
import { Link } from "react-router";
import { numberInWords, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { BlankTabs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { BookShelf } from "../components/shelf.tsx";
import { WorkCard } from "../components/work-card.tsx";
import type { LibraryCard, LibraryList } from "../library.answers.ts";
import { useLibrary } from "../library.queries.ts";
import { findItems, PAGE, readableFirst, SHELVES, type Shelf, subjectsOf, useLibrarySearch } from "../use-library-search.ts";
import styles from "./library.module.css";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.library}`}>
      <title>Biblioteca · Academia</title>
      <header className={`page-head ${styles.libraryHead}`}>
        <div>
          <p className="caps caps-gold">Livros e artigos</p>
          <h1>Biblioteca</h1>
        </div>
        <div className={styles.libraryFind}>
          <div className="field">
            <div className={styles.libraryBox}>
              <Icon name="search" />
              <span className="input whole-row" />
            </div>
          </div>
          <BlankTabs labels={SHELVES.map(({ label }) => label)} />
        </div>
      </header>
      <Skeleton label="Carregando..." lines={5} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function LibraryPage() {
  const library = useLibrary();
  useLoadErrorToast(library.error, "Erro ao carregar biblioteca");
  const filters = useLibrarySearch();
  const { search, problem, shelf, searchFor, open } = filters;
  const searchId = useId();
  return (
    <div className={`page ${styles.library}`}>
      <title>Biblioteca · Academia</title>
      <Tabs.Root value={shelf.value} onValueChange={(value) => open(String(value))}>
        <header className={`page-head ${styles.libraryHead}`}>
          <div>
            <p className="caps caps-gold">Livros e artigos</p>
            <h1>Biblioteca</h1>
            {library.data?.can.add && (
              <Link className="btn" to="/biblioteca/adicionar" prefetch="intent">
                <Icon name="plus" />
                Adicionar Item
              </Link>
            )}
          </div>
          <div className={styles.libraryFind}>
            <search className="field">
              <label className="visually-hidden" htmlFor={searchId}>
                Buscar por título ou autor
              </label>
              <div className={styles.libraryBox}>
                <Icon name="search" />
                <input
                  id={searchId}
                  className="input"
                  type="search"
                  placeholder="Buscar por título ou autor..."
                  autoComplete="off"
                  aria-invalid={Boolean(problem)}
                  aria-describedby={problem && `${searchId}-error`}
                  value={search}
                  onChange={({ target }) => searchFor(target.value)}
                />
              </div>
              <FieldError id={`${searchId}-error`} message={problem} />
            </search>
            <Tabs.List className="tabs" aria-label="Tipo">
              {SHELVES.map(({ value, label }) => (
                <Tabs.Tab key={value} value={value}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </div>
        </header>
        {SHELVES.map((each) => (
          <Tabs.Panel key={each.value} value={each.value} tabIndex={-1}>
            {library.isPending && <Skeleton label="Carregando..." lines={5} />}
            {library.isError && (
              <ErrorState title="Erro ao carregar biblioteca" error={library.error} onRetry={() => void library.refetch()} />
            )}
            {library.data && <Works library={library.data} shelf={each} filters={filters} />}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}

type WorksProps = { library: LibraryList; shelf: Shelf; filters: ReturnType<typeof useLibrarySearch> };

/** What can be read here, the shelf of categories, and the works. A search shows only what it finds. */
function Works({ library, shelf: { type }, filters }: WorksProps) {
  const { wanted, hereOnly, showHereOnly, isSubject, showSubject, searchFor, listed, listMore } = filters;
  const searching = wanted.trim() !== "";
  const ofType = library.items.filter((item) => type === null || item.type === type);
  const subjects = subjectsOf(ofType, library.categories);
  const subject = searching ? undefined : subjects.find(({ name }) => isSubject(name))?.name;
  const found = (searching ? findItems(ofType, wanted) : ofType).filter(
    ({ category, readHere }) => (subject === undefined || category === subject) && (readHere || !hereOnly),
  );
  // All of them come newest first, below what can be read here.
  const shown = searching || subject !== undefined ? readableFirst(found) : found;
  const heading = useRef<HTMLHeadingElement>(null);
  const showTexts = () => {
    showHereOnly(true);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  };
  return (
    <>
      {!searching && <ReadHere items={ofType.filter(({ readHere }) => readHere)} onShowAll={showTexts} />}
      {!searching && subjects.length > 1 && <BookShelf subjects={subjects} isChosen={isSubject} onChoose={showSubject} />}
      <section aria-labelledby="t-acervo">
        <header className={styles.listHead}>
          <h2 id="t-acervo" ref={heading} tabIndex={-1}>
            {searching ? "Resultados" : (subject ?? "Todos os assuntos")}
          </h2>
          <label className="tick">
            <input type="checkbox" checked={hereOnly} onChange={({ target }) => showHereOnly(target.checked)} />
            Para ler aqui
          </label>
          <p className="meta" role="status">
            {found.length > 0 && plural(found.length, "item", "itens")}
          </p>
        </header>
        {shown.length > 0 ? (
          <>
            <ul className={styles.works}>
              {shown.slice(0, listed).map((item) => (
                <WorkCard key={item.id} item={item} />
              ))}
            </ul>
            {shown.length > listed && (
              <Button look="secondary" className={styles.more} onClick={() => listMore(listed)}>
                Mostrar mais {Math.min(PAGE, shown.length - listed)}
              </Button>
            )}
          </>
        ) : (
          <EmptyState title="Nenhum item encontrado">
            <WayOn
              search={wanted}
              hereOnly={hereOnly}
              canAdd={library.can.add}
              onClear={() => searchFor("")}
              onShowRecords={() => showHereOnly(false)}
            />
          </EmptyState>
        )}
      </section>
    </>
  );
}

/** How many of the texts are shown above the shelf. */
const FIRST_TEXTS = 3;

/** The newest texts that are read in the site, and the way to the others. */
function ReadHere({ items, onShowAll }: { items: LibraryCard[]; onShowAll: () => void }) {
  if (items.length === 0) return null;
  return (
    <section className={styles.band} aria-labelledby="t-aqui">
      <header className={styles.bandHead}>
        <h2 id="t-aqui">Para ler aqui</h2>
        <p className="meta">Texto inteiro, sem sair do site.</p>
      </header>
      <ul className={styles.bandWorks}>
        {items.slice(0, FIRST_TEXTS).map((item) => (
          <WorkCard key={item.id} item={item} categoryBelow />
        ))}
      </ul>
      <p className={styles.bandFoot}>
        {items.length > FIRST_TEXTS && (
          <button type="button" className="go" onClick={onShowAll}>
            Ver todos os {numberInWords(items.length, "m")}
          </button>
        )}
        <span>
          Leem-se aqui também os{" "}
          <Link to="/documentos" prefetch="intent">
            documentos
          </Link>
          , trechos das fontes traduzidos, e os{" "}
          <Link to="/estudos" prefetch="intent">
            estudos do Rito de York
          </Link>
          . As gravuras do curso estão em{" "}
          <Link to="/pranchas" prefetch="intent">
            pranchas
          </Link>
          .
        </span>
      </p>
    </section>
  );
}

type WayOnProps = { search: string; hereOnly: boolean; canAdd: boolean; onClear: () => void; onShowRecords: () => void };

/** One way forward from an empty list. */
function WayOn({ search, hereOnly, canAdd, onClear, onShowRecords }: WayOnProps) {
  if (hereOnly) {
    return (
      <>
        <p>Nada disto se lê aqui por inteiro; há as fichas.</p>
        <Button look="secondary" onClick={onShowRecords}>
          Mostrar as fichas também
        </Button>
      </>
    );
  }
  if (search.trim()) {
    return (
      <>
        <p>Nenhum título ou autor contém “{search.trim()}”.</p>
        <Button look="secondary" onClick={onClear}>
          Limpar a busca
        </Button>
      </>
    );
  }
  if (canAdd) return <p>Adicione o primeiro item com o botão no alto da página.</p>;
  return (
    <p>
      <Link className="go" to="/modulos">
        Ir para os módulos
      </Link>
    </p>
  );
}
