import { useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { dayOfMonth } from "#app/lib/format.ts";
import { searchProblem } from "#app/lib/search.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Invitation } from "../invitations.answers.ts";
import { useCorrectInvitation, useResendInvitation, useSentInvitations, useWithdrawInvitation } from "../invitations.queries.ts";
import { correctionInput, INVITATION_FILTERS, type InvitationFilter, type InvitationState } from "../invitations.schema.ts";
import styles from "../pages/invitations.module.css";

const FILTER_LABEL: Record<InvitationFilter, string> = {
  waiting: "Esperam",
  returned: "Voltaram",
  accepted: "Aceitos",
  expired: "Expirados",
  withdrawn: "Retirados",
};

const STATE: Record<InvitationState, { label: string; when: string; className?: string | undefined }> = {
  queued: { label: "Na fila", when: "desde" },
  waiting: { label: "Espera", when: "até" },
  returned: { label: "Voltou", when: "em", className: styles.bad },
  expired: { label: "Expirou", when: "em", className: styles.late },
  accepted: { label: "Aceito", when: "em", className: styles.good },
  withdrawn: { label: "Retirado", when: "em" },
};

type Question = { kind: "withdraw" | "correct"; invitation: Invitation };

/** The invitations that were sent, and what can still be done with them. */
export function SentList() {
  const [show, setShow] = useState<InvitationFilter>();
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState<Question | null>(null);
  const list = useSentInvitations(show, useSettledSearch(typed));
  const shown = list.data?.pages.flatMap(({ invitations }) => invitations) ?? [];
  const counts = list.data?.pages[0]?.counts;
  const close = () => setQuestion(null);
  return (
    <section className={styles.part} aria-labelledby="enviados">
      <div className="ruled-head">
        <h2 id="enviados">Convites enviados</h2>
        {counts && (
          <p className="meta">
            {counts.waiting.toLocaleString("pt-BR")} esperam, {counts.accepted.toLocaleString("pt-BR")} aceitos,{" "}
            {counts.expired.toLocaleString("pt-BR")} expirados
          </p>
        )}
      </div>
      <search className={styles.pair}>
        <TextField
          label="Buscar"
          type="search"
          placeholder="Nome ou e-mail"
          autoComplete="off"
          value={typed}
          error={searchProblem(typed)}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Estado"
          value={show ?? ""}
          onChange={({ target }) => setShow(INVITATION_FILTERS.find((filter) => filter === target.value))}
        >
          <option value="">Todos</option>
          {INVITATION_FILTERS.map((filter) => (
            <option key={filter} value={filter}>
              {FILTER_LABEL[filter]}
              {counts ? ` (${counts[filter].toLocaleString("pt-BR")})` : ""}
            </option>
          ))}
        </SelectField>
      </search>
      {list.isPending && <Skeleton label="Carregando..." />}
      {list.isError && shown.length === 0 && (
        <ErrorState title="Não foi possível carregar os convites." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && shown.length === 0 && (
        <p role="status">{show || typed ? "Nenhum convite encontrado." : "Ninguém foi convidado ainda."}</p>
      )}
      <ul
        className={`${styles.sent} ${list.isPlaceholderData ? styles.stale : ""}`}
        aria-busy={list.isPlaceholderData || undefined}
      >
        {shown.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} onAsk={(kind) => setQuestion({ kind, invitation })} />
        ))}
      </ul>
      <ShowMore list={list} label="Mais convites" />
      {question?.kind === "withdraw" && <Withdraw invitation={question.invitation} onClose={close} />}
      {question?.kind === "correct" && <Correct invitation={question.invitation} onClose={close} />}
    </section>
  );
}

function Row({ invitation, onAsk }: { invitation: Invitation; onAsk: (kind: Question["kind"]) => void }) {
  const resend = useResendInvitation();
  const { id, name, email, degree, lodge, state, at, memberId, can } = invitation;
  const { label, when, className } = STATE[state];
  const again = () =>
    resend.mutate(id, {
      onSuccess: () =>
        toastSuccess("Convite enviado", `${name} recebe um novo link, que vale 14 dias. O anterior deixou de abrir.`),
      onError: (error) => toastFailure("Não foi possível enviar.", error),
    });
  return (
    <li>
      <div>
        <p className={styles.who}>{name}</p>
        <p className="meta">
          {email}
          <br />
          {lodge ?? "Sem Loja"}, {DEGREE_LABEL[degree]}
        </p>
      </div>
      <p className={styles.state}>
        <strong className={className}>{label}</strong>
        <time className="meta" dateTime={at}>
          {when} {dayOfMonth(new Date(at))}
        </time>
      </p>
      <p className={styles.acts}>
        {can.resend && state === "returned" && (
          <button type="button" className="quiet" onClick={() => onAsk("correct")}>
            Corrigir e enviar<span className="visually-hidden"> a {name}</span>
          </button>
        )}
        {can.resend && state !== "returned" && (
          <>
            <button type="button" className="quiet" aria-disabled={resend.isPending || undefined} onClick={again}>
              {resend.isPending ? "Enviando..." : state === "expired" ? "Renovar" : "Enviar de novo"}
              <span className="visually-hidden"> a {name}</span>
            </button>
            <button type="button" className="quiet" onClick={() => onAsk("correct")}>
              Corrigir<span className="visually-hidden"> o endereço de {name}</span>
            </button>
          </>
        )}
        {can.withdraw && (
          <button type="button" className="quiet" onClick={() => onAsk("withdraw")}>
            Retirar<span className="visually-hidden"> o convite de {name}</span>
          </button>
        )}
        {memberId && (
          <Link to={`/admin/membros/${memberId}`}>
            Abrir<span className="visually-hidden"> {name}</span>
          </Link>
        )}
      </p>
    </li>
  );
}

type QuestionProps = { invitation: Invitation; onClose: () => void };

function Withdraw({ invitation: { id, name }, onClose }: QuestionProps) {
  const withdraw = useWithdrawInvitation();
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Retirar o convite?"
      description={`O link que ${name} recebeu deixa de abrir agora. Nada é avisado a ele.`}
      action="Retirar"
      busyLabel="Retirando..."
      busy={withdraw.isPending}
      onConfirm={() =>
        withdraw.mutate(id, {
          onSuccess: (_, here) => {
            toastSuccess("Convite retirado", "O link não abre mais.");
            if (here) onClose();
          },
          onError: (error) => toastFailure("Não foi possível retirar.", error),
        })
      }
    />
  );
}

function Correct({ invitation: { id, name, email }, onClose }: QuestionProps) {
  const correct = useCorrectInvitation();
  const form = useZodForm(correctionInput, { email });
  const submit = form.handleSubmit((input) =>
    correct.mutate(
      { invitationId: id, ...input },
      {
        onSuccess: (_, here) => {
          toastSuccess("Convite enviado", `A carta segue para ${input.email}.`);
          if (here) onClose();
        },
        onError: (error) => void showFieldErrors(form, error),
      },
    ),
  );
  const failure =
    correct.error && !("email" in ((correct.error as { fields?: object }).fields ?? {})) ? correct.error.message : undefined;
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title={`Corrigir o endereço de ${name}`}
      description="O link anterior deixa de abrir, e um novo, de 14 dias, vai para o endereço corrigido."
      action="Corrigir e enviar"
      busyLabel="Enviando..."
      busy={correct.isPending}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        disabled={correct.isPending}
        error={form.formState.errors.email?.message}
        {...form.register("email")}
      />
      <FormError message={failure} />
    </FormDialog>
  );
}
