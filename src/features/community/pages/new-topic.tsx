import { useRef, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { newUuid } from "#app/lib/uuid.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { MarginNote } from "#app/ui/margin-note.tsx";
import { BlankCrumbs, EmptyState, ErrorState, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import type { Board, Community } from "../boards/boards.answers.ts";
import { useCommunity } from "../boards/boards.queries.ts";
import { AcceptRules } from "../components/accept-rules.tsx";
import { DraftState, OtherDraft } from "../components/draft-state.tsx";
import { asSource, readable } from "../components/mentions.ts";
import { returnToDraft, useAccountDraft } from "../components/use-account-draft.ts";
import { goTo } from "../components/use-view.ts";
import { WaitingPost } from "../components/waiting-post.tsx";
import { newTopicAddress } from "../components/words.ts";
import writingStyles from "../components/writing.module.css";
import { Writing } from "../components/writing.tsx";
import { isTopic, sendLater, takeBack, useWaiting, type WaitingTopic } from "../posts/outbox.ts";
import type { Draft } from "../posts/posts.answers.ts";
import { useDraftOf } from "../posts/posts.queries.ts";
import type { TextTalk } from "../topics/topics.answers.ts";
import { useOpenTopic, useTalkAbout } from "../topics/topics.queries.ts";
import { type DiscussedText, newTopicInput, textParams } from "../topics/topics.schema.ts";
import topicStyles from "./topic.module.css";

const TITLE = "Abrir assunto · Academia";

const Shell = () => (
  <PageShell>
    <div className={`page ${topicStyles.thread}`}>
      <title>{TITLE}</title>
      <BlankCrumbs />
      <header className={topicStyles.threadHead}>
        <h1>Abrir assunto</h1>
      </header>
      <Skeleton label="Carregando..." lines={4} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** Opens a topic in a board; of a lesson or study, where the address names one. */
export default function NewTopicPage() {
  const { boardId = "" } = useParams();
  const [params] = useSearchParams();
  const text = textParams.safeParse({ kind: params.get("sobre"), textId: params.get("texto") }).data ?? null;
  const community = useCommunity();
  const draft = useDraftOf(`board:${boardId}`);
  const talk = useTalkAbout(text);
  const board = community.data?.boards.find(({ id }) => id === boardId);
  if (board?.can.open && draft.isFetched && (!text || talk.isFetched))
    return (
      <NewTopic key={boardId} board={board} me={community.data!.me} known={draft.data ?? null} text={text} talk={talk.data} />
    );
  if (community.isPending || board?.can.open) return <Shell />;
  return (
    <div className={`page ${topicStyles.thread}`}>
      <title>{TITLE}</title>
      {community.isError ? (
        <ErrorState title="Erro ao carregar a comunidade" error={community.error} onRetry={() => void community.refetch()} />
      ) : (
        <EmptyState title={board ? "Esta sala está fechada a novos assuntos" : "Sala não encontrada"}>
          <Link className="btn" to="/comunidade">
            Ver as salas
          </Link>
        </EmptyState>
      )}
    </div>
  );
}

/** Of what waits, for who has just published without a connection. */
const WAITING = "espera";

type Props = { board: Board; me: Community["me"]; known: Draft | null; text: DiscussedText | null; talk: TextTalk | undefined };

function NewTopic(props: Props) {
  const { board, me, text, talk } = props;
  const waiting = useWaiting().filter((each): each is WaitingTopic => isTopic(each) && each.boardId === board.id);
  const navigate = useNavigate();
  /** Counts how often the form was given other words. */
  const [writing, setWriting] = useState(0);
  /** A topic that waits goes back into the form, behind what is there. */
  const onEdit = ({ input }: WaitingTopic) => {
    takeBack(input.id);
    returnToDraft(`board:${board.id}`, input.source, input.title);
    setWriting(writing + 1);
    void navigate(newTopicAddress(board.id, input.text), { replace: true });
  };
  return (
    <div className={`page ${topicStyles.thread} ${board.degree ? `deg-${board.degree}` : ""}`}>
      <title>{TITLE}</title>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>
            <Link to="/comunidade">Comunidade</Link>
          </li>
          <li>
            <Link to={`/comunidade/sala/${board.id}`}>{board.name}</Link>
          </li>
        </ol>
      </nav>
      <header className={topicStyles.threadHead}>
        <h1>Abrir assunto</h1>
        <p className="meta">{board.description}</p>
        {text && talk && <About kind={text.kind} talk={talk} />}
      </header>
      {waiting.length > 0 && (
        <section className={writingStyles.waiting} id={WAITING} tabIndex={-1} aria-label="Ainda não publicado">
          {waiting.map((topic) => (
            <WaitingPost key={topic.input.id} waiting={topic} onEdit={onEdit} />
          ))}
        </section>
      )}
      {me.rulesAccepted ? <NewTopicForm key={writing} {...props} /> : <AcceptRules />}
      <MarginNote emblem={10} title="Um bom assunto" className={topicStyles.besides}>
        <p>
          Traz uma pergunta, ou uma passagem e o que ela lhe disse. Quem vier depois vai procurá-lo pelo título: ponha nele o
          assunto, e não “Dúvida”.
        </p>
        <Link className="go" to="/comunidade/regras">
          Regras da casa <Icon name="arrow" />
        </Link>
      </MarginNote>
    </div>
  );
}

/** The lesson or study that the topic will be about, and the topic that it has already. */
function About({ kind, talk: { title, topicId } }: { kind: DiscussedText["kind"]; talk: TextTalk }) {
  return (
    <p className="meta">
      Sobre {kind === "lesson" ? "a lição" : "o estudo"} <b>{title}</b>.{" "}
      {topicId && (
        <Link to={`/comunidade/assunto/${topicId}`}>Já se conversa sobre {kind === "lesson" ? "ela" : "ele"} aqui.</Link>
      )}
    </p>
  );
}

function NewTopicForm({ board, me, known, text, talk }: Props) {
  const draft = useAccountDraft(`board:${board.id}`, known);
  const [title, setTitle] = useState(draft.words.title || (talk?.title ?? ""));
  const [body, setBody] = useState(() => readable(draft.words.body).text);
  const [named, setNamed] = useState(() => readable(draft.words.body).named);
  const [key, setKey] = useState(newUuid);
  const [problem, setProblem] = useState<{ title?: string; source?: string; form?: string }>({});
  const titleField = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const open = useOpenTopic(board.id);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const write = (next: { title: string; body: string }, names = named) => {
    setTitle(next.title);
    setBody(next.body);
    setProblem({});
    draft.change({ title: next.title, body: asSource(next.body, names) });
  };
  const empty = () => {
    setTitle("");
    setBody("");
    setKey(newUuid());
    draft.clear(true);
  };
  const show = (found: typeof problem) => {
    setProblem(found);
    if (found.title) titleField.current?.focus();
    else if (found.source) field.current?.focus();
  };
  const submit = async () => {
    if (busy) return;
    const { data: input, error } = newTopicInput.safeParse({ id: key, title, source: asSource(body, named), text });
    if (!input) {
      const of = (name: string) => error.issues.find(({ path }) => path[0] === name)?.message;
      return show({ title: of("title"), source: of("source") });
    }
    setBusy(true);
    await draft.settle();
    open.mutate(input, {
      onSuccess: ({ id, state }) => {
        draft.clear(false);
        if (state === "visible") toastSuccess("Assunto aberto");
        void navigate(`/comunidade/assunto/${id}`, { replace: true });
      },
      onError: (failure) => {
        setBusy(false);
        if (canWait(failure) && sendLater({ boardId: board.id, input })) {
          empty();
          return requestAnimationFrame(() => goTo(WAITING));
        }
        draft.change({ title, body: input.source }); // kept again, as the pause was cut short
        const fields = failure instanceof ApiError ? failure.fields : {};
        if (fields.title || fields.source) return show(fields);
        show({ form: failure.message });
      },
    });
  };
  return (
    <form
      className={writingStyles.composer}
      aria-label="Novo assunto"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        ref={titleField}
        label="Título"
        help="Uma pergunta, ou do que se trata. É o que os outros leem na lista."
        value={title}
        error={problem.title}
        autoComplete="off"
        onChange={({ target }) => write({ title: target.value, body })}
      />
      <Writing
        boardId={board.id}
        label="Mensagem"
        body={body}
        onChange={(next) => write({ title, body: next })}
        named={named}
        onNamed={setNamed}
        error={problem.source}
        field={field}
        onSubmit={() => void submit()}
      />
      <OtherDraft
        draft={draft}
        onTake={(words) => {
          const taken = readable(words.body);
          setNamed(taken.named);
          write({ title: words.title, body: taken.text }, taken.named);
        }}
      />
      <div className={writingStyles.send}>
        <DraftState draft={draft} name={me.name} />
        <div className={writingStyles.failure}>
          <FormError message={problem.form} />
        </div>
        <Button type="submit" busy={busy} busyLabel="Publicando">
          Publicar assunto
        </Button>
        {(title || body) && (
          <button type="button" className="text-btn" onClick={empty}>
            Descartar rascunho
          </button>
        )}
      </div>
    </form>
  );
}
