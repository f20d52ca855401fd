import { format } from "date-fns/format";
import { isSameDay } from "date-fns/isSameDay";
import { isToday } from "date-fns/isToday";
import { isYesterday } from "date-fns/isYesterday";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { fileSize } from "#app/lib/file-size.ts";
import { dayOfMonth, longDate } from "#app/lib/format.ts";
import { firstName } from "#app/lib/text.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { MentorshipSessionDetail } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import type { Message } from "../messages/messages.answers.ts";
import { fileAddress, useChangeMessage, useMarkRead, useMessages, useOlderMessages } from "../messages/messages.queries.ts";
import { CHANGE_MINUTES, changeMessageInput } from "../messages/messages.schema.ts";
import styles from "../pages/mentoring.module.css";
import { Composer } from "./composer.tsx";
import { LinkedText } from "./linked-text.tsx";
import { REMOVED_MEMBER } from "./words.ts";

/** So many are shown at first, and all that is unread: what was written before is a press away. */
const SHOWN_FIRST = 10;

/** What the two parties write to each other; new messages come as they are written. */
export function Conversation({
  mentorshipSession,
  connected,
}: {
  mentorshipSession: MentorshipSessionDetail;
  connected: boolean;
}) {
  const messages = useMessages(mentorshipSession.id);
  if (messages.isPending) return <Skeleton label="Carregando..." lines={2} />;
  if (messages.isError)
    return <ErrorState title="Erro ao carregar mensagens" error={messages.error} onRetry={() => void messages.refetch()} />;
  return (
    <div className={styles.conversation}>
      <MessageList mentorshipSession={mentorshipSession} {...messages.data} />
      <p className={`meta ${styles.connection}`} role="status">
        {connected ? "" : "Reconectando... As mensagens que chegarem aparecem em seguida."}
      </p>
      {mentorshipSession.can.write ? (
        <>
          {mentorshipSession.writableUntil && (
            <p className="meta">
              A sessão foi encerrada. A conversa continua aberta até {longDate(new Date(mentorshipSession.writableUntil))}.
            </p>
          )}
          <Composer mentorshipSessionId={mentorshipSession.id} />
        </>
      ) : (
        <p className="meta">{closedBecause(mentorshipSession)}</p>
      )}
    </div>
  );
}

const closedBecause = ({ other }: MentorshipSessionDetail): string =>
  other ? "A sessão foi encerrada há mais de sete dias, e a conversa também." : "A conversa está encerrada.";

type ListProps = { mentorshipSession: MentorshipSessionDetail; messages: Message[]; more: boolean; otherRead: number };

function MessageList({ mentorshipSession, messages, more, otherRead }: ListProps) {
  const newest = useRef<HTMLDivElement>(null);
  const older = useOlderMessages(mentorshipSession.id);
  const last = messages.at(-1)?.number ?? 0;
  const [from, setFrom] = useState(() => messages.at(-Math.max(SHOWN_FIRST, mentorshipSession.unread))?.number ?? 0);
  const shown = messages.filter(({ number }) => number >= from);
  useFollowEnd(newest, last);
  useReadOnSight(newest, mentorshipSession.id, last);
  const showOlder = () => {
    if (shown.length < messages.length) return setFrom(messages.at(-shown.length - SHOWN_FIRST)?.number ?? 0);
    setFrom(0);
    older.mutate(messages[0]!.number);
  };
  const lastOfMine = messages.findLast(({ mine }) => mine)?.number;
  const name = mentorshipSession.other ? firstName(mentorshipSession.other.name) : REMOVED_MEMBER;
  return (
    <div className={styles.messages} role="log" aria-label="Mensagens da sessão">
      {(more || shown.length < messages.length) && (
        <button type="button" className="text-btn" disabled={older.isPending} onClick={showOlder}>
          {older.isPending ? "Carregando..." : "Mensagens anteriores"}
        </button>
      )}
      {messages.length === 0 && (
        <p className="meta">
          {mentorshipSession.can.write ? "Nenhuma mensagem ainda. Escreva a primeira." : "Nenhuma mensagem foi escrita."}
        </p>
      )}
      <ol>
        {shown.map((message, index) => (
          <MessageItem
            key={message.number}
            mentorshipSessionId={mentorshipSession.id}
            message={message}
            before={shown[index - 1]}
            name={name}
            {...(message.number === lastOfMine && { fate: message.number <= otherRead ? "Lida" : "Enviada" })}
          />
        ))}
      </ol>
      <div ref={newest} className={styles.newest} />
    </div>
  );
}

/** "Hoje", "Ontem, 20 de novembro", "19 de novembro de 2026". */
function dayOf(at: Date): string {
  if (isToday(at)) return "Hoje";
  return isYesterday(at) ? `Ontem, ${dayOfMonth(at)}` : longDate(at);
}

type ItemProps = {
  mentorshipSessionId: string;
  message: Message;
  before: Message | undefined;
  name: string;
  /** What became of the last of one's own. */
  fate?: "Enviada" | "Lida";
};

