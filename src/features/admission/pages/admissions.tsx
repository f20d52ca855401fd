import { useState } from "react";
import { Link } from "react-router";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { dayOfMonth, timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { EmptyState, ErrorState } from "#app/ui/states.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AdmissionQueue, DecisionResults, WaitingPerson } from "../admission.answers.ts";
import { useAdmissions, useDecideAdmissions, useSendConfirmationLetter } from "../admission.queries.ts";
import { PROMISED_DAYS, refusalForm } from "../admission.schema.ts";
import styles from "./admissions.module.css";

const HEAD = { room: "Pessoas", heading: "Admissão" };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

const DAY_MS = 86_400_000;
/** As many are listed at once. */
const QUEUE_SHOWN = 100;
const isLate = ({ askedAt }: WaitingPerson) => Date.now() - new Date(askedAt).getTime() > PROMISED_DAYS * DAY_MS;

/** What became of a decision, for those of whom it could not be made. */
const OUTCOME_WORDS = {
  done: "",
  decided: "já tinha sido decidido por outra pessoa",
  unconfirmed: "ainda não confirmou o endereço",
  forbidden: "não cabe a você decidir",
  gone: "já não tem cadastro",
} satisfies Record<DecisionResults["results"][number]["outcome"], string>;

/** The queue of those who wait to be admitted, for administrators. */
export default function AdmissionsPage() {
  const queue = useAdmissions();
  if (queue.isPending) return <Shell />;
  if (!queue.data)
    return (
      <AdminPage {...HEAD}>
        <ErrorState title="Não foi possível carregar a fila." error={queue.error} onRetry={() => void queue.refetch()} />
      </AdminPage>
    );
  const { waiting, total, unconfirmed, decided } = queue.data;
  const late = waiting.filter((person) => person.addressConfirmed && isLate(person)).length;
  return (
    <AdminPage
      {...HEAD}
      lead={
        <p className="lead" role="status">
          {total === 0
            ? "Ninguém espera."
            : `${plural(total, "pessoa espera", "pessoas esperam")}, a mais antiga ${timeAgo(new Date(waiting[0]!.askedAt))}.`}
          {late > 0 && ` ${plural(late, "passou", "passaram")} dos sete dias prometidos.`}
        </p>
      }
    >
      {unconfirmed > 0 && (
        <p className="meta">
          {plural(unconfirmed, "pessoa ainda não confirmou", "pessoas ainda não confirmaram")} o endereço, e por isso não se
          decide; ficam no fim da lista.
        </p>
      )}
      {waiting.length === 0 ? (
        <EmptyState title="A fila está vazia">
          <p>
            Quem se cadastra espera aqui quando a casa admite com aprovação. <Link to="/admin/configuracoes">Configurações</Link>
          </p>
        </EmptyState>
      ) : (
        <Queue waiting={waiting} total={total} />
      )}
      <Decided decided={decided} />
    </AdminPage>
  );
}

function Queue({ waiting, total }: { waiting: WaitingPerson[]; total: number }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [refusing, setRefusing] = useState<WaitingPerson[] | null>(null);
  const decide = useDecideAdmissions();
  const decidable = waiting.filter(({ addressConfirmed }) => addressConfirmed);
  const picked = decidable.filter(({ userId }) => chosen.includes(userId));
  const accept = (people: WaitingPerson[]) =>
    decide.mutate(
      { decision: "accept", userIds: people.map(({ userId }) => userId) },
      {
        onSuccess: ({ results }) => {
          setChosen([]);
          report(results, people, "admitida", "admitidas");
        },
        onError: (error) => toastFailure("Não foi possível admitir.", error),
      },
    );
  return (
    <section aria-labelledby="fila">
      <h2 id="fila">Quem espera</h2>
      {total > QUEUE_SHOWN && <p className="meta">Aqui estão os {QUEUE_SHOWN} mais antigos.</p>}
      {decidable.length > 1 && (
        <label className="tick">
          <input
            type="checkbox"
            checked={picked.length === decidable.length}
            onChange={({ target }) => setChosen(target.checked ? decidable.map(({ userId }) => userId) : [])}
          />
          Escolher todos os que se podem decidir
        </label>
      )}
      <ul className={styles.queue}>
        {waiting.map((person) => (
          <Row
            key={person.userId}
            person={person}
            chosen={chosen.includes(person.userId)}
            onChoose={(on) => setChosen((ids) => (on ? [...ids, person.userId] : ids.filter((id) => id !== person.userId)))}
            busy={decide.isPending}
            onAccept={() => accept([person])}
            onRefuse={() => setRefusing([person])}
          />
        ))}
      </ul>
      {picked.length > 1 && (
        <div className={styles.batch} role="status">
          <p>{plural(picked.length, "escolhido", "escolhidos")}</p>
          <Button small look="secondary" disabled={decide.isPending} onClick={() => setRefusing(picked)}>
            Recusar os {picked.length}
          </Button>
          <Button small busy={decide.isPending} busyLabel="Admitindo..." onClick={() => accept(picked)}>
            Aceitar os {picked.length}
          </Button>
        </div>
      )}
      <p className="meta">
        Aceitar quer dizer: a pessoa entra como Aprendiz, vê os irmãos da comunidade e recebe uma carta. O grau se confirma à
        parte. Os oficiais da Loja também podem decidir os da sua; vale quem decidir primeiro.
      </p>
      {refusing && (
        <RefuseDialog
          people={refusing}
          onClose={() => {
            setRefusing(null);
            setChosen([]);
          }}
        />
      )}
    </section>
  );
}

function report(
  results: DecisionResults["results"],
  people: Pick<WaitingPerson, "userId" | "name">[],
  one: string,
  several: string,
) {
  const done = results.filter(({ outcome }) => outcome === "done").length;
  const others = results.flatMap(({ userId, outcome }) => {
    const name = people.find((person) => person.userId === userId)?.name;
    return outcome === "done" || !name ? [] : [`${name} ${OUTCOME_WORDS[outcome]}`];
  });
  if (others.length > 0) toastError(`${plural(done, `pessoa ${one}`, `pessoas ${several}`)}.`, `${others.join("; ")}.`);
  else toastSuccess("Feito", `${plural(done, `pessoa ${one}`, `pessoas ${several}`)}. A carta segue por e-mail.`);
}

type RowProps = {
  person: WaitingPerson;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  busy: boolean;
  onAccept: () => void;
  onRefuse: () => void;
};

function Row({ person, chosen, onChoose, busy, onAccept, onRefuse }: RowProps) {
  const { userId, name, email, addressConfirmed, lodge, knownLodge, askedAt, askedBefore, message } = person;
  return (
    <li className={chosen ? styles.chosen : undefined}>
      <p className={styles.who}>
        <label className="tick">
          <input
            type="checkbox"
            checked={chosen && addressConfirmed}
            disabled={!addressConfirmed}
            aria-describedby={`estado-${userId}`}
            onChange={(event) => onChoose(event.target.checked)}
          />
          <strong>{name}</strong>
        </label>
        {email && <span className="meta">{email}</span>}
      </p>
      <div>
        <p>
          <span id={`estado-${userId}`} className={addressConfirmed ? "badge ok" : "badge"}>
            {addressConfirmed ? "Endereço confirmado" : "Endereço por confirmar"}
          </span>
        </p>
        <p>
          {lodge ? (
            <>
              Diz ser da Loja {knownLodge ?? `“${lodge}”`}
              {!knownLodge && (
                <>
                  . Não achamos a Loja por esta grafia. <Link to="/admin/lojas#grafias">Juntar a uma Loja</Link>
                </>
              )}
            </>
          ) : (
            "Não disse a Loja"
          )}
        </p>
        {message && <p className={styles.word}>“{message}”</p>}
        {askedBefore > 0 && <p className="meta">Já pediu {plural(askedBefore, "vez", "vezes")} antes.</p>}
      </div>
      <p className={addressConfirmed && isLate(person) ? styles.late : "meta"}>{timeAgo(new Date(askedAt))}</p>
      <div className={styles.acts}>
        {addressConfirmed ? (
          <>
            <Button small look="secondary" disabled={busy} onClick={onRefuse} aria-label={`Recusar ${name}`}>
              Recusar
            </Button>
            <Button small disabled={busy} onClick={onAccept} aria-label={`Aceitar ${name}`}>
              Aceitar
            </Button>
          </>
        ) : (
          <SendLetterAgain userId={userId} name={name} />
        )}
      </div>
    </li>
  );
}

/** For who does not find the letter that confirms the address. */
function SendLetterAgain({ userId, name }: Pick<WaitingPerson, "userId" | "name">) {
  const send = useSendConfirmationLetter();
  return (
    <>
      <Button
        small
        look="secondary"
        busy={send.isPending}
        busyLabel="Enviando..."
        aria-label={`Enviar a carta de novo a ${name}`}
        onClick={() =>
          send.mutate(userId, {
            onSuccess: () => toastSuccess("Carta enviada", `${name} a recebe em instantes. Pode estar no spam.`),
            onError: (error) => toastFailure("A carta não foi enviada.", error),
          })
        }
      >
        Enviar a carta de novo
      </Button>
      <span className="meta">Pode ser aceito depois que confirmar o endereço.</span>
    </>
  );
}

function RefuseDialog({ people, onClose }: { people: WaitingPerson[]; onClose: () => void }) {
  const form = useZodForm(refusalForm, { reason: "" });
  const forget = useDraft(form, `recusa-admissao:${people.map(({ userId }) => userId).join()}`, ["reason"]);
  const decide = useDecideAdmissions();
  const submit = form.handleSubmit(({ reason }) =>
    decide.mutate(
      { decision: "refuse", userIds: people.map(({ userId }) => userId), reason },
      {
        onSuccess: ({ results }, here) => {
          forget();
          report(results, people, "recusada", "recusadas");
          if (here) onClose();
        },
        onError: (error) => toastFailure("Não foi possível recusar.", error),
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title={people.length === 1 ? "Recusar, com uma palavra" : `Recusar ${people.length} pedidos`}
      look="danger"
      action={people.length === 1 ? "Recusar" : `Recusar os ${people.length}`}
      busyLabel="Recusando..."
      busy={decide.isPending}
      description={<p>{people.map(({ name }) => name).join(", ")}</p>}
    >
      <TextAreaField
        label="Motivo"
        help="A pessoa lê este texto e pode pedir de novo."
        disabled={decide.isPending}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}

function Decided({ decided }: Pick<AdmissionQueue, "decided">) {
  const decide = useDecideAdmissions();
  if (decided.length === 0) return null;
  const accept = (person: { userId: string; name: string }) =>
    decide.mutate(
      { decision: "accept", userIds: [person.userId], refused: true },
      {
        onSuccess: ({ results }) => report(results, [person], "admitida", "admitidas"),
        onError: (error) => toastFailure("Não foi possível admitir.", error),
      },
    );
  return (
    <section className={styles.decided} aria-labelledby="decididos">
      <h2 id="decididos">Decididos há pouco</h2>
      <ul>
        {decided.map(({ userId, name, status, by, office, at, deletedOn }) => (
          <li key={`${userId} ${at}`}>
            <strong>{name}</strong>, {status === "accepted" ? "aceito" : "recusado"}{" "}
            <span className="meta">
              por {by ?? "alguém que já saiu"}
              {office && `, ${office}`}, {timeAgo(new Date(at))}
              {deletedOn && `. O cadastro se apaga em ${dayOfMonth(new Date(deletedOn))}, se não pedir de novo.`}
            </span>
            {deletedOn && (
              <button
                type="button"
                className="quiet"
                disabled={decide.isPending}
                aria-label={`Aceitar ${name}, afinal`}
                onClick={() => accept({ userId, name })}
              >
                Aceitar, afinal
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
