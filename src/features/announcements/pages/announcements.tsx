import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { longDate } from "#app/lib/format.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { MarginNote } from "#app/ui/margin-note.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { Announcement } from "../announcements.answers.ts";
import { useAnnouncements } from "../announcements.queries.ts";
import { toWhom } from "../words.ts";
import styles from "./announcements.module.css";

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page">
    <title>Avisos · Academia</title>
    <header className="page-head">
      <h1>Avisos</h1>
      <p className="lead">O que a administração tem a dizer a todos, ao seu grau ou à sua Loja.</p>
    </header>
    <div className="with-aside">
      <div className={styles.list}>{children}</div>
      <MarginNote emblem={9} title="Como chegam">
        <p>Cada aviso toca também o sino, e alguns vão por carta. Quais lhe escrevem, é você quem escolhe.</p>
        <Link className="go" to="/notificacoes#preferencias">
          Como quer ser avisado <Icon name="arrow" />
        </Link>
      </MarginNote>
    </div>
  </div>
);

const Shell = () => (
  <PageShell>
    <Frame>
      <Skeleton label="Carregando..." lines={6} />
    </Frame>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function AnnouncementsPage() {
  const list = useAnnouncements();
  const { hash } = useLocation();
  const isThere = list.isSuccess;
  useEffect(() => {
    // the browser looked for it before it was there
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
  if (list.isPending) return <Shell />;
  const announcements = list.data?.pages.flatMap((page) => page.announcements) ?? [];
  return (
    <Frame>
      {list.isError && !list.data && (
        <ErrorState title="Erro ao carregar os avisos" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && announcements.length === 0 && (
        <EmptyState title="Nenhum aviso ainda">
          <p>Quando a administração publicar um, ele aparece aqui e no sino.</p>
          <Link className="btn btn-2" to="/dashboard">
            Ir para o painel
          </Link>
        </EmptyState>
      )}
      {announcements.map((each) => (
        <AnnouncementArticle key={each.id} announcement={each} />
      ))}
      <ShowMore list={list} label="Avisos anteriores" />
    </Frame>
  );
}

function AnnouncementArticle({ announcement }: { announcement: Announcement }) {
  const { id, title, html, to, author, at, editedAt } = announcement;
  return (
    <article id={id} className={styles.announcement} aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`}>{title}</h2>
      <p className="meta">
        {author ?? "Administração"}, <time dateTime={at}>{longDate(new Date(at))}</time>
        {to.audience !== "everyone" && `, ${toWhom(to)}`}
        {editedAt && `. Mudado em ${longDate(new Date(editedAt))}`}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server (members-text.ts) */}
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
