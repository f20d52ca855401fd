import { useEffect, useRef } from "react";
import { Link, useLocation, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { dateAndTime, dayAndTime } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Blank, BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { Conversation } from "../components/conversation.tsx";
import { LinkedText } from "../components/linked-text.tsx";
import { MentorshipSessionMoves } from "../components/mentorship-session-moves.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { eventInWords, otherSide, REMOVED_MEMBER, SIDE_LABEL } from "../components/words.ts";
import type { MentorshipSessionDetail, MentorshipSessionEvent } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import { useMentorshipSession } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import { useMessages } from "../messages/messages.queries.ts";
import { useMentorshipSessionNews } from "../messages/use-mentorship-session-news.ts";
import styles from "./mentoring.module.css";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.mentoring}`}>
      <title>Sessão de mentoria · Academia</title>
      <BlankCrumbs />
      <header className={styles.mentorshipSessionTitle}>
        <p className="caps">
          <Blank letters={19} />
        </p>
        <h1>
          <Blank letters={24} />
        </h1>
      </header>
      <Skeleton label="Carregando..." />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function MentorshipSessionPage() {
  const { mentorshipSessionId = "" } = useParams();
  const mentorshipSession = useMentorshipSession(mentorshipSessionId);
  const missing = mentorshipSession.error instanceof ApiError && mentorshipSession.error.code === "not_found";
  useLoadErrorToast(missing ? null : mentorshipSession.error, "Erro ao carregar sessões");
  if (mentorshipSession.data) return <MentorshipSession key={mentorshipSessionId} mentorshipSession={mentorshipSession.data} />;
  if (mentorshipSession.isPending) return <Shell />;
  return (
    <div className={`page ${styles.mentoring}`}>
      <title>Sessão de mentoria · Academia</title>
      {missing ? (
        <EmptyState title="Sessão não encontrada">
          <p>Talvez o endereço esteja incompleto, ou a sessão não seja sua.</p>
          <Link className="btn" to="/mentoria?aba=sessoes">
            Ver minhas sessões
          </Link>
        </EmptyState>
      ) : (
        <ErrorState
          title="Erro ao carregar sessões"
          error={mentorshipSession.error}
          onRetry={() => void mentorshipSession.refetch()}
        />
      )}
    </div>
  );
}

function MentorshipSession({ mentorshipSession }: { mentorshipSession: MentorshipSessionDetail }) {
  const { id, title, description, side } = mentorshipSession;
  const connected = useMentorshipSessionNews(id, useMessages(id).isSuccess);
  return (
    <div className={`page ${styles.mentoring}`}>
      <title>Sessão de mentoria · Academia</title>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>
            <Link to="/mentoria?aba=sessoes">Mentoria</Link>
          </li>
          <li aria-current="page">Sessão</li>
        </ol>
      </nav>
      <header className={styles.mentorshipSessionTitle}>
        <p className="caps caps-gold">{side === "mentor" ? "Sessão como mentor" : "Sessão como aprendiz"}</p>
        <h1>{title}</h1>
        <StatusBadge mentorshipSession={mentorshipSession} />
      </header>
      <div className={styles.mentorshipSessionPage}>
        <div className={styles.mentorshipSessionMain}>
          <MentorshipSessionMoves mentorshipSession={mentorshipSession} />
          {description && (
            <section aria-labelledby="t-pedido">
              <h2 id="t-pedido">O pedido</h2>
              <p className={styles.asWritten}>{description}</p>
            </section>
          )}
          <ConversationSection mentorshipSession={mentorshipSession} connected={connected} />
        </div>
        <aside className={styles.mentorshipSessionSide} aria-label="Sobre a sessão">
          <Facts mentorshipSession={mentorshipSession} />
          <History events={mentorshipSession.history} />
        </aside>
      </div>
    </div>
  );
}

/** "Mensagens" leads here: the conversation is brought into view once it is rendered. */
function ConversationSection({
  mentorshipSession,
  connected,
}: {
  mentorshipSession: MentorshipSessionDetail;
  connected: boolean;
}) {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== "#conversa") return;
    heading.current?.scrollIntoView({ block: "start" });
    heading.current?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <section id="conversa" className={styles.conversationPart} aria-labelledby="t-conversa">
      <h2 id="t-conversa" ref={heading} tabIndex={-1}>
        Mensagens
      </h2>
      <Conversation mentorshipSession={mentorshipSession} connected={connected} />
    </section>
  );
}

function Facts({ mentorshipSession }: { mentorshipSession: MentorshipSessionDetail }) {
  const { id, side, other, status, scheduledDate, preferredDate, durationMinutes, place, history } = mentorshipSession;
  const { nextStep, rating, ratingComment } = mentorshipSession;
  const wasArranged = scheduledDate && history.some(({ move }) => move === "accept");
  return (
    <section aria-labelledby="t-dados">
      <h2 id="t-dados">Detalhes</h2>
      <dl className={styles.mentorshipSessionData}>
        <div>
          <dt>{SIDE_LABEL[otherSide(side)]}</dt>
          <dd>
            {other ? other.name : REMOVED_MEMBER}
            {other && <span className="meta">{other.email}</span>}
          </dd>
        </div>
        {wasArranged && (
          <div>
            <dt>{status === "cancelled" ? "Estava marcada para" : "Data"}</dt>
            <dd>{dayAndTime(new Date(scheduledDate))}</dd>
          </div>
        )}
        {!wasArranged && preferredDate && (
          <div>
            <dt>Data preferencial</dt>
            <dd>{dayAndTime(new Date(preferredDate))}</dd>
          </div>
        )}
        <div>
          <dt>Duração</dt>
          <dd>{plural(durationMinutes, "minuto", "minutos")}</dd>
        </div>
        {place && (
          <div>
            <dt>Local</dt>
            <dd>
              <LinkedText text={place} />
            </dd>
          </div>
        )}
        {nextStep && (
          <div>
            <dt>Fica para a próxima</dt>
            <dd className={styles.asWritten}>{nextStep}</dd>
          </div>
        )}
        {rating !== null && (
          <div>
            <dt>Avaliação</dt>
            <dd>
              {rating} de 5{ratingComment && <span className={styles.asWritten}>“{ratingComment}”</span>}
            </dd>
          </div>
        )}
      </dl>
      {wasArranged && (
        <a className="go" href={`/api/mentoring/sessions/${id}/sessao.ics`} download="sessao.ics">
          <Icon name="calendar" /> {status === "cancelled" ? "Tirar da agenda (.ics)" : "Guardar na agenda (.ics)"}
        </a>
      )}
    </section>
  );
}

function History({ events }: { events: MentorshipSessionEvent[] }) {
  return (
    <section aria-labelledby="t-historia">
      <h2 id="t-historia">Histórico</h2>
      <ol className={styles.history}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at} className="meta">
              {dateAndTime(new Date(event.at))}
            </time>
            <p>{eventInWords(event)}.</p>
            {event.reason && (
              <p className={`${styles.asWritten} meta`}>
                {event.move === "propose" || event.move === "miss" || event.move === "object"
                  ? `“${event.reason}”`
                  : `Motivo: ${event.reason}`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
