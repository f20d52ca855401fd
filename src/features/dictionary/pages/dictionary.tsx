import { useEffect, useMemo, useRef, useState } from "react";
import { type ClientLoaderFunctionArgs, useLoaderData } from "react-router";
import { alternativesInWords, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { DidYouMean } from "../components/did-you-mean.tsx";
import { EntryList } from "../components/entry-list.tsx";
import { ListFilters } from "../components/list-filters.tsx";
import type { Entry, FirstPage } from "../dictionary.answers.ts";
import { firstPage } from "../dictionary.content.ts";
import { readFirstPage } from "../dictionary.queries.ts";
import { findEntries, type ListState, letterOf, pagesOf, START, sliceOf } from "../dictionary.search.ts";
import { suggestNames } from "../dictionary.suggestions.ts";
import { useEntries } from "../use-entries.ts";
import { useListState } from "../use-list-state.ts";
import styles from "./dictionary.module.css";

/** Runs once, in the build. */
export const loader = () => firstPage();

/** The list as it is now: an entry may have been edited in the browser since the build. */
export const clientLoader = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<FirstPage> =>
  (await readFirstPage()) ?? serverLoader<FirstPage>();

/** A search in the address changes nothing in what the list begins with. */
export const shouldRevalidate = () => false;

const SETTLING_MS = 1_500;

export default function DictionaryPage() {
  const first = useLoaderData<typeof loader>();
  const { state, typed, problem, go, type, drop } = useListState();
  const { search, letter, grade, page: askedPage } = state;
  const atStart = !search && !letter && !grade && askedPage === 1;
  const settled = useSettled();
  const { entries: all, failure, retry } = useEntries(settled || !atStart);
  const heading = useRef<HTMLHeadingElement>(null);

  const found = useMemo(() => all && findEntries(all, { search, letter, grade }), [all, search, letter, grade]);
  const suggestions = useMemo(() => (all && found && search ? suggestNames(all, search, found) : []), [all, found, search]);
  const letters = useMemo(
    () => (all ? lettersOf(findEntries(all, { ...START, grade })) : first.letters),
    [all, first.letters, grade],
  );
  const total = found ? found.length : atStart ? first.total : undefined;
  const page = Math.min(askedPage, pagesOf(total ?? Number.POSITIVE_INFINITY));
  const visible = found ? sliceOf(found, page) : atStart ? first.entries : undefined;

  /** Goes where a button leads that goes away with what it was offered for: the focus is on the list that comes. */
  const lead = (change: Partial<ListState>) => {
    go(change);
    heading.current?.focus();
  };
  const turnTo = (page: number) => {
    go({ page });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    window.scrollTo({ top: 0, behavior: still ? "auto" : "smooth" });
    heading.current?.focus({ preventScroll: true });
  };

  return (
    <div className="page dictionary">
      <title>Dicionário Maçônico · Academia</title>
      <meta
        name="description"
        content={`${first.total} termos da Maçonaria e do Rito de York, em ordem alfabética: definição, grau, outros nomes e verbetes relacionados.`}
      />
      <header className="page-head">
        <p className="caps caps-gold">{plural(first.total, "termo", "termos")}</p>
        <h1>Dicionário Maçônico</h1>
        <p className="lead">Termos, símbolos e rituais da Maçonaria em ordem alfabética</p>
      </header>
      <ListFilters state={state} typed={typed} problem={problem} letters={letters} onType={type} onGo={go} onLetter={drop} />
      <section aria-labelledby="t-termos">
        <header className={`list-head ${styles.dictListHead}`}>
          <h2 id="t-termos" ref={heading} tabIndex={-1}>
            {headingOf(state)}
          </h2>
          <p className="meta" role="status">
            {total !== undefined && countOf(total, page, !atStart)}
            {suggestions.length > 0 && <span className="visually-hidden">. {questionOf(suggestions)}</span>}
          </p>
        </header>
        {visible && visible.length > 0 && suggestions.length > 0 && (
          <DidYouMean names={suggestions} onChoose={(name) => lead({ search: name, letter: null, grade: null })} />
        )}
        {visible && visible.length > 0 && <EntryList entries={visible} search={search} />}
        {visible?.length === 0 && <NothingFound state={state} suggestions={suggestions} onGo={lead} />}
        {!visible && failure && <ErrorState title="Erro ao carregar o dicionário" error={failure} onRetry={retry} />}
        {!visible && !failure && <Skeleton label="Carregando..." />}
        {total !== undefined && pagesOf(total) > 1 && (
          <nav className={styles.dictTurn} aria-label="Páginas do dicionário">
            {page > 1 && (
              <Button look="secondary" onClick={() => turnTo(page - 1)}>
                Termos anteriores
              </Button>
            )}
            <ol className={`${styles.dictNumbers} osf`}>
              {numbersOf(page, pagesOf(total)).map((number, index, all) => (
                <li key={number} className={number - (all[index - 1] ?? 0) > 1 ? styles.dictGap : undefined}>
                  <button
                    type="button"
                    aria-label={`Página ${number} de ${pagesOf(total)}`}
                    aria-current={number === page ? "page" : undefined}
                    onClick={() => turnTo(number)}
                  >
                    {number}
                  </button>
                </li>
              ))}
            </ol>
            {page < pagesOf(total) && <Button onClick={() => turnTo(page + 1)}>Próximos termos</Button>}
          </nav>
        )}
      </section>
    </div>
  );
}

/** The numbers of pages that are offered: the first, the last, and those about the one that is shown. */
const numbersOf = (page: number, pages: number): number[] =>
  Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  );

/** True once the page has had time to settle: nobody waits for the terms that are not in sight, so they do not compete with it. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLING_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

type NothingProps = { state: ListState; suggestions: string[]; onGo: (change: Partial<ListState>) => void };

function NothingFound({ state: { search, grade }, suggestions, onGo }: NothingProps) {
  return (
    <EmptyState title={search ? `Nenhum resultado encontrado para "${search}"` : "Nenhum termo com esta letra e este grau"}>
      {suggestions.length > 0 && (
        <DidYouMean names={suggestions} onChoose={(name) => onGo({ search: name, letter: null, grade: null })} />
      )}
      {grade && (
        <Button look="secondary" onClick={() => onGo({ grade: null })}>
          Procurar em qualquer grau
        </Button>
      )}
      {!grade && (
        <Button look="secondary" onClick={() => onGo(START)}>
          Ver todos os termos
        </Button>
      )}
    </EmptyState>
  );
}

const lettersOf = (entries: Entry[]): string[] => [...new Set(entries.map(({ term }) => letterOf(term)))];

function headingOf({ search, letter, grade }: ListState): string {
  if (search) return "Resultados";
  return [letter ? `Letra ${letter}` : "Todos os termos", grade && `grau ${grade}`].filter(Boolean).join(", ");
}

/** What is offered, as it is read aloud. */
const questionOf = (names: string[]): string => `Você quis dizer ${alternativesInWords(names.map((name) => `“${name}”`))}?`;

/** "12 termos", and the page while there is more than one. */
function countOf(total: number, page: number, spoken: boolean): string {
  const pages = pagesOf(total);
  const count = plural(total, "termo", "termos");
  return spoken && pages > 1 ? `${count}, página ${page} de ${pages}` : count;
}
