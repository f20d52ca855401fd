import { type FormEvent, useState } from "react";
import { Link, Navigate } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { longDate, timeAgo } from "#app/lib/format.ts";
import { firstName } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import type { OwnAdmission } from "../admission.answers.ts";
import { useAskForAdmission, useOwnAdmission } from "../admission.queries.ts";
import styles from "./waiting.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>À espera de admissão · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Admissão</p>
        <h1>Falta a palavra da sua Loja</h1>
      </header>
      <Skeleton label="Carregando..." lines={5} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** What somebody waits for who is not admitted yet, whom to ask, and what is open to them meanwhile. */
export default function WaitingToBeAdmitted() {
  const { standing, name } = useMember();
  const own = useOwnAdmission();
  if (standing === "full") return <Navigate to="/dashboard" replace />;
  if (own.isPending) return <Shell />;
  if (!own.data)
    return (
      <div className="page">
        <ErrorState title="Não foi possível abrir o seu pedido" error={own.error} onRetry={() => void own.refetch()} />
      </div>
    );
  const { request, addressConfirmed, lodge, lodgeAnswers } = own.data;
  const refused = request?.state === "refused";
  return (
    <div className="page">
      <title>À espera de admissão · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Admissão</p>
        <h1>{refused ? "O seu pedido foi respondido" : `Falta a palavra da sua Loja, ${firstName(name)}`}</h1>
        <p className="lead">{introductionOf(own.data)}</p>
      </header>
      <div className="with-aside">
        <div className="stack">
          {!addressConfirmed && (
            <section className={styles.part}>
              <h2>Antes, o seu e-mail</h2>
              <p>
                O pedido só pode ser respondido depois que você confirmar o endereço.{" "}
                <Link to="/conta#email">Digitar o código</Link>
              </p>
            </section>
          )}
          {refused && (
            <section className={styles.part}>
              <h2>A resposta</h2>
              <blockquote>{request.reason}</blockquote>
              <p>Você pode pedir de novo, com uma palavra a quem decide. Em trinta dias sem novo pedido, o cadastro é apagado.</p>
            </section>
          )}
          <Ask refused={refused} message={request?.message ?? ""} />
          <section className={styles.part}>
            <h2>Enquanto isso</h2>
            <p>O primeiro módulo já está aberto. O que você fizer fica guardado.</p>
            <p>
              <Link className="btn" to="/modulo/1">
                Abrir o primeiro módulo
              </Link>
            </p>
            <ul className={styles.open}>
              <li>
                <Link to="/avaliacao">Avaliação</Link>: cinco perguntas dizem por onde começar.
              </li>
              <li>
                <Link to="/dicionario">Dicionário</Link>: os termos, de A a Z.
              </li>
              <li>
                <Link to="/rito-york">Rito de York</Link>: os corpos e os graus, em resumo.
              </li>
            </ul>
          </section>
        </div>
        <aside className="stack">
          <section className={styles.part}>
            <h2>A quem perguntar</h2>
            {lodgeAnswers ? (
              <p>Ao Secretário da sua Loja, na próxima sessão: diga que o seu pedido espera na Academia.</p>
            ) : (
              <p>A sua Loja ainda não tem aqui um oficial que responda. Quem decide é a administração.</p>
            )}
            <p>
              <Link className="go" to="/contato">
                Escrever à administração <Icon name="arrow" />
              </Link>
            </p>
          </section>
          <section className={styles.part}>
            <h2>A Loja está errada?</h2>
            <p>{lodge ? <>Você escreveu “{lodge}”. Corrigir não perde o lugar na fila.</> : "Você não disse a sua Loja."}</p>
            <p>
              <Link className="go" to="/conta">
                {lodge ? "Corrigir a Loja" : "Dizer a Loja"} <Icon name="arrow" />
              </Link>
            </p>
          </section>
        </aside>
      </div>
    </div>
  );
}

function introductionOf({ request, lodgeAnswers }: OwnAdmission): string {
  if (!request) return "Você ainda não pediu para entrar. Escreva o pedido abaixo.";
  const asked = new Date(request.askedAt);
  if (request.state === "refused") return `O pedido de ${longDate(asked)} não foi aceito desta vez.`;
  const who = lodgeAnswers ? "um oficial da sua Loja" : "a administração";
  return `O pedido chegou ${timeAgo(asked)}, em ${longDate(asked)}. Quem responde é ${who}, em até sete dias, por carta e nesta página.`;
}

/** A word to who decides; after a refusal it asks again. */
function Ask({ refused, message: given }: { refused: boolean; message: string }) {
  const ask = useAskForAdmission();
  const [message, setMessage] = useState(refused ? "" : given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(message, {
      onSuccess: () => toastSuccess(refused ? "Pedido enviado" : "Palavra guardada", "Quem decide a lê junto do seu nome."),
    });
  };
  return (
    <section className={styles.part}>
      <h2>{refused ? "Pedir de novo" : "Uma palavra a quem decide"}</h2>
      <form className="form" onSubmit={submit} noValidate>
        <TextAreaField
          label="Uma palavra (opcional)"
          help="Por exemplo, quando foi iniciado e quem lhe falou da Academia. Até 500 caracteres."
          maxLength={500}
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          disabled={ask.isPending}
        />
        <FormError message={ask.error?.message} />
        <div>
          <Button type="submit" look={refused ? "primary" : "secondary"} busy={ask.isPending} busyLabel="Enviando...">
            {refused ? "Pedir admissão de novo" : "Guardar a palavra"}
          </Button>
        </div>
      </form>
    </section>
  );
}
