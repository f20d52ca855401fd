import { useState } from "react";
import { Link } from "react-router";
import { dateAndTime } from "#app/lib/format.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { OversightLine } from "../oversight.answers.ts";
import { useContest, useOversight } from "../oversight.queries.ts";
import { ABOUT, ABOUT_LABEL, contestationInput, PROMISED_DAYS, WHO_SEES } from "../oversight.schema.ts";
import styles from "./oversight.module.css";

const Head = () => (
  <header className="page-head">
    <title>Quem me vê · Academia</title>
    <p className="caps caps-gold">
      <Link to="/conta">Minha conta</Link>
    </p>
    <h1>Quem me vê e o que vê</h1>
    <p className="lead">O que é seu, quem tem acesso, e quem de fato olhou.</p>
  </header>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** What a member's contest is about: a line of the log, or how their data is treated in general. */
type Contested = OversightLine | "general";

/** Who sees what of a member, who looked at it and what others did about them, and the way to contest it. */
export default function WhoSeesMe() {
  const oversight = useOversight();
  const [contested, setContested] = useState<Contested | null>(null);
  if (oversight.isPending) return <Shell />;
  const pages = oversight.data?.pages ?? [];
  const lines = pages.flatMap((page) => page.lines);
  return (
    <div className="page">
      <Head />
      <section className={styles.part} aria-labelledby="quem-ve">
        <h2 id="quem-ve">Quem vê</h2>
        <table className={tableStyles.records}>
          <caption className="visually-hidden">O que cada um vê e não vê</caption>
          <thead>
            <tr>
              {["Quem", "Vê", "Não vê"].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WHO_SEES.map(({ who, sees, not }) => (
              <tr key={who}>
                <th scope="row">{who}</th>
                <td data-label="Vê">{sees}</td>
                <td data-label="Não vê">{not}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="meta">
          As suas anotações só você lê. O que guardamos e por quê está na <Link to="/privacidade">Política de Privacidade</Link>.
        </p>
      </section>
      <section className={styles.part} aria-labelledby="quem-olhou">
        <h2 id="quem-olhou">Quem olhou, e o que fez</h2>
        <p className="meta">
          Nos últimos doze meses. Ninguém pode apagar uma linha. A lista de usuários, em que a administração vê o cadastro de
          todos, fica no registro da casa e não aqui.
        </p>
        {oversight.isError && !oversight.data && (
          <ErrorState
            title="Não foi possível carregar o registro."
            error={oversight.error}
            onRetry={() => void oversight.refetch()}
          />
        )}
        {oversight.data && lines.length === 0 && <p>Ninguém olhou nem mudou nada seu neste tempo.</p>}
        <ul className="ruled-rows">
          {lines.map((line) => (
            <li key={line.id}>
              <p>
                <strong>{line.who}</strong>, {line.office ?? "administrador"}, {line.what}.
                <span className={`meta ${styles.line}`}>{dateAndTime(new Date(line.at))}</span>
              </p>
              <Button
                small
                look="secondary"
                onClick={() => setContested(line)}
                aria-label={`Contestar: ${line.who} ${line.what}`}
              >
                Contestar
              </Button>
            </li>
          ))}
        </ul>
        <ShowMore list={oversight} />
      </section>
      <section className={styles.part} aria-labelledby="contestacoes">
        <h2 id="contestacoes">Contestações</h2>
        {(pages[0]?.contestations ?? []).map(({ id, about, words, line, createdAt, answer }) => (
          <article key={id} className={styles.contestation}>
            <p className="meta">
              {dateAndTime(new Date(createdAt))}. {line ?? ABOUT_LABEL[about]}
            </p>
            <p>“{words}”</p>
            {answer ? (
              <p>
                <strong>Resposta:</strong> {answer.text} <span className="meta">{dateAndTime(new Date(answer.at))}</span>
              </p>
            ) : (
              <p className="meta">Espera resposta, prometida em {PROMISED_DAYS} dias.</p>
            )}
          </article>
        ))}
        <p>
          <Button look="secondary" onClick={() => setContested("general")}>
            Contestar outra coisa
          </Button>
        </p>
      </section>
      {contested && <ContestDialog contested={contested} onClose={() => setContested(null)} />}
    </div>
  );
}

function ContestDialog({ contested, onClose }: { contested: Contested; onClose: () => void }) {
  const line = contested === "general" ? null : contested;
  const form = useZodForm(contestationInput, { lineId: line?.id ?? null, about: line ? "look" : "facts", words: "" });
  const forget = useDraft(form, `contestar:${line?.id ?? "geral"}`, ["words"]);
  const contest = useContest();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    contest.mutate(input, {
      onSuccess: (_, here) => {
        forget();
        toastSuccess("Contestação enviada", "A resposta vem por carta e nesta página.");
        if (here) onClose();
      },
      onError: (error, here) => {
        if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível enviar.", error);
      },
    }),
  );
  const busy = contest.isPending;
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title="Contestar"
      action="Enviar"
      busyLabel="Enviando..."
      busy={busy}
      description={<p>{line ? `${line.who} ${line.what}.` : "O que está errado no modo como os seus dados são tratados."}</p>}
    >
      <SelectField label="O que está errado" disabled={busy} error={errors.about?.message} {...form.register("about")}>
        {ABOUT.map((about) => (
          <option key={about} value={about}>
            {ABOUT_LABEL[about]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Uma palavra"
        help={`Vai aos administradores; quem é contestado não responde. Resposta em até ${PROMISED_DAYS} dias.`}
        disabled={busy}
        error={errors.words?.message}
        {...form.register("words")}
      />
    </FormDialog>
  );
}
