import { differenceInHours } from "date-fns/differenceInHours";
import { Link } from "react-router";
import { numberInWords, opening, plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { Matter } from "../admin.answers.ts";
import { useAdminWeeks } from "../admin.queries.ts";
import type { MatterKind } from "../admin.schema.ts";
import styles from "../pages/admin.module.css";

type Words = {
  what: (count: number) => string;
  /** More about it, where the name of the oldest says something. */
  more: (first: string | null, count: number) => string;
  act: string;
  to: string;
};

/** "Dois pedidos de grau", "Uma denúncia" */
const counted = (gender: "m" | "f", one: string, many: string) => (count: number) =>
  `${opening(numberInWords(count, gender))} ${count === 1 ? one : many}`;

/** "Antônio Ferraz.", "Antônio Ferraz e mais três." */
const andOthers = (first: string | null, count: number): string =>
  first === null ? "" : count > 1 ? `${first} e mais ${numberInWords(count - 1, "m")}.` : `${first}.`;

const MATTERS: Record<Exclude<MatterKind, "spellings">, Words> = {
  degrees: {
    what: counted("m", "pedido de grau", "pedidos de grau"),
    more: andOthers,
    act: "Conferir",
    to: "/admin/pedidos",
  },
  admissions: {
    what: counted("f", "admissão", "admissões"),
    more: andOthers,
    act: "Ver a fila",
    to: "/admin/admissao",
  },
  contestations: {
    what: counted("f", "contestação", "contestações"),
    more: andOthers,
    act: "Responder",
    to: "/admin/contestacoes",
  },
  texts: {
    what: counted("m", "texto por revisar", "textos por revisar"),
    more: andOthers,
    act: "Comparar",
    to: "/admin/conteudo",
  },
  posts: {
    what: counted("f", "mensagem da comunidade", "mensagens da comunidade"),
    more: () => "Por denúncia ou retenção, à espera de quem leia.",
    act: "Ler e decidir",
    to: "/comunidade/moderacao",
  },
  messages: {
    what: counted("f", "mensagem de contato", "mensagens de contato"),
    more: andOthers,
    act: "Responder",
    to: "/admin/contato",
  },
  letters: {
    what: counted("f", "carta não chega", "cartas não chegam"),
    more: andOthers,
    act: "Ver as cartas",
    to: "/admin/correio",
  },
  mentoring: {
    what: counted("m", "pedido de mentoria sem resposta", "pedidos de mentoria sem resposta"),
    more: (first, count) => `${andOthers(first, count)} Há mais de sete dias.`,
    act: "Ver os mentores",
    to: "/gestao-mentores",
  },
};

/** What somebody waits for. */
type Decision = Matter & { kind: keyof typeof MATTERS };

/** What waits, the oldest first, each with the way to decide it. */
export function WhatWaits({ matters }: { matters: Decision[] }) {
  return (
    <section aria-labelledby="espera">
      <div className="ruled-head ruled-double">
        <h2 id="espera">Espera por você</h2>
        {matters.length > 1 && <p className="meta">O mais antigo primeiro</p>}
      </div>
      {matters.length === 0 ? (
        <p>
          Nada espera.{" "}
          <Link className="go" to="/admin/registro">
            Ver o registro <Icon name="arrow" />
          </Link>
        </p>
      ) : (
        <ol className={styles.wait}>
          {matters.map((matter, index) => (
            <Waiting key={matter.kind} matter={matter} isFirst={index === 0} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Waiting({ matter: { kind, count, oldest, first, late }, isFirst }: { matter: Decision; isFirst: boolean }) {
  const { what, more, act, to } = MATTERS[kind];
  const hours = Math.max(0, differenceInHours(new Date(), new Date(oldest)));
  const days = Math.floor(hours / 24);
  const [age, unit] = days > 0 ? [days, days === 1 ? "dia" : "dias"] : [hours, hours === 1 ? "hora" : "horas"];
  return (
    <li>
      <p className={styles.age}>
        <b className="osf">{age}</b> {unit}
      </p>
      <div>
        <h3>
          <Link to={to}>{what(count)}</Link>
        </h3>
        <p className="meta">{more(first, count)}</p>
        {late && (
          <p className={styles.late}>
            <Icon name="clock" /> Passou do prazo prometido.
          </p>
        )}
      </div>
      <Link className={isFirst ? "btn" : "btn btn-2"} to={to} aria-label={`${act}: ${what(count)}`}>
        {act}
      </Link>
    </li>
  );
}

/** Three figures of the last seven days, each with its twelve weeks. */
export function ThisWeek() {
  const { data } = useAdminWeeks();
  const figures = [
    {
      label: "Concluíram lições",
      weeks: data?.studied,
      more: data && `de ${data.members.toLocaleString("pt-BR")}; ${before(data.studied, "na semana anterior")}`,
    },
    { label: "Lições concluídas", weeks: data?.lessons, more: data && before(data.lessons, "na semana anterior") },
    { label: "Exames aprovados", weeks: data?.passed, more: data && `de ${plural(data.exams.at(-1)!, "feito", "feitos")}` },
  ];
  return (
    <section aria-labelledby="semana">
      <div className="ruled-head">
        <h2 id="semana">Últimos sete dias</h2>
        <Link className="quiet" to="/admin/relatorios">
          Relatórios
        </Link>
      </div>
      <ul className={styles.figs}>
        {figures.map(({ label, weeks, more }) => (
          <li key={label}>
            <p>{label}</p>
            <p className={`${styles.figure} osf`}>{weeks?.at(-1)?.toLocaleString("pt-BR") ?? "–"}</p>
            {weeks ? <Spark weeks={weeks} label={label} /> : <span />}
            <p className="meta">{more ?? " "}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const before = (weeks: number[], when: string): string => `${weeks.at(-2)!.toLocaleString("pt-BR")} ${when}`;

const [WIDTH, HEIGHT] = [150, 46];

function Spark({ weeks, label }: { weeks: number[]; label: string }) {
  const most = Math.max(1, ...weeks);
  const at = (week: number, index: number) => [
    4 + (index * (WIDTH - 10)) / (weeks.length - 1),
    HEIGHT - 6 - (week / most) * (HEIGHT - 14),
  ];
  const points = weeks.map(at);
  const [x, y] = points.at(-1)!;
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${label}, doze semanas, da mais antiga à última: ${weeks.join(", ")}`}
    >
      <path className={styles.base} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      <path d={`M${points.map((point) => point.map((each) => each!.toFixed(1)).join(" ")).join("L")}`} />
      <path className={styles.end} d={`M${x} ${y! - 5}l5 5-5 5-5-5z`} />
    </svg>
  );
}
