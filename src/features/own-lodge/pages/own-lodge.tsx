import { useState } from "react";
import { Link } from "react-router";
import { useDecideAdmissions } from "#app/features/admission/admission.queries.ts";
import { refusalForm } from "#app/features/admission/admission.schema.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDate, timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Brother, OwnLodge } from "../own-lodge.answers.ts";
import { useConfirmBrother, useOwnLodge, useRefuseBrother } from "../own-lodge.queries.ts";
import styles from "./own-lodge.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Minha casa · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Minha Loja</p>
        <h1>Minha Loja</h1>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** What an officer sees of their Lodge, and decides for it. */
export default function OwnLodgePage() {
  const own = useOwnLodge();
  if (own.isPending) return <Shell />;
  if (!own.data)
    return (
      <div className="page">
        <title>Minha casa · Academia</title>
        <header className="page-head">
          <h1>Minha Loja</h1>
        </header>
        <ErrorState title="Esta página é dos oficiais em exercício" error={own.error} onRetry={() => void own.refetch()} />
      </div>
    );
  const { lodge, office, until, brothers, total, activeInMonth } = own.data;
  return (
    <div className="page">
      <title>Minha casa · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Minha Loja</p>
        <h1>{lodge.name}</h1>
        <p className="lead">
          Oriente de {lodge.city}
          {lodge.state && `, ${lodge.state}`}. Você é {office} até {longDate(new Date(new Date(until).getTime() - 60_000))}.
        </p>
      </header>
      <div className="with-aside">
        <div>
          <Waiting own={own.data} />
          <Study brothers={brothers} total={total} />
        </div>
        <aside>
          {activeInMonth !== null && (
            <section className={styles.part}>
              <h2>A Loja no mês</h2>
              <p>
                <strong>{activeInMonth}</strong> de {total} estiveram aqui nos últimos 30 dias.
              </p>
            </section>
          )}
          <p className={styles.part}>
            <Link className="go" to="/minha-loja/relatorio">
              Relatório da Loja <Icon name="arrow" />
            </Link>
          </p>
          <p className={styles.part}>
            <Link className="go" to="/grupos">
              Grupo de leitura <Icon name="arrow" />
            </Link>
          </p>
          <section className={styles.part}>
            <h2>O que você vê aqui</h2>
            <p>
              Nome, grau, lições concluídas, exames aprovados e último acesso dos irmãos desta Loja. Nada das outras. Não vê
              e-mails, respostas, anotações nem as conversas da mentoria. A consulta fica no registro; quando você abre a página
              de um irmão, ele fica sabendo.
            </p>
          </section>
        </aside>
      </div>
    </div>
  );
}

type Refusing = { kind: "admission" | "degree"; id: string; name: string };

