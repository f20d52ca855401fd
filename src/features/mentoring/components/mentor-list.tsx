import { useState } from "react";
import { dayOfMonth } from "#app/lib/format.ts";
import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { usePause } from "#app/lib/use-pause.ts";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import type { MentorCard as Mentor } from "../mentors/mentors.answers.ts";
import { useMentors } from "../mentors/mentors.queries.ts";
import { useMentoringSummary, useUpcomingMentorshipSession } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import { MentorCard } from "./mentor-card.tsx";
import styles from "./mentor-list.module.css";
import { MentorshipSessionCard } from "./mentorship-session-card.tsx";
import { RequestDialog } from "./request-dialog.tsx";

/** A list that fits on a page or two needs no search. */
const SEARCHED_FROM = 5;

type Props = {
  /** Opens the tab of the sessions, or that of the requests to answer. */
  onOpen: (tab: "sessoes" | "mentor") => void;
};

/** What waits for the member, their next session, the active mentors, and the dialog that asks one of them. Shown at once, so that nothing moves. */
export function MentorList({ onOpen }: Props) {
  const [typed, setTyped] = useState("");
  const words = usePause(typed.trim());
  const [day, setDay] = useState("");
  const mentors = useMentors(searchProblem(words) ? "" : words, day);
  const isSearched = words !== "" || day !== "";
  const summary = useMentoringSummary();
  const upcoming = useUpcomingMentorshipSession();
  const [asking, setAsking] = useState<Mentor | null>(null);
  useLoadErrorToast(mentors.error, "Erro ao carregar mentores");
  if ([mentors, summary, upcoming].some(({ isPending }) => isPending)) return <Skeleton label="Carregando mentores..." />;
  const { mentorshipSession = null } = upcoming.data ?? {};
  return (
    <>
      <Waiting {...summary.data} onOpen={onOpen} />
      {mentorshipSession && (
        <MentorshipSessionCard as="article" ahead="Sua próxima sessão" mentorshipSession={mentorshipSession} />
      )}
      {mentors.data ? (
        <>
          {(mentors.data.length > SEARCHED_FROM || isSearched) && (
            <div className={styles.search}>
              <TextField
                label="Buscar mentor"
                help="Por nome, Loja ou especialidade."
                type="search"
                error={searchProblem(typed)}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
              <TextField
                label="No dia"
                help="Quem costuma ter hora."
                type="date"
                min={new Date().toLocaleDateString("sv-SE")}
                error={undefined}
                value={day}
                onChange={({ target }) => setDay(target.value)}
              />
            </div>
          )}
          {isSearched && mentors.data.length === 0 ? (
            <p>
              Nenhum mentor{words && ` com “${words}”`}
              {day && ` com horas em ${dayOfMonth(new Date(`${day}T12:00`))}`}.
            </p>
          ) : (
            <Mentors mentors={mentors.data} onAsk={setAsking} />
          )}
          <ShowMore list={mentors} label="Mostrar mais mentores" />
        </>
      ) : (
        <ErrorState title="Erro ao carregar mentores" error={mentors.error} onRetry={() => void mentors.refetch()} />
      )}
      <RequestDialog mentor={asking} onClose={() => setAsking(null)} />
    </>
  );
}

function Mentors({ mentors, onAsk }: { mentors: Mentor[]; onAsk: (mentor: Mentor) => void }) {
  if (mentors.length === 0)
    return (
      <EmptyState title="Nenhum mentor disponível no momento">
        <p>Assim que a administração cadastrar um Mestre Instrutor, ele aparece aqui.</p>
      </EmptyState>
    );
  const free = mentors.find(({ can }) => can.request);
  return (
    <ul className={styles.mentorList}>
      {mentors.map((mentor) => (
        <MentorCard key={mentor.userId} mentor={mentor} other={free} onRequest={() => onAsk(mentor)} />
      ))}
    </ul>
  );
}

/** Unread messages and requests to answer, each with the way to it; nothing when there are none. */
function Waiting({ unread = 0, requests = 0, onOpen }: { unread?: number; requests?: number } & Props) {
  if (unread === 0 && requests === 0) return null;
  return (
    <ul className={styles.waiting}>
      {unread > 0 && (
        <li>
          <Icon name="mail" />
          <button type="button" className="go" onClick={() => onOpen("sessoes")}>
            {plural(unread, "mensagem não lida", "mensagens não lidas")}
          </button>
        </li>
      )}
      {requests > 0 && (
        <li>
          <Icon name="clock" />
          <button type="button" className="go" onClick={() => onOpen("mentor")}>
            {plural(requests, "pedido aguarda a sua resposta", "pedidos aguardam a sua resposta")}
          </button>
        </li>
      )}
    </ul>
  );
}
