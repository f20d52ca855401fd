import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { searchAddress } from "#app/features/search/search.address.ts";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { useSubject } from "#app/lib/live.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { BlankTabs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { Board, Community } from "../boards/boards.answers.ts";
import { useBoardsChanged, useCommunity, useFollowBoard, useVisitBoard } from "../boards/boards.queries.ts";
import { SignsAs, WeeklyLetter } from "../components/own-choices.tsx";
import { day, nameOf, REMOVED_MEMBER } from "../components/words.ts";
import { useWaitingReplies } from "../posts/outbox.ts";
import type { ListedTopic } from "../topics/topics.answers.ts";
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
  const { boards, can } = community;
  const board = boards.find(({ id }) => id === boardId);
  const changed = useBoardsChanged();
  const waiting = useWaitingReplies();
  useSubject("community", changed);
  return (
    <div className={`page ${styles.hall}`}>
      <Head />
      <div className={styles.tools}>
        <Find />
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
                  <span className={styles.figure} aria-hidden="true">
                    {news > 99 ? "99+" : news}
                  </span>
                  <span className="visually-hidden">, {plural(news, "assunto com novidade", "assuntos com novidade")}</span>
                </>
              )}
            </Link>
          ))}
        </nav>
        {waiting.length > 0 && (
          <p className="note" role="status">
            {plural(waiting.length, "resposta espera", "respostas esperam")} para sair:{" "}
            <Link to={`/comunidade/assunto/${waiting[0]!.topicId}#responder`}>ver no assunto</Link>
          </p>
        )}
        {board ? <BoardTopics board={board} /> : <NoBoard />}
      </section>
      <aside className={styles.side} aria-label="Sobre a comunidade">
        {can.moderate && (
          <section className={styles.shelf} aria-labelledby="t-moderacao">
            <h2 id="t-moderacao">Moderação</h2>
            <Link className="go" to="/comunidade/moderacao">
              Ver o que espera <Icon name="arrow" />
            </Link>
          </section>
        )}
        <LockedBoards boards={community.lockedBoards} />
        <section className={styles.shelf} aria-labelledby="t-casa">
          <h2 id="t-casa">Regras da casa</h2>
          <p>
            Escreva como falaria na antessala, com todos ouvindo. O que é de grau superior não se escreve aqui, nem por alusão.
          </p>
          <Link className="go" to="/comunidade/regras">
            Ler as cinco regras <Icon name="arrow" />
          </Link>
        </section>
        <SignsAs me={community.me} />
        <WeeklyLetter on={community.me.weeklyLetter} />
      </aside>
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

function Find() {
  const navigate = useNavigate();
  const [q, setQ] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (q.trim()) void navigate(searchAddress({ q: q.trim(), kind: "topic", page: 1 }));
  };
  return (
    <search>
      <form className={styles.find} onSubmit={submit}>
        <input
          className="input"
          type="search"
          aria-label="Buscar na comunidade"
          placeholder="Buscar na comunidade"
          maxLength={200}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <button type="submit" className="icon-btn" aria-label="Buscar">
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}

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
    <Button
      look="secondary"
      small
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
    </Button>
  );
}

const TopicList = ({ label, topics }: { label: string; topics: ListedTopic[] }) => (
  <ol className={styles.topics} aria-label={label}>
    {topics.map((topic) => (
      <TopicLine key={topic.id} topic={topic} />
    ))}
  </ol>
);

function TopicLine({ topic }: { topic: ListedTopic }) {
  const { id, title, author, at, text, replies, news, isNew, last, answered, locked, pinned, following } = topic;
  const unread = news > 0 || isNew;
  const path = `/comunidade/assunto/${id}`;
  return (
    <li className={unread ? styles.unread : ""}>
      <h3>
        <Link to={path} prefetch="intent">
          {unread && <span className="visually-hidden">Novo: </span>}
          {title}
        </Link>
      </h3>
      {unread && last && <p className={styles.say}>“{last.excerpt}”</p>}
      <p className={styles.facts}>
        <span className={styles.last}>
          {replies > 0 && last ? (
            <>
              <b>{last.name ?? REMOVED_MEMBER}</b>, {day(last.at)}
            </>
          ) : (
            <>
              <b>{nameOf(author)}</b> abriu {day(at)}
            </>
          )}
        </span>
        {pinned && <span>Fixado</span>}
        {answered && (
          <span className={styles.answered}>
            <Icon name="check" />
            Respondida
          </span>
        )}
        {locked && (
          <span>
            <Icon name="lock" />
            Fechado a novas respostas
          </span>
        )}
        {following && !unread && <span>Você acompanha</span>}
        {text && (
          <Link to={text.path}>
            <Icon name="book" />
            {text.title}
          </Link>
        )}
      </p>
      <p className={styles.count}>
        {replies === 0 ? (
          <span>Sem resposta ainda</span>
        ) : (
          <span>
            <b className="osf">{replies}</b> {replies === 1 ? "resposta" : "respostas"}
          </span>
        )}
        {isNew ? <strong>Assunto novo</strong> : news > 0 && <strong>{plural(Math.min(news, replies), "nova", "novas")}</strong>}
      </p>
    </li>
  );
}

function LockedBoards({ boards }: { boards: Community["lockedBoards"] }) {
  if (boards.length === 0) return null;
  return (
    <section className={styles.shelf} aria-labelledby="t-salas">
      <h2 id="t-salas">Salas fechadas a você</h2>
      <ul className={styles.rooms}>
        {boards.map(({ name, degree }, index) => (
          <li key={name}>
            <Icon name="lock" />
            <div>
              <h3>{name}</h3>
              <p className="meta">
                Abre com o grau de {DEGREE_LABEL[degree]} confirmado por sua Loja.{" "}
                {index === 0 && <Link to="/conta#grau">Solicitar confirmação de grau</Link>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
