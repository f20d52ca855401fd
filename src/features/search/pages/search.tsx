import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { Pieces } from "../components/pieces.tsx";
import { KIND_LABEL, SEARCH_KINDS } from "../kinds.ts";
import { readSearchAddress, type SearchState, searchAddress } from "../search.address.ts";
import type { SearchPage, SearchResult } from "../search.answers.ts";
import { useSearch } from "../search.queries.ts";
import styles from "./search.module.css";

/** Everything that was found, page by page. What is searched for is in the address, so that Back works. */
export default function SearchResultsPage() {
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const state = readSearchAddress(hydrated ? params : new URLSearchParams());
  return (
    <div className="page">
      <title>Busca · Academia</title>
      <meta name="robots" content="noindex" />
      <header className="page-head">
        <h1>Busca</h1>
      </header>
      <Field key={state.q} asked={state.q || (hydrated ? (params.get("q") ?? "") : "")} />
      {state.q ? <Results {...state} /> : <WhatIsSearched />}
    </div>
  );
}

/**
 * Uncontrolled: what is typed before the scripts have come stays.
 * @param asked what the address asks for, also where it is too long to be searched
 */
function Field({ asked }: { asked: string }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState(() => searchProblem(asked));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("q"));
    if (!searchProblem(typed)) void navigate(searchAddress({ q: typed.trim(), kind: null, page: 1 }));
  };
  return (
    <search>
      <form className={styles.form} action="/busca" onSubmit={submit}>
        <TextField
          label="Buscar lições, verbetes, graus, documentos, estudos, peças, vidas, obras, conversas e suas anotações"
          type="search"
          name="q"
          autoComplete="off"
          enterKeyHint="search"
          error={problem}
          defaultValue={asked}
          onChange={({ target }) => setProblem(searchProblem(target.value))}
        />
        <Button type="submit">Buscar</Button>
      </form>
    </search>
  );
}

/** Before anything is searched for: what there is to be found, and where to look without words. */
function WhatIsSearched() {
  return (
    <section className={styles.places} aria-labelledby="t-onde">
      <h2 id="t-onde">Ou folheie</h2>
      <ul>
        {PLACES.map(({ to, label, what }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <span className="meta">{what}</span>
          </li>
        ))}
      </ul>
      <p className="meta when-out">Quem ainda não entrou encontra aqui o dicionário e os graus do Rito de York.</p>
    </section>
  );
}

const PLACES = [
  { to: "/dicionario", label: "Dicionário", what: "de A a Z" },
  { to: "/rito-york", label: "Rito de York", what: "treze graus" },
  { to: "/modulos", label: "Módulos", what: "as lições, por grau" },
  { to: "/documentos", label: "Documentos", what: "fontes traduzidas" },
  { to: "/estudos", label: "Estudos", what: "ensaios sobre o rito" },
  { to: "/pecas", label: "Peças", what: "dez minutos para ler em Loja" },
  { to: "/vidas", label: "Vidas", what: "de quem a Ordem cita" },
  { to: "/pranchas", label: "Pranchas", what: "as gravuras do curso" },
  { to: "/biblioteca", label: "Biblioteca", what: "livros e artigos" },
  { to: "/anotacoes", label: "Anotações", what: "o que você escreveu" },
];

function Results(state: SearchState) {
  const { q, kind, page } = state;
  const found = useSearch(q, kind, page);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) heading.current?.focus();
    shown.current = page;
  }, [page]);
  if (found.isPending) return <Skeleton label="Buscando..." lines={6} />;
  if (found.isError)
    return <ErrorState title="Não foi possível buscar" error={found.error} onRetry={() => void found.refetch()} />;
  const { counts, results, near, pages } = found.data;
  const total = counts.reduce((sum, each) => sum + each.total, 0);
  if (total === 0) return <NothingFound q={q} near={near} />;
  return (
    <section aria-labelledby="t-resultados" aria-busy={found.isPlaceholderData}>
      <header className={`list-head ${styles.head}`}>
        <h2 id="t-resultados" ref={heading} tabIndex={-1}>
          Resultados
        </h2>
        <p className="meta" role="status">
          {plural(total, "resultado", "resultados")} para “{q}”{pages > 1 && `, página ${page} de ${pages}`}
        </p>
      </header>
      <Kinds state={state} counts={counts} total={total} />
      {results.length > 0 ? (
        <ol className={styles.results}>
          {results.map((result) => (
            <Result key={result.path} {...result} />
          ))}
        </ol>
      ) : (
        <EmptyState title="Esta página não tem resultados">
          <Link className="go" to={searchAddress({ q, kind: null, page: 1 })}>
            Ver todos os resultados
          </Link>
        </EmptyState>
      )}
      {pages > 1 && (
        <nav className={styles.turn} aria-label="Páginas dos resultados">
          {page > 1 && (
            <Link className="btn btn-2" to={searchAddress({ ...state, page: page - 1 })}>
              Anteriores
            </Link>
          )}
          {page < pages && (
            <Link className="btn" to={searchAddress({ ...state, page: page + 1 })}>
              Mais resultados
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

type KindsProps = { state: SearchState; counts: SearchPage["counts"]; total: number };

/** Which kinds there are, each with its number; one of them narrows the list. */
function Kinds({ state, counts, total }: KindsProps) {
  const kinds = SEARCH_KINDS.flatMap((kind) => counts.find((count) => count.kind === kind) ?? []);
  if (kinds.length < 2) return null;
  const choices = [{ kind: null, total }, ...kinds];
  return (
    <nav className={styles.kinds} aria-label="Tipos de resultado">
      <ul>
        {choices.map((choice) => (
          <li key={choice.kind ?? "tudo"}>
            <Link
              to={searchAddress({ q: state.q, kind: choice.kind, page: 1 })}
              aria-current={state.kind === choice.kind ? "true" : undefined}
              preventScrollReset
            >
              {choice.kind ? KIND_LABEL[choice.kind].many : "Tudo"} <span className="osf">{choice.total}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Result({ kind, path, title, context, excerpt }: SearchResult) {
  return (
    <li>
      <p className="caps caps-gold">{KIND_LABEL[kind].one}</p>
      <h3>
        <Link to={path}>
          <Pieces pieces={title} />
        </Link>
      </h3>
      {excerpt.length > 0 && (
        <p>
          <Pieces pieces={excerpt} />
        </p>
      )}
      <p className="meta">{context}</p>
    </li>
  );
}

function NothingFound({ q, near }: { q: string; near: SearchResult[] }) {
  return (
    <section aria-labelledby="t-nada">
      <div className="state" role="status">
        <h2 id="t-nada">Nenhum resultado encontrado para “{q}”</h2>
        {near.length === 0 && (
          <>
            <p>Confira as letras, ou use menos palavras.</p>
            <Link className="btn btn-2" to="/dicionario">
              Folhear o dicionário
            </Link>
          </>
        )}
      </div>
      {near.length > 0 && (
        <>
          <h2 className={styles.near}>Você quis dizer</h2>
          <ol className={styles.results}>
            {near.map((result) => (
              <Result key={result.path} {...result} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
