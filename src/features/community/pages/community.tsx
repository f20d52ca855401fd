import { useEffect } from "react";
import { Link, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { useSubject } from "#app/lib/live.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { BlankTabs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { Board, Community } from "../boards/boards.answers.ts";
import { useBoardsChanged, useCommunity, useFollowBoard, useVisitBoard } from "../boards/boards.queries.ts";
import { FindTopics } from "../components/find-topics.tsx";
import { HallSide } from "../components/hall-side.tsx";
import { TopicList } from "../components/topic-list.tsx";
import { day, newTopicAddress } from "../components/words.ts";
import { isTopic, useWaiting } from "../posts/outbox.ts";
import { useTopics } from "../topics/topics.queries.ts";
import styles from "./community.module.css";

const Head = () => (
  <header className={styles.head}>
    <title>Comunidade · Academia</title>
    <p className="caps caps-gold">Comunidade</p>
    <h1>Conversa de irmãos</h1>
    <p className="lead">Perguntas que a lição deixou, e quem já passou por elas.</p>
  </header>
);

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.hall}`}>
      <Head />
      <div className={styles.tools}>
        <span className={`input ${styles.find}`} />
        <span className="btn">Abrir assunto</span>
      </div>
      <div className={styles.room}>
        <BlankTabs labels={["Geral", "Aprendiz"]} />
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** The boards that the member may read, and the topics of one of them. */
export default function CommunityPage() {
  const { boardId: asked } = useParams();
  const community = useCommunity();
  const first = community.data?.boards[0]?.id;
  const boardId = asked ?? first;
  if (community.data && boardId !== undefined) return <Hall key={boardId} community={community.data} boardId={boardId} />;
  if (community.isPending) return <Shell />;
  return (
    <div className={`page ${styles.hall}`}>
      <Head />
      <ErrorState title="Erro ao carregar a comunidade" error={community.error} onRetry={() => void community.refetch()} />
    </div>
  );
}

function Hall({ community, boardId }: { community: Community; boardId: string }) {
  const { boards } = community;
  const board = boards.find(({ id }) => id === boardId);
  const changed = useBoardsChanged();
  const waiting = useWaiting();
  useSubject("community", changed);
  return (
    <div className={`page ${styles.hall}`}>
      <Head />
      <div className={styles.tools}>
        <FindTopics />
        {board?.can.open && (
          <Link className="btn" to={`/comunidade/novo/${board.id}`}>
            Abrir assunto
          </Link>
        )}
      </div>
      <section className={`${styles.room} ${board?.degree ? `deg-${board.degree}` : ""}`} aria-labelledby="t-sala">
        <h2 className="visually-hidden" id="t-sala">
          {board ? `Sala ${board.name}` : "Sala"}
        </h2>
        <nav className={`tabs ${styles.boards}`} aria-label="Salas">
          {boards.map(({ id, name, news }) => (
            <Link key={id} to={`/comunidade/sala/${id}`} replace aria-current={id === boardId ? "page" : undefined}>
              {name}
              {news > 0 && (
                <>
                  <span className="tally" aria-hidden="true">
                    {news > 99 ? "99+" : news}
                  </span>
                  <span className="visually-hidden">, {plural(news, "assunto com novidade", "assuntos com novidade")}</span>
                </>
              )}
            </Link>
          ))}
        </nav>
        {waiting[0] && (
          <p className="note" role="status">
            {plural(waiting.length, "mensagem sua espera", "mensagens suas esperam")} para sair:{" "}
            <Link
              to={
                isTopic(waiting[0])
                  ? newTopicAddress(waiting[0].boardId, waiting[0].input.text)
                  : `/comunidade/assunto/${waiting[0].topicId}#responder`
              }
            >
              ver onde
            </Link>
          </p>
        )}
        {board ? <BoardTopics board={board} /> : <NoBoard />}
      </section>
      <HallSide community={community} />
    </div>
  );
}

/** A board above the reader's degree is one that does not exist. */
const NoBoard = () => (
  <EmptyState title="Sala não encontrada">
    <p>Talvez o endereço esteja errado, ou a sala não esteja aberta a você.</p>
    <Link className="btn btn-2" to="/comunidade">
      Ver as salas
    </Link>
  </EmptyState>
);

function BoardTopics({ board }: { board: Board }) {
  const list = useTopics(board.id);
  useVisit(board.id, list.isSuccess);
  if (list.isPending) return <Skeleton label="Carregando..." lines={5} />;
  if (list.isError && !list.data) {
    if (list.error instanceof ApiError && list.error.code === "not_found") return <NoBoard />;
    return <ErrorState title="Erro ao carregar os assuntos" error={list.error} onRetry={() => void list.refetch()} />;
  }
  const topics = list.data.pages.flatMap((page) => page.topics);
  const lastVisitAt = list.data.pages[0]!.lastVisitAt;
  const fresh = topics.filter(({ news, isNew }) => news > 0 || isNew);
  const known = topics.filter(({ news, isNew }) => news === 0 && !isNew);
  return (
    <>
      <p className={`${styles.about} meta`}>
        <span>{board.closed ? "Sala fechada a novas mensagens." : board.description}</span>
        <FollowBoard board={board} />
      </p>
      {topics.length === 0 && (
        <EmptyState title="Ninguém abriu um assunto ainda">
          <p>Uma pergunta que a lição deixou é um bom começo.</p>
          {board.can.open && (
            <Link className="btn btn-2" to={`/comunidade/novo/${board.id}`}>
              Abrir o primeiro assunto
            </Link>
          )}
        </EmptyState>
      )}
      {fresh.length > 0 && (
        <>
          {lastVisitAt && (
            <p className={styles.since}>
              <span>Desde a sua última visita</span> <time dateTime={lastVisitAt}>{day(lastVisitAt)}</time>
            </p>
          )}
          <TopicList label="Com novidade" topics={fresh} />
        </>
      )}
      {known.length > 0 && (
        <>
          {fresh.length > 0 && (
            <p className={`${styles.since} ${styles.past}`}>
              <span>Antes disso</span>
            </p>
          )}
          <TopicList label="Lidos" topics={known} />
        </>
      )}
      <div className={styles.more}>
        <ShowMore list={list} label="Mais antigos" />
      </div>
    </>
  );
}

/** The visit begins once its list is there, which says what is new since the one before. */
function useVisit(boardId: string, shown: boolean): void {
  const { mutate } = useVisitBoard();
  useEffect(() => {
    if (shown) mutate(boardId);
  }, [boardId, shown, mutate]);
}

function FollowBoard({ board: { id, name, following } }: { board: Board }) {
  const follow = useFollowBoard();
  return (
    <button
      type="button"
      className="text-btn"
      aria-pressed={following}
      aria-label={following ? `Você acompanha a sala ${name}` : `Acompanhar a sala ${name}`}
      onClick={() =>
        follow.mutate(
          { boardId: id, following: !following },
          { onError: (error) => toastFailure("Não foi possível guardar", error) },
        )
      }
    >
      {following && <Icon name="check" />}
      {following ? "Você acompanha" : "Acompanhar a sala"}
    </button>
  );
}