/** Admissions and degrees that wait for the officer's word, the oldest first. */
function Waiting({ own: { admissions, degreeRequests } }: { own: OwnLodge }) {
  const [refusing, setRefusing] = useState<Refusing | null>(null);
  const decide = useDecideAdmissions();
  const confirm = useConfirmBrother();
  const accept = (userId: string, name: string) =>
    decide.mutate(
      { decision: "accept", userIds: [userId] },
      {
        onSuccess: ({ results }) =>
          results[0]?.outcome === "done"
            ? toastSuccess("Admitido", `${name} recebe uma carta.`)
            : toastError("Nada mudou", "Este pedido já foi decidido por outra pessoa."),
        onError: (error) => toastFailure("Não foi possível admitir.", error),
      },
    );
  const rows = [
    ...admissions.map((one) => ({ ...one, kind: "admission" as const, id: one.userId })),
    ...degreeRequests.map((one) => ({ ...one, kind: "degree" as const })),
  ].toSorted((a, b) => a.askedAt.localeCompare(b.askedAt));
  return (
    <section className={styles.part} aria-labelledby="espera">
      <h2 id="espera">Espera a sua palavra</h2>
      {rows.length === 0 && <p>Nada espera. Um pedido novo chega também por carta.</p>}
      <ul className="ruled-rows">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <div>
              <p>
                <strong>{row.name}</strong> <span className="meta">{timeAgo(new Date(row.askedAt))}</span>
              </p>
              {row.kind === "admission" ? (
                <>
                  <p>Pede admissão. O endereço está confirmado.</p>
                  {row.message && <p className={styles.word}>“{row.message}”</p>}
                  {row.askedBefore > 0 && <p className="meta">Já pediu {plural(row.askedBefore, "vez", "vezes")} antes.</p>}
                </>
              ) : (
                <p>
                  Pede que o grau de {DEGREE_LABEL[row.degree]} seja confirmado. Recebido, diz ele, em{" "}
                  {longDate(new Date(`${row.receivedOn}T12:00`))}.
                </p>
              )}
              {row.kind === "degree" && !row.canDecide && (
                <p className="meta">Este grau quem confirma é outro oficial, ou a administração.</p>
              )}
            </div>
            {(row.kind === "admission" || row.canDecide) && (
              <div className={styles.acts}>
                <Button
                  small
                  look="secondary"
                  onClick={() => setRefusing({ kind: row.kind, id: row.id, name: row.name })}
                  aria-label={`Recusar o pedido de ${row.name}`}
                >
                  Recusar
                </Button>
                <Button
                  small
                  disabled={decide.isPending || confirm.isPending}
                  onClick={() =>
                    row.kind === "admission"
                      ? accept(row.id, row.name)
                      : confirm.mutate(row.id, {
                          onSuccess: () => toastSuccess("Grau confirmado", `${row.name}: ${DEGREE_LABEL[row.degree]}.`),
                          onError: (error) => toastFailure("Não foi possível confirmar.", error),
                        })
                  }
                  aria-label={row.kind === "admission" ? `Aceitar ${row.name}` : `Confirmar o grau de ${row.name}`}
                >
                  {row.kind === "admission" ? "Aceitar" : "Confirmar"}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {refusing && <RefuseDialog refusing={refusing} onClose={() => setRefusing(null)} />}
    </section>
  );
}

function RefuseDialog({ refusing: { kind, id, name }, onClose }: { refusing: Refusing; onClose: () => void }) {
  const form = useZodForm(refusalForm, { reason: "" });
  const forget = useDraft(form, `recusa-loja:${kind}:${id}`, ["reason"]);
  const decide = useDecideAdmissions();
  const refuse = useRefuseBrother();
  const settle = {
    onSuccess: (_: unknown, here: boolean) => {
      forget();
      toastSuccess("Pedido recusado", `${name} lê o motivo.`);
      if (here) onClose();
    },
    onError: (error: Error) => {
      toastFailure("Não foi possível recusar.", error);
    },
  };
  const submit = form.handleSubmit(({ reason }) =>
    kind === "admission"
      ? decide.mutate({ decision: "refuse", userIds: [id], reason }, settle)
      : refuse.mutate({ requestId: id, reason }, settle),
  );
  const busy = decide.isPending || refuse.isPending;
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title={`Recusar o pedido de ${name}`}
      look="danger"
      action="Recusar"
      busyLabel="Recusando..."
      busy={busy}
    >
      <TextAreaField
        label="Motivo"
        help="Ele lê este texto e pode pedir de novo."
        disabled={busy}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}

const ORDERS = {
  name: { label: "Nome", compare: () => 0 },
  access: {
    label: "Último acesso",
    compare: (a: Brother, b: Brother) => (b.lastAccessAt ?? "").localeCompare(a.lastAccessAt ?? ""),
  },
  path: { label: "Caminho", compare: (a: Brother, b: Brother) => b.lessons / b.ofLessons - a.lessons / a.ofLessons },
};
type Order = keyof typeof ORDERS;

const AWAY_MS = 31 * 86_400_000;

function Study({ brothers, total }: { brothers: Brother[]; total: number }) {
  const [order, setOrder] = useState<Order>("name");
  const isAway = ({ lastAccessAt }: Brother) => !lastAccessAt || Date.now() - new Date(lastAccessAt).getTime() > AWAY_MS;
  const away = brothers.filter(isAway).length;
  return (
    <section className={styles.part} aria-labelledby="estudo">
      <h2 id="estudo">O estudo dos irmãos</h2>
      {away > 0 && <p className="meta">{plural(away, "irmão não entra", "irmãos não entram")} há mais de um mês.</p>}
      <SelectField label="Ordem" value={order} onChange={(event) => setOrder(event.target.value as Order)}>
        {Object.entries(ORDERS).map(([key, { label }]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
      <table className={tableStyles.records}>
        <caption className="visually-hidden">Irmãos da Loja</caption>
        <thead>
          <tr>
            {["Irmão", "Grau", "Lições", "Exames aprovados", "Último acesso"].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {brothers.toSorted(ORDERS[order].compare).map((brother) => (
            <BrotherRow key={brother.id} brother={brother} />
          ))}
        </tbody>
      </table>
      {total > brothers.length && <p className="meta">Aqui estão os {brothers.length} primeiros, por nome.</p>}
    </section>
  );
}

function BrotherRow({
  brother: { id, name, degree, confirmed, lessons, ofLessons, passedExams, lastAccessAt },
}: {
  brother: Brother;
}) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/minha-loja/irmaos/${id}`}>{name}</Link>
        {!confirmed && <span className="meta"> diz ser desta Loja</span>}
      </th>
      <td data-label="Grau">{DEGREE_LABEL[degree]}</td>
      <td data-label="Lições">
        {lessons} de {ofLessons}
      </td>
      <td data-label="Exames aprovados">{passedExams.map((of) => DEGREE_LABEL[of]).join(", ") || "nenhum"}</td>
      <td data-label="Último acesso">{lastAccessAt ? timeAgo(new Date(lastAccessAt)) : "nunca"}</td>
    </tr>
  );
}
