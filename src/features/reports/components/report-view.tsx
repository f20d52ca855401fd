import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { DEGREE_LABEL, DEGREES, isDegree } from "#app/lib/degrees.ts";
import { saveText } from "#app/lib/download.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import {
  daysNumber,
  greatestLoss,
  reportFile,
  rounded,
  roundedShort,
  shortStepName,
  tablesOf,
  waitWords,
} from "../report-words.ts";
import type { Report } from "../reports.answers.ts";
import { GROUP, PERIODS, type Period, type ReportQuery, stepOf } from "../reports.schema.ts";
import { Bars, Line, Ranges } from "./charts.tsx";
import styles from "./report-view.module.css";

const PERIOD_LABEL: Record<Period, string> = { "3": "Últimos 3 meses", "6": "Últimos 6 meses", "12": "Últimos 12 meses" };

/** What the report is narrowed by, kept in the page's address: Back, Reload and a link find it again. */
export function useReportFilter(): [ReportQuery, (change: Partial<ReportQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const [lodge, degree, module, months] = ["loja", "grau", "modulo", "meses"].map((name) => params.get(name) ?? "");
  const filter: ReportQuery = {
    ...(lodge && { lodge }),
    ...(isDegree(degree ?? "") && { degree: degree as ReportQuery["degree"] }),
    ...(Number(module) > 0 && { module: Number(module) }),
    months: PERIODS.find((each) => each === months) ?? "3",
  };
  const narrow = (change: Partial<ReportQuery>) => {
    const next = { ...filter, ...change };
    const given = { loja: next.lodge, grau: next.degree, modulo: next.module, meses: next.months };
    setParams(Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return [filter, narrow];
}

type Asked = {
  data: Report | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

/** The report and what narrows it: a sentence says each finding, the drawing shows it, the table has its numbers. */
export function ReportView({
  asked: { data, error, isPending, isPlaceholderData, refetch },
  filter,
  onFilter,
  lodges,
}: {
  asked: Asked;
  filter: ReportQuery;
  onFilter: (change: Partial<ReportQuery>) => void;
  /** To choose among; without it the report is of one Lodge. */
  lodges?: { id: string; name: string }[];
}) {
  return (
    <>
      <form className={`${styles.filters} no-print`} aria-label="Recorte" onSubmit={(event) => event.preventDefault()}>
        {lodges && (
          <SelectField
            label="Loja"
            value={filter.lodge ?? ""}
            onChange={({ target }) => onFilter({ lodge: target.value || undefined })}
          >
            <option value="">Todas as Lojas</option>
            {lodges.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Grau"
          value={filter.degree ?? ""}
          onChange={({ target }) => onFilter({ degree: isDegree(target.value) ? target.value : undefined, module: undefined })}
        >
          <option value="">Todos os graus</option>
          {DEGREES.map((each) => (
            <option key={each} value={each}>
              {DEGREE_LABEL[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Módulo"
          value={data?.module.id ?? ""}
          onChange={({ target }) => onFilter({ module: Number(target.value) })}
        >
          {data?.modules.map(({ id, title }) => (
            <option key={id} value={id}>
              {id}. {title}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Período"
          value={filter.months ?? "3"}
          onChange={({ target }) => onFilter({ months: target.value as Period })}
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {PERIOD_LABEL[each]}
            </option>
          ))}
        </SelectField>
      </form>
      {isPending && <Skeleton label="Carregando..." lines={10} />}
      {!data && error && (
        <ErrorState title="Não foi possível carregar o relatório." error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <div aria-busy={isPlaceholderData || undefined} className={isPlaceholderData ? styles.stale : undefined}>
          <Sheet report={data} months={filter.months ?? "3"} degree={filter.degree && DEGREE_LABEL[filter.degree]} />
        </div>
      )}
    </>
  );
}

function Sheet({ report, months, degree }: { report: Report; months: Period; degree: string | undefined }) {
  const step = stepOf(months);
  const { lodge, module, figures, lessons, steps, exams, times, mentors } = report;
  const part = [lodge ?? "Todas as Lojas", degree ?? "Todos os graus", PERIOD_LABEL[months]].join(" · ");
  if (!figures)
    return (
      <EmptyState title={`Menos de ${GROUP} pessoas neste recorte`}>
        <p>De tão poucas, um número poderia dizer quem é quem. Amplie o recorte.</p>
      </EmptyState>
    );
  const tables = tablesOf(report, step);
  const loss = greatestLoss(lessons);
  const began = lessons[0]?.readers ?? 0;
  const done = exams.reduce((sum, each) => sum + each.exams, 0);
  const passed = exams.filter(({ from }) => from >= 70).reduce((sum, each) => sum + each.exams, 0);
  return (
    <>
      <div className={styles.head}>
        <p className="meta">{part}</p>
        <p className={`${styles.acts} no-print`}>
          <Button look="secondary" onClick={() => window.print()}>
            <Icon name="print" /> Folha para a reunião
          </Button>
          <button type="button" className="quiet" onClick={() => saveText("relatorio.csv", reportFile(report, step))}>
            <Icon name="download" /> Baixar CSV
          </button>
        </p>
      </div>
      <dl className={styles.figures}>
        {tables.figures.rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Figure
        title="Onde os leitores param"
        finding={
          began === 0 ? (
            `Menos de ${GROUP} pessoas começaram “${module.title}” neste período.`
          ) : (
            <>
              De {began} que começaram <cite>{module.title}</cite> no período, {rounded(lessons.at(-1)!.readers)} chegaram à
              última lição.{" "}
              {loss && (
                <>
                  A maior perda é <strong>{`entre a lição ${loss - 1} e a ${loss}`}</strong>.
                </>
              )}
            </>
          )
        }
        table={tables.lessons}
      >
        {began > 0 && (
          <Bars
            label={`Leitores por lição, de ${began} na primeira a ${rounded(lessons.at(-1)!.readers)} na última`}
            bars={lessons.map(({ number, readers }) => ({
              key: number,
              label: String(number),
              value: readers,
              words: roundedShort(readers),
              marked: number === loss,
            }))}
          />
        )}
      </Figure>
      <Figure
        title={step === "week" ? "Semanas de estudo" : "Meses de estudo"}
        finding={`Pessoas que concluíram alguma lição: ${rounded(steps.at(-1)?.people ?? 0)} ${
          step === "week" ? "na última semana inteira" : "no último mês inteiro"
        }, ${rounded(Math.max(0, ...steps.map(({ people }) => people)))} ${step === "week" ? "na melhor" : "no melhor"} do período.`}
        table={tables.steps}
      >
        {steps.some(({ people }) => people > 0) && (
          <Line
            label={`Pessoas que concluíram alguma lição, por ${step === "week" ? "semana" : "mês"}`}
            points={steps.map(({ begins, people }) => ({
              key: begins,
              label: shortStepName(begins, step),
              value: people,
              words: roundedShort(people),
            }))}
          />
        )}
      </Figure>
      <Figure
        title="Resultado dos exames"
        finding={
          done === 0
            ? `Em nenhuma faixa houve ${GROUP} exames no período.`
            : `De ${done} exames contados, ${rounded(passed)} alcançaram os 70% que aprovam.`
        }
        table={tables.exams}
      >
        {done > 0 && (
          <Bars
            label={`Exames por resultado: de ${done}, ${passed} com 70% ou mais`}
            bars={exams.map(({ from, exams: count }) => ({
              key: from,
              label: from < 50 ? "–50" : from >= 90 ? "90+" : String(from),
              value: count,
              words: roundedShort(count),
            }))}
            rule={{ before: exams.findIndex(({ from }) => from === 70), label: "aprovado desde 70" }}
          />
        )}
      </Figure>
      <Figure
        title="Da primeira à última lição"
        finding={
          times.length === 0
            ? `Nenhum módulo foi concluído por ${GROUP} pessoas neste período.`
            : "O traço dourado é a mediana; a barra, a metade do meio."
        }
        table={tables.times}
      >
        {times.length > 0 && (
          <Ranges
            label="Dias da primeira à última lição, por módulo"
            rows={times.map(({ module: name, days }) => ({ name, ...days, words: daysNumber(days.median) }))}
          />
        )}
      </Figure>
      {mentors.length > 0 && (
        <Figure
          title="Resposta dos mentores"
          finding="O tempo em que a metade dos pedidos teve resposta. Aos sete dias, o irmão é avisado."
          table={tables.mentors}
        >
          <Ranges
            label="Tempo mediano até a resposta, por mentor"
            rows={mentors.map(({ name, hours }) => ({ name, low: 0, median: hours, high: hours, words: waitWords(hours) }))}
          />
        </Figure>
      )}
      <p className="meta">
        Pessoas, exames e pedidos contam-se de {GROUP} em {GROUP}, para baixo: 15 quer dizer de 15 a 19. Assim ninguém é
        reconhecido por um número, nem pela diferença de dois.
      </p>
    </>
  );
}

/** Where the table stands beside the drawing it is open from the start. */
const hasRoom = (): boolean => window.matchMedia("(min-width: 64rem)").matches;

/** A finding in words, the drawing, and its numbers as a table. */
function Figure({
  title,
  finding,
  table: { caption, columns, rows },
  children,
}: {
  title: string;
  finding: ReactNode;
  table: { caption: string; columns: string[]; rows: string[][] };
  children: ReactNode;
}) {
  return (
    <section className={styles.figure} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>{finding}</p>
        {children}
      </div>
      {rows.length > 0 && (
        <details open={!children || hasRoom() || undefined}>
          <summary>Ver como tabela</summary>
          <table className={styles.table}>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
