import { useState } from "react";
import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { MarginNote } from "#app/ui/margin-note.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useCommunity } from "../boards/boards.queries.ts";
import { HidePost, WordToAuthor } from "../components/moderator-dialogs.tsx";
import postStyles from "../components/post.module.css";
import { day, moment, nameOf, postAddress } from "../components/words.ts";
import type { Queued } from "../moderation/moderation.answers.ts";
import { useModerationQueue, useMovePost } from "../moderation/moderation.queries.ts";
import styles from "./moderation.module.css";

const Head = () => (
  <>
    <title>Moderação · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Comunidade</p>
      <h1>Moderação</h1>
      <p className="lead">O que foi denunciado ou espera revisão, do mais antigo ao mais novo.</p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.moderation}`}>
      <BlankCrumbs />
      <Head />
      <Skeleton label="Carregando..." lines={4} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** What waits for a moderator of any board. */
export default function ModerationPage() {
  const community = useCommunity();
  const denied = community.data?.can.moderate === false;
  const queue = useModerationQueue(community.data?.can.moderate === true);
  const [dialog, setDialog] = useState<{ kind: "hide" | "word"; entry: Queued }>();
  const failed = community.isError ? community : queue.isError && !queue.data ? queue : undefined;
  if (queue.isPending && !denied && !failed) return <Shell />;
  const entries = queue.data?.pages.flatMap((page) => page.entries) ?? [];
  const close = () => setDialog(undefined);
  /** Its author may have changed it since the dialog was opened. */
  const asItIsNow = (entry: Queued) => entries.find(({ post }) => post.id === entry.post.id) ?? entry;
  return (
    <div className={`page ${styles.moderation}`}>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>
            <Link to="/comunidade">Comunidade</Link>
          </li>
          <li aria-current="page">Moderação</li>
        </ol>
      </nav>
      <Head />
      {denied && (
        <EmptyState title="Você não modera nenhuma sala">
          <Link className="btn" to="/comunidade">
            Ver a comunidade
          </Link>
        </EmptyState>
      )}
      {failed && <ErrorState title="Erro ao carregar a fila" error={failed.error} onRetry={() => void failed.refetch()} />}
      <div className="with-aside">
        <div>
          {queue.data && (
            <p className="meta" role="status">
              {plural(queue.data.pages[0]!.waiting, "mensagem espera", "mensagens esperam")} por você.
            </p>
          )}
          {queue.data && entries.length === 0 && (
            <EmptyState title="Nada espera">
              <p>Quando alguém denunciar uma mensagem, ou a casa a retiver, ela aparece aqui e no sino.</p>
              <Link className="btn btn-2" to="/comunidade">
                Ver a comunidade
              </Link>
            </EmptyState>
          )}
          <ol className={styles.queue}>
            {entries.map((entry) => (
              <Entry key={entry.post.id} entry={entry} onDialog={(kind) => setDialog({ kind, entry })} />
            ))}
          </ol>
          <ShowMore list={queue} />
        </div>
        {!denied && <Ways />}
      </div>
      {dialog?.kind === "hide" && (
        <HidePost post={asItIsNow(dialog.entry).post} reported={dialog.entry.reports.length > 0} onClose={close} />
      )}
      {dialog?.kind === "word" && <WordToAuthor post={dialog.entry.post} onClose={close} />}
    </div>
  );
}

/** What the three buttons of an entry do. */
const Ways = () => (
  <MarginNote emblem={10} title="Três caminhos">
    <p>
      <b>Manter</b>, ou mostrar a todos, deixa a mensagem na conversa e avisa quem a denunciou.
    </p>
    <p>
      <b>Ocultar</b> deixa o lugar marcado, e o autor lê o motivo que você escrever.
    </p>
    <p>
      <b>Palavra ao autor</b> fala só com ele: muitas vezes basta, e ele mesmo corrige.
    </p>
  </MarginNote>
);

type EntryProps = { entry: Queued; onDialog: (kind: "hide" | "word") => void };

function Entry({ entry: { post, reports }, onDialog }: EntryProps) {
  const move = useMovePost();
  const keep = () =>
    move.mutate(
      { move: "show", postId: post.id, seen: { state: post.state, reported: reports.length > 0, version: post.version } },
      {
        onSuccess: () => toastSuccess("Mensagem mantida", "Quem a denunciou foi avisado."),
        onError: (error) => toastFailure("Não foi possível guardar", error),
      },
    );
  return (
    <li>
      <article aria-labelledby={`m-${post.id}`}>
        <h2 id={`m-${post.id}`}>
          <Link to={postAddress(post.topicId, post.number)}>{post.title}</Link>
        </h2>
        <p className="meta">
          {post.board.name}, mensagem {post.number}, de {nameOf(post.author)}, {day(post.at)}.{" "}
          {post.state === "held" && <strong>Retida: ninguém a lê.</strong>}
        </p>
        {post.stateReason && reports.length === 0 && <p className={styles.reason}>{post.stateReason}</p>}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
        <div className={`${postStyles.prose} ${styles.words}`} dangerouslySetInnerHTML={{ __html: post.html ?? "" }} />
        {reports.length > 0 && (
          <ul className={styles.reports} aria-label="Denúncias">
            {reports.map(({ name, reason, at }) => (
              <li key={`${name} ${at}`}>
                {reason}{" "}
                <span className="meta">
                  {name ?? "Membro removido"}, {moment(at).toLocaleLowerCase("pt-BR")}
                </span>
              </li>
            ))}
          </ul>
        )}
        {post.can.decide ? (
          <div className="calls">
            <Button small busy={move.isPending} busyLabel="Guardando..." onClick={keep}>
              {post.state === "held" ? "Mostrar a todos" : "Manter como está"}
            </Button>
            <Button small look="danger" onClick={() => onDialog("hide")}>
              Ocultar
            </Button>
            <Button small look="secondary" onClick={() => onDialog("word")}>
              Palavra ao autor
            </Button>
          </div>
        ) : (
          <p className="meta">A mensagem é sua: outro moderador decide.</p>
        )}
      </article>
    </li>
  );
}
