import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useRouteError,
} from "react-router";
import { Mark } from "#app/ui/icons.tsx";
import { Pager, PagerLink } from "#app/ui/pager.tsx";
import { GradeChip } from "../components/grade-chip.tsx";
import type { EntryDetail } from "../dictionary.answers.ts";
import { entryDetail } from "../dictionary.content.ts";
import { readEntry } from "../dictionary.queries.ts";
import { letterOf } from "../dictionary.search.ts";
import styles from "./dictionary.module.css";

/** Runs in the build, once for each term. */
export function loader({ params }: LoaderFunctionArgs): EntryDetail {
  const entry = entryDetail(params.slug ?? "");
  if (!entry) throw new Response(null, { status: 404 });
  return entry;
}

/** An entry that is opened from another page, or that was written or edited in the browser since the build, is asked of the server. */
export const clientLoader = async ({ params, serverLoader }: ClientLoaderFunctionArgs): Promise<EntryDetail> =>
  (await readEntry(params.slug ?? "")) ?? serverLoader<EntryDetail>();

export default function TermPage() {
  const { term, grade, definition, aliases, see, previous, next } = useLoaderData<typeof loader>();
  return (
    <div className={`page ${styles.termPage}`}>
      <title>{`${term} · Dicionário Maçônico · Academia`}</title>
      <meta name="description" content={summaryOf(`${term}: ${definition}`)} />
      <Crumbs here={term} />
      <article itemScope itemType="https://schema.org/DefinedTerm">
        <header>
          <p className={styles.dictInitial} aria-hidden="true">
            {letterOf(term)}
          </p>
          <h1 itemProp="name">{term}</h1>
          <GradeChip grade={grade} />
        </header>
        <p className="lead" itemProp="description">
          {definition}
        </p>
        {aliases.length > 0 && (
          <section className="card" aria-labelledby="t-nomes">
            <h2 id="t-nomes">Outros nomes</h2>
            <ul className={styles.dictNames}>
              {aliases.map((alias) => (
                <li key={alias} itemProp="alternateName">
                  {alias}
                </li>
              ))}
            </ul>
          </section>
        )}
        {see.length > 0 && (
          <section className="card" aria-labelledby="t-ver">
            <h2 id="t-ver">Ver também</h2>
            <ul className={styles.dictRelated}>
              {see.map((other) => (
                <li key={other.slug}>
                  <Link to={`/dicionario/${other.slug}`} prefetch="intent">
                    {other.term}
                  </Link>
                  <p>{other.definition}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
      <Pager label="Verbetes vizinhos">
        {previous && (
          <PagerLink rel="prev" kind="Termo anterior" to={`/dicionario/${previous.slug}`}>
            {previous.term}
          </PagerLink>
        )}
        {next && (
          <PagerLink rel="next" kind="Próximo termo" to={`/dicionario/${next.slug}`}>
            {next.term}
          </PagerLink>
        )}
      </Pager>
    </div>
  );
}

function Crumbs({ here }: { here: string }) {
  return (
    <nav className="crumbs no-print" aria-label="Você está em">
      <ol>
        <li>
          <Link to="/dicionario" prefetch="intent">
            Dicionário
          </Link>
        </li>
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}

/**
 * An address of no term, or a term that could not be fetched. Each term is prerendered, so that an address that has no data at all, on
 * opening it or by a link, is of no term; fetch fails with a TypeError when the network does.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const missing = isRouteErrorResponse(error) ? error.status === 404 : !(error instanceof TypeError);
  return (
    <div className="narrow">
      <Mark />
      <title>{`${missing ? "Termo não encontrado" : "Termo não carregado"} · Academia`}</title>
      <meta name="robots" content="noindex" />
      <p className="caps caps-gold">{missing ? "Erro 404" : "Dicionário"}</p>
      <h1>{missing ? "Este termo não está no dicionário" : "Não foi possível abrir este termo"}</h1>
      <p>
        {missing
          ? "Não há verbete neste endereço. Procure o termo no dicionário."
          : "Não encontramos sua conexão. Verifique a internet e tente de novo."}
      </p>
      <p>
        {missing ? (
          <Link className="btn" to="/dicionario">
            Ir para o dicionário
          </Link>
        ) : (
          <Link className="btn" to={pathname} reloadDocument>
            Tentar novamente
          </Link>
        )}
      </p>
    </div>
  );
}

/** The length search engines show, cut at a word. */
const SUMMARY_LENGTH = 155;

const summaryOf = (text: string): string =>
  text.length <= SUMMARY_LENGTH ? text : `${text.slice(0, text.lastIndexOf(" ", SUMMARY_LENGTH))}…`;
