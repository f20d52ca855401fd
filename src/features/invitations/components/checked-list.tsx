import { type FormEvent, useEffect, useRef, useState } from "react";
import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { saveText } from "#app/lib/download.ts";
import { numberInWords, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { FormError } from "#app/ui/states.tsx";
import type { CheckedLine, ListCheck } from "../invitations.answers.ts";
import { faultsOf } from "../list/list-csv.ts";
import styles from "../pages/invitations.module.css";

const DELIMITER = { ";": "ponto e vírgula", ",": "vírgula", "\t": "tabulação" } satisfies Record<ListCheck["delimiter"], string>;
const ENCODING = {
  "utf-8": "UTF-8",
  "utf-16": "UTF-16, convertidas",
  "windows-1252": "Windows-1252, convertidas",
} satisfies Record<ListCheck["encoding"], string>;

/** Lines of a table that are shown before one asks for all. */
const FIRST = 3;
/** Lines that stay out, shown at once: a wrong file may have thousands. */
const FAULTS = 50;

type Props = {
  name: string;
  list: ListCheck;
  busy: boolean;
  sending: boolean;
  error: string | undefined;
  onChangeList: () => void;
  onMend: (line: CheckedLine) => void;
  onSend: () => void;
};

/** What a list would do: who is left out and why, to be mended here, and who will be invited. */
export function CheckedList({ name, list, busy, sending, error, onChangeList, onMend, onSend }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [shownFaults, setShownFaults] = useState(FAULTS);
  useEffect(() => heading.current?.focus(), []);
  const { counts, delimiter, encoding, ignored, lines } = list;
  const out = lines.filter(({ check }) => check !== "ready");
  return (
    <section className={styles.part} aria-labelledby="conferir">
      <div className="ruled-head ruled-double">
        <h2 id="conferir" ref={heading} tabIndex={-1}>
          Conferir a lista
        </h2>
        <button type="button" className="quiet" onClick={onChangeList}>
          Trocar a lista
        </button>
      </div>
      <p className="meta">
        {name}, {plural(lines.length, "linha", "linhas")}. Separador: {DELIMITER[delimiter]}. Letras: {ENCODING[encoding]}.
        {ignored.length > 0 && ` Colunas que não entram: ${ignored.join(", ")}.`}
      </p>
      <dl className={styles.figures} aria-live="polite">
        <Figure label="Prontos" value={counts.ready} className={styles.good} />
        <Figure label="Com erro" value={counts.wrong} className={counts.wrong > 0 ? styles.bad : undefined} />
        <Figure label="Já membros" value={counts.member} />
        {counts.invited > 0 && <Figure label="Já convidados" value={counts.invited} />}
      </dl>
      {out.length > 0 && (
        <>
          <h3 className="ruled-head">Linhas que ficam de fora</h3>
          <ol className={styles.faults}>
            {out.slice(0, shownFaults).map((line) => (
              <Fault key={line.line} line={line} busy={busy} onMend={onMend} />
            ))}
          </ol>
          {out.length > shownFaults && (
            <Button look="secondary" small onClick={() => setShownFaults(shownFaults + FAULTS)}>
              Mostrar mais linhas
            </Button>
          )}
        </>
      )}
      {counts.ready > 0 && <Ready lines={lines.filter(({ check }) => check === "ready")} />}
      <div className={styles.box}>
        <h3>{counts.ready > 0 ? `Enviar ${plural(counts.ready, "convite", "convites")}?` : "Ninguém a convidar nesta lista"}</h3>
        <p>
          {counts.ready > 0 && "Cada pessoa recebe uma carta com um link que vale 14 dias. "}
          {out.length > 0 &&
            `${out.length === 1 ? "A linha de fora não recebe" : `As ${numberInWords(out.length, "f")} linhas de fora não recebem`} nada. `}
          A lista pode ser conferida de novo sem convidar ninguém duas vezes.
        </p>
        <FormError message={error} />
        <div className={styles.row}>
          {counts.ready > 0 && (
            <Button busy={sending} busyLabel="Preparando..." disabled={busy} onClick={onSend}>
              Enviar {plural(counts.ready, "convite", "convites")}
            </Button>
          )}
          {out.length > 0 && (
            <button type="button" className="quiet" onClick={() => saveText("linhas-de-fora.csv", faultsOf(out))}>
              Baixar as linhas de fora
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

const Figure = ({ label, value, className }: { label: string; value: number; className?: string | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd className={className}>{value.toLocaleString("pt-BR")}</dd>
  </div>
);

function Fault({ line, busy, onMend }: { line: CheckedLine; busy: boolean; onMend: (line: CheckedLine) => void }) {
  const [open, setOpen] = useState(false);
  const { check, column, message } = line;
  const shown = (column === "degree" && line.degree) || (column === "lodge" && line.lodge) || line.email || line.name;
  return (
    <li>
      <p className={styles.number}>
        <b className="osf">{line.line}</b>linha
      </p>
      <div>
        <p className={styles.who}>{shown.length > 80 ? `${shown.slice(0, 80)}…` : shown || "(vazia)"}</p>
        <p className={`${styles.why} ${check === "wrong" ? styles.bad : ""}`}>
          <Icon name={check === "wrong" ? "alert" : "check"} />
          <span>{message}</span>
        </p>
      </div>
      {check === "wrong" && !open && (
        <button type="button" className="quiet" onClick={() => setOpen(true)}>
          Corrigir aqui<span className="visually-hidden"> a linha {line.line}</span>
        </button>
      )}
      {check === "wrong" && open && <MendForm line={line} busy={busy} onMend={onMend} onClose={() => setOpen(false)} />}
    </li>
  );
}

type MendProps = { line: CheckedLine; busy: boolean; onMend: (line: CheckedLine) => void; onClose: () => void };

/** The four cells of a faulty line. What the server says of them comes with the next look at the list. */
function MendForm({ line, busy, onMend, onClose }: MendProps) {
  const [cells, setCells] = useState(line);
  const set = (column: "name" | "email" | "lodge" | "degree") => (event: { target: { value: string } }) =>
    setCells({ ...cells, [column]: event.target.value });
  const errorOf = (column: CheckedLine["column"]) => (line.column === column ? (line.message ?? undefined) : undefined);
  const known = DEGREES.find((degree) => DEGREE_LABEL[degree].toLowerCase() === cells.degree.trim().toLowerCase());
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMend(cells);
  };
  return (
    <form ref={form} className="form" onSubmit={submit} noValidate aria-label={`Linha ${line.line}`}>
      <div className={styles.pair}>
        <TextField label="Nome" value={cells.name} onChange={set("name")} disabled={busy} error={errorOf("name")} />
        <TextField
          label="E-mail"
          inputMode="email"
          autoCapitalize="none"
          value={cells.email}
          onChange={set("email")}
          disabled={busy}
          error={errorOf("email")}
        />
        <TextField
          label="Loja"
          help="Número, nome ou os dois."
          value={cells.lodge}
          onChange={set("lodge")}
          disabled={busy}
          error={errorOf("lodge")}
        />
        <SelectField
          label="Grau"
          help="O que a Loja conferiu."
          value={known ? DEGREE_LABEL[known] : ""}
          onChange={set("degree")}
          disabled={busy}
          error={errorOf("degree")}
        >
          <option value="">Escolha</option>
          {DEGREES.map((degree) => (
            <option key={degree} value={DEGREE_LABEL[degree]}>
              {DEGREE_LABEL[degree]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles.row}>
        <Button type="submit" small busy={busy} busyLabel="Conferindo...">
          Conferir a linha
        </Button>
        <button type="button" className="quiet" onClick={onClose}>
          Cancelar
        </button>
      </div>
    </form>
  );
}

function Ready({ lines }: { lines: CheckedLine[] }) {
  const [all, setAll] = useState(false);
  const count = lines.length;
  return (
    <>
      <h3 className="ruled-head">
        {count > FIRST && !all ? `Os primeiros dos ${count.toLocaleString("pt-BR")} prontos` : "Prontos"}
      </h3>
      <table className={styles.ready}>
        <caption className="visually-hidden">Pessoas que serão convidadas</caption>
        <thead className="visually-hidden">
          <tr>
            {["Nome", "E-mail", "Loja", "Grau"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(all ? lines : lines.slice(0, FIRST)).map(({ line, name, email, lodgeName, degree }) => (
            <tr key={line}>
              <th scope="row">{name}</th>
              <td>{email}</td>
              <td>{lodgeName}</td>
              <td>{degree}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > FIRST && !all && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Ver todos os {count.toLocaleString("pt-BR")}
        </button>
      )}
    </>
  );
}
