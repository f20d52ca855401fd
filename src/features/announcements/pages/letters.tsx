import type { ReactNode } from "react";
import { useAdminDenied } from "#app/features/admin/admin.queries.ts";
import { AccessDenied } from "#app/features/admin/components/access-denied.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { ManagedAnnouncement } from "../announcements.answers.ts";
import { useManagedAnnouncements } from "../announcements.queries.ts";
import { Composer, useComposer } from "../components/composer.tsx";
import { Proof } from "../components/proof.tsx";
import { SentList } from "../components/sent-list.tsx";
import { UnderWay } from "../components/under-way.tsx";
import styles from "./letters.module.css";

const Page = ({ children }: { children: ReactNode }) => (
  <div className="page admin">
    <title>Cartas e avisos · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Cartas e avisos</p>
      <h1>Nova carta</h1>
      <p className="lead">Um texto só. Segue por e-mail, fica na Academia como aviso, ou as duas coisas.</p>
    </header>
    {children}
  </div>
);

const Shell = () => (
  <PageShell>
    <Page>
      <Skeleton label="Carregando..." lines={10} />
    </Page>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

type Moving = ManagedAnnouncement & { state: Exclude<ManagedAnnouncement["state"], "done"> };
const isMoving = (each: ManagedAnnouncement): each is Moving => each.state !== "done";

/** Where the administration writes to the members: what is under way, the letter that is being written, and what was sent. */
export default function LettersPage() {
  const list = useManagedAnnouncements();
  const composer = useComposer();
  const [title, source] = composer.form.watch(["title", "source"]);
  if (useAdminDenied()) return <AccessDenied />;
  const pages = list.data?.pages ?? [];
  const announcements = pages.flatMap((page) => page.announcements);
  const done = announcements.filter((each) => !isMoving(each));
  return (
    <Page>
      {announcements.filter(isMoving).map((each) => (
        <UnderWay key={each.id} announcement={each} />
      ))}
      <div className={styles.columns}>
        <Composer {...composer} />
        <div className={styles.side}>
          <Proof title={title} source={source} sender={pages[0]?.sender} />
          <section aria-labelledby="enviadas">
            <div className={styles.head}>
              <h2 id="enviadas">Já enviadas</h2>
            </div>
            {list.isPending && <Skeleton label="Carregando..." />}
            {list.isError && !list.data && (
              <ErrorState title="Não foi possível carregar os dados." error={list.error} onRetry={() => void list.refetch()} />
            )}
            {list.data && done.length === 0 && <p className="meta">Nada foi enviado ainda.</p>}
            <SentList announcements={done} delivers={pages[0]?.delivers ?? true} />
            <ShowMore list={list} label="Enviadas antes" />
            <p className={styles.say}>Não contamos quem abriu: a carta não leva marca escondida.</p>
          </section>
        </div>
      </div>
    </Page>
  );
}
