import { type ReactNode, useState } from "react";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { nearDate } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ContactMessage } from "../contact.answers.ts";
import { useMessages, useResolveMessage } from "../contact.queries.ts";
import { MESSAGE_STATES, type MessageState } from "../contact.schema.ts";
import styles from "./contact-messages.module.css";
import { DeleteMessageDialog } from "./delete-message-dialog.tsx";

const STATE_LABEL: Record<MessageState, string> = { open: "Abertas", resolved: "Resolvidas", suspect: "Possível spam" };

const EMPTY: Record<MessageState, { title: string; text: string }> = {
  open: {
    title: "Nenhuma mensagem aberta",
    text: "O que chegar pela página de contato aparece aqui e vai aos administradores por e-mail.",
  },
  resolved: {
    title: "Nenhuma mensagem resolvida",
    text: "As mensagens resolvidas ficam aqui por 30 dias e depois são excluídas.",
  },
  suspect: {
    title: "Nenhuma mensagem separada",
    text: "Aqui ficam, por 30 dias, as que parecem escritas por um programa. Ninguém é avisado delas.",
  },
};

/** What came in by the contact page, for administrators: read, answer by e-mail, mark as resolved, delete. */
export function ContactMessages() {
  const [state, setState] = useState<MessageState>("open");
  const [deleting, setDeleting] = useState<ContactMessage | null>(null);
  const list = useMessages(state);
  useAdminLoadErrorToast(list.error);
  if (list.isPending) return <Skeleton label="Carregando..." />;
  if (list.isError && !list.data)
    return <ErrorState title="Não foi possível carregar os dados." error={list.error} onRetry={() => void list.refetch()} />;
  const messages = list.data.pages.flatMap((page) => page.messages);
  const { counts } = list.data.pages[0]!;
  return (
    <div className="stack">
      <div className={styles.inboxFilter}>
        <SelectField label="Mostrar" value={state} onChange={({ target }) => setState(target.value as MessageState)}>
          {MESSAGE_STATES.map((each) => (
            <option key={each} value={each}>
              {STATE_LABEL[each]} ({counts[each].toLocaleString("pt-BR")})
            </option>
          ))}
        </SelectField>
      </div>
      {messages.length === 0 ? (
        <NothingHere state={state} onOpen={() => setState("open")} />
      ) : (
        <ul className={styles.inbox} aria-label={STATE_LABEL[state]} aria-busy={list.isPlaceholderData || undefined}>
          {messages.map((message) => (
            <li key={message.id}>
              <Message message={message} onDelete={() => setDeleting(message)} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {deleting && <DeleteMessageDialog message={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function NothingHere({ state, onOpen }: { state: MessageState; onOpen: () => void }) {
  return (
    <EmptyState title={EMPTY[state].title}>
      <p>{EMPTY[state].text}</p>
      {state === "open" ? (
        <a className="go" href="/contato">
          Ver a página de contato
        </a>
      ) : (
        <Button look="secondary" onClick={onOpen}>
          Ver as abertas
        </Button>
      )}
    </EmptyState>
  );
}

function Message({ message, onDelete }: { message: ContactMessage; onDelete: () => void }) {
  const { id, name, email, subject, createdAt, resolved, fromMember } = message;
  const resolve = useResolveMessage();
  const toggle = () =>
    resolve.mutate(
      { id, resolved: resolved === null },
      {
        onSuccess: () => toastSuccess(resolved ? "Mensagem reaberta" : "Mensagem resolvida", subject),
        onError: (error) => toastFailure("Não foi possível atualizar a mensagem.", error),
      },
    );
  return (
    <article aria-labelledby={`m-${id}`}>
      <header>
        <h2 id={`m-${id}`}>{subject}</h2>
        <Facts>
          <span>{name}</span>
          <span>{email}</span>
          <time dateTime={createdAt}>{nearDate(new Date(createdAt))}</time>
          <span className="badge">{fromMember ? "Membro" : "Visitante"}</span>
        </Facts>
      </header>
      <p className={styles.inboxText}>{message.message}</p>
      {resolved && (
        <p className="meta">
          Resolvida {nearDate(new Date(resolved.at))}
          {resolved.by && ` por ${resolved.by}`}
        </p>
      )}
      <div className={styles.inboxActs}>
        <a className="btn btn-2 btn-sm" href={mailTo(email, subject)} aria-label={`Responder a ${name} por e-mail`}>
          Responder
        </a>
        <Button
          small
          look="secondary"
          busy={resolve.isPending}
          busyLabel="Salvando..."
          onClick={toggle}
          aria-label={resolve.isPending ? undefined : `${resolved ? "Reabrir" : "Marcar como resolvida"}: ${subject}`}
        >
          {resolved ? "Reabrir" : "Marcar como resolvida"}
        </Button>
        <Button small look="danger" onClick={onDelete} aria-label={`Excluir: ${subject}`}>
          Excluir
        </Button>
      </div>
    </article>
  );
}

const Facts = ({ children }: { children: ReactNode }) => <p className={`${styles.inboxFacts} meta`}>{children}</p>;

/** Opens the administrator's own mail program; the address is one that the server validated. */
const mailTo = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
