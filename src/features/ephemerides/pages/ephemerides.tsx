import { Link, useSearchParams } from "react-router";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { EntryText } from "../components/entry.tsx";
import styles from "../components/ephemerides.module.css";
import { Feed } from "../components/feed.tsx";
import { useMonth } from "../ephemerides.queries.ts";
import { monthQuery } from "../ephemerides.schema.ts";

const NAMES = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 15).toLocaleDateString("pt-BR", { month: "long" }));

const Head = () => (
  <>
    <title>Efemérides · Academia</title>
    <header className="page-head">
      <h1>Efemérides</h1>
      <p className="lead">
        Dias da história do ofício e do Rito de York cuja data é certa, cada um com o papel que a prova.{" "}
        <Link to="/mapa">Ver no mapa</Link>.
      </p>
    </header>
  </>
);

const Months = ({ shown }: { shown: number }) => (
  <nav className={`tabs ${styles.months}`} aria-label="Mês">
    {NAMES.map((name, index) => (
      <Link key={name} to={`/efemerides?mes=${index + 1}`} replace aria-current={index + 1 === shown ? "page" : undefined}>
        {name}
      </Link>
    ))}
  </nav>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** The days of one month; without one in the address, of the present one. */
export default function EphemeridesPage() {
  const [params] = useSearchParams();
  const asked = monthQuery.safeParse({ month: params.get("mes") ?? undefined }).data?.month;
  const month = asked ?? new Date().getMonth() + 1;
  const list = useMonth(month);
  return (
    <div className="page">
      <Head />
      <Months shown={month} />
      <div className="with-aside">
        <div>
          {list.isPending && <Skeleton label="Carregando..." lines={8} />}
          {list.isError && (
            <ErrorState title="Erro ao carregar as efemérides" error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.data && <Days month={month} {...list.data} />}
        </div>
        <Feed />
      </div>
    </div>
  );
}

function Days({ month, today, entries }: { month: number } & NonNullable<ReturnType<typeof useMonth>["data"]>) {
  const name = NAMES[month - 1]!;
  if (entries.length === 0)
    return (
      <EmptyState title={`Nenhuma data em ${name}`}>
        <p>As que são de um grau acima do seu aparecem quando você chegar a ele.</p>
      </EmptyState>
    );
  return (
    <>
      <p className="meta" role="status">
        {plural(entries.length, "data", "datas")} em {name}.
      </p>
      <ol className={styles.days}>
        {entries.map((entry) => (
          <li key={`${entry.day} ${entry.title}`} className={entry.day.slice(5) === today.slice(5) ? styles.today : undefined}>
            <span className={styles.day}>{Number(entry.day.slice(8))}</span>
            <div>
              <h2>
                <b className="osf">{entry.day.slice(0, 4)}</b> {entry.title}
              </h2>
              <EntryText entry={entry} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
