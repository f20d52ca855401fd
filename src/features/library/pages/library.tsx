import { Tabs } from "@base-ui/react/tabs";
import { useId } from "react";
import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { WorkCard } from "../components/work-card.tsx";
import type { LibraryList } from "../library.answers.ts";
import { useLibrary } from "../library.queries.ts";
import { findItems, SHELVES, useLibrarySearch } from "../use-library-search.ts";
import styles from "./library.module.css";

export default function LibraryPage() {
  const library = useLibrary();
  useLoadErrorToast(library.error, "Erro ao carregar biblioteca");
  const { search, wanted, problem, shelf, hereOnly, showHereOnly, searchFor, open } = useLibrarySearch();
  const searchId = useId();
  return (
    <div className={`page ${styles.library}`}>
      <title>Biblioteca · Academia</title>
      <header className={`page-head ${styles.libraryHead}`}>
        <div>
          <p className="caps caps-gold">Livros e artigos</p>
          <h1>Biblioteca</h1>
          <p className="lead">
            Os livros de que o Rito de York descende, em fichas que orientam a leitura, e artigos para ler aqui. Há também os{" "}
            <Link to="/documentos" prefetch="intent">
              documentos
            </Link>
            , trechos das fontes traduzidos, e os{" "}
            <Link to="/estudos" prefetch="intent">
              estudos do Rito de York
            </Link>
            .
          </p>
        </div>
        {library.data?.can.add && (
          <Link className="btn" to="/biblioteca/adicionar" prefetch="intent">
            <Icon name="plus" />
            Adicionar Item
          </Link>
        )}
      </header>
      <Tabs.Root value={shelf.value} onValueChange={(value) => open(String(value))}>
        <div className={styles.libraryBar}>
          <search className={`${styles.librarySearch} field`}>
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
        {SHELVES.map((each) => (
          <Tabs.Panel key={each.value} value={each.value} tabIndex={-1}>
            {library.isPending && <Skeleton label="Carregando..." lines={5} />}
            {library.isError && (
              <ErrorState title="Erro ao carregar biblioteca" error={library.error} onRetry={() => void library.refetch()} />
            )}
            {library.data && (
              <>
                <label className={styles.hereOnly}>
                  <input type="checkbox" checked={hereOnly} onChange={({ target }) => showHereOnly(target.checked)} />
                  Para ler aqui
                </label>
                <Works library={library.data} search={wanted} shelf={each} hereOnly={hereOnly} onClear={() => searchFor("")} />
              </>
            )}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}

type WorksProps = {
  library: LibraryList;
  search: string;
  shelf: (typeof SHELVES)[number];
  hereOnly: boolean;
  onClear: () => void;
};

function Works({ library, search, shelf, hereOnly, onClear }: WorksProps) {
  const found = findItems(library.items, search, shelf, hereOnly);
  return (
    <>
      <p className={`meta ${styles.libraryCount}`} role="status">
        {found.length > 0 && plural(found.length, "item", "itens")}
      </p>
      {found.length > 0 ? (
        <ul className={styles.works}>
          {found.map((item) => (
            <WorkCard key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <EmptyState title="Nenhum item encontrado">
          <WayOn search={search} canAdd={library.can.add} onClear={onClear} />
        </EmptyState>
      )}
    </>
  );
}

/** One way forward from an empty shelf. */
function WayOn({ search, canAdd, onClear }: { search: string; canAdd: boolean; onClear: () => void }) {
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
