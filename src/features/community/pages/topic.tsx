import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useEffect, useRef, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { draftOf } from "#app/lib/drafts.ts";
import { useSubject } from "#app/lib/live.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Blank, BlankCrumbs, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { ModeratorDialogs } from "../components/moderator-dialogs.tsx";
import { type ModeratorDialog, postActions, SWITCHED, topicActions } from "../components/moves.ts";
import { NewBar } from "../components/new-bar.tsx";
import postStyles from "../components/post.module.css";
import { PostArticle, type PostDialog } from "../components/post-article.tsx";
import { PostDialogs } from "../components/post-dialogs.tsx";
import { PostsIndex } from "../components/posts-index.tsx";
import { type Quote, Reply, Unsent } from "../components/reply-form.tsx";
import { ThreadHead } from "../components/thread-head.tsx";
import { TurnPage } from "../components/turn-page.tsx";
import { returnToDraft, type Words } from "../components/use-account-draft.ts";
import { useFormerPlace, useKeepPlace, useRestoredPlace } from "../components/use-kept-place.ts";
import { forgetQuote, useKeptQuote } from "../components/use-kept-quote.ts";
import { useReadMarks } from "../components/use-read-marks.ts";
import { goTo, useArrival, useKeptView } from "../components/use-view.ts";
import { WaitingPost } from "../components/waiting-post.tsx";
import { nameOf } from "../components/words.ts";
import { useHiding, useMovePost, useMoveTopic } from "../moderation/moderation.queries.ts";
import { isTopic, takeBack, useWaiting, type WaitingReply } from "../posts/outbox.ts";
import type { Post } from "../posts/posts.answers.ts";
import { isLoaded, type Start, topicChanged, useMarkAnswer, useTopic } from "../topics/topics.queries.ts";
import topicStyles from "./topic.module.css";

const TITLE = "Assunto · Academia";