function MessageItem({ mentorshipSessionId, message, before, name, fate }: ItemProps) {
  const [editing, setEditing] = useState(false);
  const at = new Date(message.at);
  const newDay = !before || !isSameDay(at, new Date(before.at));
  return (
    <>
      {newDay && (
        <li className={styles.day}>
          <span>{dayOf(at)}</span>
        </li>
      )}
      <li className={`${styles.message} ${message.mine ? styles.mine : ""}`}>
        <p className="meta">
          <b>{message.mine ? "Você" : name}</b> <time dateTime={message.at}>{format(at, "HH:mm")}</time>
          {message.edited && !message.deleted && ", editada"}
        </p>
        {message.body === null ? (
          <p className={styles.erased}>{message.deleted ? "Mensagem excluída" : "Mensagem removida"}</p>
        ) : editing ? (
          <EditMessage
            mentorshipSessionId={mentorshipSessionId}
            number={message.number}
            body={message.body}
            onClose={() => setEditing(false)}
          />
        ) : (
          message.body && (
            <p className={styles.asWritten}>
              <LinkedText text={message.body} />
            </p>
          )
        )}
        {message.file && <MessageFile address={fileAddress(mentorshipSessionId, message.number)} file={message.file} />}
        {message.mine && message.body !== null && !editing && (
          <OwnMessage mentorshipSessionId={mentorshipSessionId} message={message} onEdit={() => setEditing(true)} />
        )}
        {fate && <p className="meta">{fate}</p>}
      </li>
    </>
  );
}

function MessageFile({ address, file: { name, size, picture } }: { address: string; file: NonNullable<Message["file"]> }) {
  if (picture)
    return (
      <a href={address} target="_blank" rel="noreferrer">
        <img className={styles.picture} src={address} alt={`Imagem: ${name}`} loading="lazy" />
      </a>
    );
  return (
    <p className={styles.file}>
      <Icon name="clip" />
      <span>
        <a href={address} download>
          {name}
        </a>
        <br />
        <span className="meta">{fileSize(size)}</span>
      </span>
    </p>
  );
}

/** What one may do with one's own message while it is new. */
function OwnMessage({
  mentorshipSessionId,
  message: { number, at, body },
  onEdit,
}: {
  mentorshipSessionId: string;
  message: Message;
  onEdit: () => void;
}) {
  const change = useChangeMessage(mentorshipSessionId);
  if (Date.now() - Date.parse(at) > CHANGE_MINUTES * 60_000) return null;
  return (
    <p className={styles.own}>
      {body !== "" && (
        <button type="button" className="quiet" onClick={onEdit}>
          Mudar
        </button>
      )}
      <button
        type="button"
        className="quiet"
        disabled={change.isPending}
        onClick={() =>
          change.mutate({ number, body: null }, { onError: (error) => toastFailure("A mensagem não foi excluída", error) })
        }
      >
        Excluir
      </button>
    </p>
  );
}

type EditProps = { mentorshipSessionId: string; number: number; body: string; onClose: () => void };

function EditMessage({ mentorshipSessionId, number, body, onClose }: EditProps) {
  const change = useChangeMessage(mentorshipSessionId);
  const form = useZodForm(changeMessageInput, { body });
  const submit = form.handleSubmit((input) =>
    change.mutate(
      { number, ...input },
      { onSuccess: onClose, onError: (error) => toastFailure("A mensagem não foi mudada", error) },
    ),
  );
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextAreaField
        label="Sua mensagem, mudada"
        rows={3}
        disabled={change.isPending}
        error={form.formState.errors.body?.message}
        {...form.register("body")}
      />
      <div className={styles.own}>
        <Button type="submit" small busy={change.isPending} busyLabel="Guardando...">
          Guardar
        </Button>
        <button type="button" className="quiet" onClick={onClose}>
          Deixar como estava
        </button>
      </div>
    </form>
  );
}

/** What comes while the end is in sight is brought into it; who reads elsewhere on the page is left there. */
function useFollowEnd(newest: RefObject<HTMLElement | null>, last: number): void {
  const seen = useRef(false);
  const known = useRef(last);
  useEffect(() => {
    const element = newest.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => {
      seen.current = entry?.isIntersecting ?? false;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [newest]);
  useLayoutEffect(() => {
    if (last > known.current && seen.current) newest.current?.scrollIntoView({ block: "nearest" });
    known.current = last;
  }, [last, newest]);
}

/** A message counts as read when the newest is in sight, on a page that is looked at. */
function useReadOnSight(newest: RefObject<HTMLDivElement | null>, mentorshipSessionId: string, last: number): void {
  const { mutate } = useMarkRead(mentorshipSessionId);
  const reported = useRef(0);
  const tell = useEffectEvent(() => {
    if (last <= reported.current || document.visibilityState !== "visible") return;
    reported.current = last;
    mutate(last, { onError: () => (reported.current = 0) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is looked at again
  useEffect(() => {
    const element = newest.current;
    if (!element) return;
    let inSight = false;
    const look = () => inSight && tell();
    const observer = new IntersectionObserver(([entry]) => {
      inSight = entry?.isIntersecting ?? false;
      look();
    });
    observer.observe(element);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [last]);
}
