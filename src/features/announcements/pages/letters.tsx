import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import type { ManagedAnnouncement } from "../announcements.answers.ts";
import { useManagedAnnouncements } from "../announcements.queries.ts";
import { Composer, useComposer } from "../components/composer.tsx";
import { Proof } from "../components/proof.tsx";
import { SentList } from "../components/sent-list.tsx";
import { UnderWay } from "../components/under-way.tsx";
import styles from "./letters.module.css";

const HEAD = {
  room: "Conversa",
  heading: "Nova carta",
  title: "Cartas e avisos",
  lead: "Um texto só. Segue por e-mail, fica na Academia como aviso, ou as duas coisas.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

type Moving = ManagedAnnouncement & { state: Exclude<ManagedAnnouncement["state"], "done"> };
const isMoving = (each: ManagedAnnouncement): each is Moving => each.state !== "done";

/** Where the administration writes to the members: what is under way, the letter that is being written, and what was sent. */
export default function LettersPage() {
  const list = useManagedAnnouncements();
  const composer = useComposer();
  const [title, source] = composer.form.watch(["title", "source"]);
  const pages = list.data?.pages ?? [];
  const announcements = pages.flatMap((page) => page.announcements);
  const done = announcements.filter((each) => !isMoving(each));
  return (
    <AdminPage {...HEAD}>
      {announcements.filter(isMoving).map((each) => (
        <UnderWay key={each.id} announcement={each} />
      ))}
      <div className={styles.columns}>
        <Composer {...composer} />
        <div className={styles.side}>
          <Proof title={title} source={source} sender={pages[0]?.sender} />
          <section aria-labelledby="enviadas">
            <div className="ruled-head">
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
    </AdminPage>
  );
}