const Shell = () => (
  <PageShell>
    <div className={`page ${topicStyles.thread}`}>
      <title>{TITLE}</title>
      <BlankCrumbs />
      <header className={topicStyles.threadHead}>
        <h1>
          <Blank letters={42} />
        </h1>
        <p className="meta">
          <Blank letters={48} />
        </p>
        <div className={topicStyles.acts}>
          <span className="btn btn-2 btn-sm">
            <Blank letters={10} />
          </span>
        </div>
      </header>
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** Posts shown above the one that an address names. */
const BEFORE = 5;
/** How many posts a page has; the first ones are asked for without a number, as the page's head does. */
const PAGE = 20;

const numberIn = (hash: string): number | undefined => Number(/^#p(\d{1,9})$/.exec(hash)?.[1]) || undefined;
const startFor = (number: number | undefined): Start =>
  number === undefined || number <= PAGE - BEFORE ? undefined : number - BEFORE;

export default function TopicPage() {
  const { topicId = "" } = useParams();
  return <TopicById key={topicId} topicId={topicId} />;
}

function TopicById({ topicId }: { topicId: string }) {
  const { hash } = useLocation();
  const client = useQueryClient();
  const place = useFormerPlace();
  const [start, setStart] = useState<Start>(() =>
    place ? (isLoaded(client, topicId, place.start) ? place.start : startFor(place.number)) : startFor(numberIn(hash)),
  );
  useKeepPlace(start);
  const topic = useTopic(topicId, start);
  useRestoredPlace(place, topic.isSuccess);
  const numbers = topic.data?.pages.flatMap(({ posts }) => posts.map(({ number }) => number));
  const wanted = numberIn(hash);
  const elsewhere = wanted !== undefined && numbers !== undefined && !numbers.includes(wanted) && startFor(wanted) !== start;
  useEffect(() => {
    if (elsewhere && !place) setStart(startFor(wanted));
  }, [elsewhere, wanted, place]);
  if (topic.error instanceof ApiError && topic.error.code === "not_found") return <Gone topicId={topicId} />;
  if (topic.data)
    return <Topic key={start ?? 1} topicId={topicId} list={topic} arriving={place ? undefined : hash} onGo={setStart} />;
  if (topic.isPending) return <Shell />;
  return (
    <div className={`page ${topicStyles.thread}`}>
      <title>{TITLE}</title>
      <ErrorState title="Erro ao carregar o assunto" error={topic.error} onRetry={() => void topic.refetch()} />
    </div>
  );
}

/** In place of a topic that is not there, or not there any more: its words go from the screen, those one was writing stay. */
function Gone({ topicId }: { topicId: string }) {
  const hiding = useHiding(topicId).data;
  const unsent = draftOf<Words>(`topic:${topicId}`)?.body;
  useEffect(() => {
    window.scrollTo(0, 0);
    forgetQuote(topicId);
  }, [topicId]);
  return (
    <div className={`page ${topicStyles.thread}`}>
      <title>{TITLE}</title>
      <header className="page-head">
        <p className="caps caps-gold">Comunidade</p>
        <h1>{hiding ? "A moderação ocultou este assunto" : "Assunto não encontrado"}</h1>
        <p className="lead">
          {hiding
            ? `Você o abriu: “${hiding.title}”. ${hiding.reason ? `O motivo: ${hiding.reason}` : ""}`
            : "Talvez tenha mudado de sala, ou o endereço esteja incompleto."}
        </p>
      </header>
      {unsent && <Unsent source={unsent} />}
      <Link className="go" to="/comunidade">
        Ver a comunidade
      </Link>
    </div>
  );
}

type TopicProps = {
  topicId: string;
  list: ReturnType<typeof useTopic>;
  arriving: string | undefined;
  onGo: (start: Start) => void;
};

function Topic({ topicId, list, arriving, onGo }: TopicProps) {
  const client = useQueryClient();
  const pages = list.data!.pages;
  const topic = pages.at(-1)!.topic;
  const all = pages.flatMap(({ posts }) => posts);
  /** How far the topic went when it was opened: what comes later waits behind the bar. */
  const [shownUpTo, setShownUpTo] = useState(topic.lastNumber);
  const [readBefore] = useState(topic.readUpTo);
  const [quote, setQuote] = useKeptQuote(topicId);
  const [dialog, setDialog] = useState<PostDialog>();
  /** Counts how often the field was given other words. */
  const [writing, setWriting] = useState(0);
  const posts = all.filter(({ number, mine }) => number <= shownUpTo || mine);
  const news = all.length - posts.length + Math.max(0, topic.lastNumber - Math.max(shownUpTo, all.at(-1)!.number));
  const waiting = useWaiting().filter((each): each is WaitingReply => !isTopic(each) && each.topicId === topicId);
  const section = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const answer = useMarkAnswer(topicId);
  const move = useMoveTopic();
  const movePost = useMovePost();
  const [moderating, setModerating] = useState<ModeratorDialog>();
  const last = posts.at(-1)?.number ?? 0;
  const firstNew =
    readBefore > 0 ? posts.find(({ number, mine, html }) => number > readBefore && !mine && html !== null)?.number : undefined;

  useSubject(`topic:${topicId}`, () => void topicChanged(client, topicId));
  useReadMarks(section, topicId, topic.readUpTo, last);
  useArrival(arriving);
  const keepView = useKeptView(section);

  const write = () => {
    (field.current ?? document.getElementById("responder"))?.scrollIntoView({ block: "center" });
    field.current?.focus({ preventScroll: true });
  };
  const onQuote = (words: Quote) => {
    setQuote(words);
    requestAnimationFrame(write);
  };
  const onSent = (post: Post) => {
    setShownUpTo((known) => Math.max(known, post.number));
    if (list.hasNextPage) onGo(startFor(post.number));
    else requestAnimationFrame(() => goTo(`p${post.number}`));
  };
  const showNews = () => {
    const next = shownUpTo + 1;
    setShownUpTo(topic.lastNumber);
    if (list.hasNextPage) onGo(startFor(next));
    else requestAnimationFrame(() => goTo(`p${all.find(({ number }) => number >= next)?.number ?? next}`));
  };
  /** A reply that waits goes back into the field, behind what is there. */
  const onEdit = ({ input }: WaitingReply) => {
    takeBack(input.id);
    returnToDraft(`topic:${topicId}`, input.source);
    const quoted = input.quote && all.find(({ number }) => number === input.quote!.number);
    if (input.quote) setQuote({ ...input.quote, name: nameOf(quoted?.author ?? null) });
    setWriting(writing + 1);
    requestAnimationFrame(write);
  };

  const ending = (done: string) => ({
    onSuccess: () => toastSuccess(done),
    onError: (error: Error) => toastFailure("Não foi possível guardar", error),
  });
  const show = ({ id: postId, state, version }: Post) =>
    movePost.mutate(
      { move: "show", postId, seen: { state, reported: false, version } },
      ending("Mensagem à vista de todos da sala"),
    );
  const actionsOf = (post: Post) => (topic.can.moderate ? postActions(post, () => show(post), setModerating) : []);
  const topicMoves = topic.can.moderate
    ? topicActions(topic, (act) => move.mutate({ move: act, topicId }, ending(SWITCHED[act])), setModerating)
    : [];

  return (
    <div className={`page ${topicStyles.thread} ${topic.board.degree ? `deg-${topic.board.degree}` : ""}`}>
      <title>{TITLE}</title>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>
            <Link to="/comunidade">Comunidade</Link>
          </li>
          <li>
            <Link to={`/comunidade/sala/${topic.board.id}`}>{topic.board.name}</Link>
          </li>
        </ol>
      </nav>
      <ThreadHead
        topic={topic}
        firstNew={firstNew}
        count={posts.filter(({ number }) => number > readBefore).length}
        onWrite={write}
        actions={topicMoves}
      />
      <div className={topicStyles.posts} ref={section}>
        {list.hasPreviousPage && (
          <TurnPage
            label="Mensagens anteriores"
            busy={list.isFetchingPreviousPage}
            onTurn={() => {
              keepView();
              void list.fetchPreviousPage();
            }}
          />
        )}
        {posts.map((post) => (
          <Fragment key={post.id}>
            {post.number === firstNew && (
              <p className={`${postStyles.divide} caps`} id="nova">
                <span className={topicStyles.lozenge} aria-hidden="true" />
                Desde a sua última visita
              </p>
            )}
            <PostArticle
              post={post}
              actions={actionsOf(post)}
              topic={topic}
              onQuote={onQuote}
              onDialog={setDialog}
              onAnswer={(number) =>
                answer.mutate(number, { onError: (error) => toastFailure("Não foi possível marcar a resposta", error) })
              }
            />
          </Fragment>
        ))}
        {waiting.map((reply) => (
          <WaitingPost key={reply.input.id} waiting={reply} onEdit={onEdit} />
        ))}
        {list.hasNextPage && (
          <TurnPage label="Mensagens seguintes" busy={list.isFetchingNextPage} onTurn={() => void list.fetchNextPage()} />
        )}
        <NewBar count={news} onShow={showNews} />
      </div>
      <Reply key={writing} topic={topic} quote={quote} onQuote={setQuote} onSent={onSent} field={field} />
      <PostsIndex posts={posts} topic={topic} readBefore={firstNew === undefined ? undefined : readBefore} />
      {moderating && <ModeratorDialogs dialog={moderating} topic={topic} list={list} onClose={() => setModerating(undefined)} />}
      {dialog && <PostDialogs dialog={dialog} topic={topic} onClose={() => setDialog(undefined)} />}
    </div>
  );
}
