import { Link, useSearchParams } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { BlankTabs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { NoticeDays } from "../components/notice-days.tsx";
import { PreferencesPanel } from "../components/preferences-panel.tsx";
import { ReadAll } from "../components/read-all.tsx";
import { dayInSentence } from "../components/words.ts";
import type { NoticesPage as Page } from "../notices.answers.ts";
import { type Show, useNotices } from "../notices.queries.ts";
import styles from "./notices.module.css";

/** The preferences stand below the list. */
const ToPreferences = () => (
  <Link className="go" to="#preferencias">
    Como quer ser avisado <Icon name="down" />
  </Link>
);

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.notices}`}>
      <title>Notificações · Academia</title>
      <header className={styles.head}>
        <h1>Notificações</h1>
        <p className="lead">{"\u00a0"}</p>
        <ToPreferences />
      </header>
      <div className={styles.bar}>
        <BlankTabs labels={["Todas", "Por ler"]} />
      </div>
      <Skeleton label="Carregando..." />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** What the academy told the member, day by day. */
export default function NoticesPage() {
  const [params] = useSearchParams();
  const show: Show = params.get("ver") === "por-ler" ? "unread" : "all";
  const list = useNotices(show);
  const newest = list.data?.pages[0];
  return (
    <div className={`page ${styles.notices}`}>
      <title>Notificações · Academia</title>
      <header className={styles.head}>
        <h1>Notificações</h1>
        <p className="lead">{newest ? <Lead page={newest} /> : "\u00a0"}</p>
        <ToPreferences />
      </header>
      <div className={styles.bar}>
        <nav className="tabs" aria-label="Quais mostrar">
          <Link to="/notificacoes" replace aria-current={show === "all" ? "page" : undefined}>
            Todas
          </Link>
          <Link to="/notificacoes?ver=por-ler" replace aria-current={show === "unread" ? "page" : undefined}>
            Por ler
          </Link>
        </nav>
        {newest && newest.unread > 0 && newest.notices[0] && (
          <ReadAll newest={newest.notices[0].id} label="Marcar todas como lidas" />
        )}
      </div>
      {list.isPending && <Skeleton label="Carregando..." />}
      {list.isError && !list.data && (
        <ErrorState title="Erro ao carregar as notificações" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <div className={styles.days}>
          {newest?.notices.length === 0 && <Nothing show={show} />}
          <NoticeDays notices={list.data.pages.flatMap(({ notices }) => notices)} />
          <ShowMore list={list} label="Dias anteriores" />
        </div>
      )}
      <PreferencesPanel />
    </div>
  );
}

function Lead({ page: { unread, oldestUnread } }: { page: Page }) {
  if (unread === 0 || !oldestUnread) return "Nada por ler.";
  return (
    <>
      <b className="osf">{unread}</b> por ler.{unread > 1 && ` A mais antiga é de ${dayInSentence(new Date(oldestUnread))}.`}
    </>
  );
}

function Nothing({ show }: { show: Show }) {
  if (show === "unread")
    return (
      <EmptyState title="Tudo lido">
        <p>Nenhuma notificação espera por você.</p>
        <Link className="btn btn-2" to="/notificacoes" replace>
          Ver todas
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState title="Nenhuma notificação ainda">
      <p>
        Respostas da mentoria, certificados e avisos sobre a sua conta aparecem aqui, e o sino no alto conta os que você não leu.
      </p>
      <Link className="btn btn-2" to="/dashboard">
        Ir para o painel
      </Link>
    </EmptyState>
  );
}
