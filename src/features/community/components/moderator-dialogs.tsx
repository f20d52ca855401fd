import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, fieldProblem } from "#app/lib/api.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { useCommunity } from "../boards/boards.queries.ts";
import { mayMoveTo } from "../moderation/moderation.policy.ts";
import { useMovePost, useMoveTopic } from "../moderation/moderation.queries.ts";
import type { Post } from "../posts/posts.answers.ts";
import type { TopicHead } from "../topics/topics.answers.ts";
import { TITLE_OF_DELETED } from "../topics/topics.policy.ts";
import type { useTopic } from "../topics/topics.queries.ts";
import dialogsStyles from "./dialogs.module.css";
import type { ModeratorDialog } from "./moves.ts";
import postStyles from "./post.module.css";
import { TurnPage } from "./turn-page.tsx";
import { useKeptWords } from "./use-kept-words.ts";
import { beginningOf, nameOf } from "./words.ts";

/** The topic with its posts, as far as they were unrolled. */
type List = ReturnType<typeof useTopic>;

type Props = { dialog: ModeratorDialog; topic: TopicHead; list: List; onClose: () => void };

/** What a moderator is asked before they act. */
export function ModeratorDialogs({ dialog, topic, list, onClose }: Props) {
  switch (dialog.kind) {
    case "hide-post":
      return <HidePost post={asItIsNow(dialog.post, list)} reported={false} onClose={onClose} />;
    case "word":
      return <WordToAuthor post={dialog.post} onClose={onClose} />;
    case "split":
      return <SplitTopic from={dialog.post} topic={topic} list={list} onClose={onClose} />;
    case "hide-topic":
      return <HideTopic topic={topic} onClose={onClose} />;
    case "retitle":
      return <RetitleTopic topic={topic} onClose={onClose} />;
    case "move-topic":
      return <MoveTopic topic={topic} onClose={onClose} />;
  }
}

/** Its author may have changed it since the dialog was opened. */
const asItIsNow = (post: Post, list: List): Post =>
  list.data!.pages.flatMap(({ posts }) => posts).find(({ id }) => id === post.id) ?? post;

/** How an act ends that a dialog asked for: the dialog closes, and a toast says what was done. */
const ending = (onClose: () => void, done: string) => ({
  onSuccess: () => {
    onClose();
    toastSuccess(done);
  },
});

type Ending = ReturnType<typeof ending>;

type AskProps = {
  /** The name by which the words are kept until they are sent. */
  draft: string;
  title: string;
  description: ReactNode;
  /** What is to be read before the words are written. */
  children?: ReactNode;
  label: string;
  action: string;
  danger?: boolean;
  move: { isPending: boolean; error: Error | null; reset: () => void };
  onSend: (words: string, then: Ending) => void;
  /** What is said when it is done. */
  done: string;
  onClose: () => void;
};

/** A question that is answered in words, and what is done with them. */
function AskForWords({ draft, title, description, children, label, action, danger, move, onSend, done, onClose }: AskProps) {
  const { words, write, forget } = useKeptWords(draft);
  const [empty, setEmpty] = useState(false);
  const { error } = move;
  const wrong = fieldProblem(error);
  return (
    <FormDialog
      title={title}
      description={description}
      action={action}
      busyLabel="Guardando..."
      busy={move.isPending}
      look={danger ? "danger" : "primary"}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim().length < 3) return setEmpty(true);
        onSend(
          words.trim(),
          ending(() => {
            forget();
            onClose();
          }, done),
        );
      }}
    >
      {children}
      <TextAreaField
        label={label}
        rows={4}
        value={words}
        error={empty ? "Escreva ao menos uma palavra." : wrong}
        onChange={({ target }) => {
          write(target.value);
          setEmpty(false);
          if (error) move.reset();
        }}
      />
      <FormError message={wrong ? undefined : error?.message} />
    </FormDialog>
  );
}

type HideProps = {
  /** As it is now. */
  post: Pick<Post, "id" | "number" | "state" | "version" | "html">;
  reported: boolean;
  onClose: () => void;
};

/**
 * Words that its author changes meanwhile are shown here, so that the decision is on them.
 * @param reported whether the moderator decides on reports
 */
export function HidePost({ post, reported, onClose }: HideProps) {
  const move = useMovePost();
  const [opened] = useState({ state: post.state, reported, version: post.version });
  return (
    <AskForWords
      draft={`ocultar:${post.id}`}
      title={`Ocultar a mensagem ${post.number}?`}
      description={
        <p>
          Ninguém mais a lê, nem onde foi citada{post.number === 1 && ", nem o título do assunto"}. O lugar fica, e o autor é
          avisado com o motivo.
        </p>
      }
      label="Motivo, que o autor lerá"
      action="Ocultar"
      danger
      move={move}
      onSend={(reason, then) =>
        move.mutate({ move: "hide", postId: post.id, reason, seen: { ...opened, version: post.version } }, then)
      }
      done="Mensagem ocultada"
      onClose={onClose}
    >
      {post.version !== opened.version && (
        <div className="note" role="status">
          <p>
            <strong>O autor a mudou. Agora ela diz:</strong>
          </p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
          <div className={postStyles.prose} dangerouslySetInnerHTML={{ __html: post.html ?? "" }} />
        </div>
      )}
    </AskForWords>
  );
}

export function WordToAuthor({ post, onClose }: { post: Pick<Post, "id" | "number" | "author">; onClose: () => void }) {
  const move = useMovePost();
  return (
    <AskForWords
      draft={`palavra:${post.id}`}
      title={`Palavra a ${nameOf(post.author)}`}
      description={<p>Só ele e os moderadores a leem, junto da mensagem {post.number}.</p>}
      label="O que dizer"
      action="Enviar"
      move={move}
      onSend={(body, then) => move.mutate({ move: "word", postId: post.id, body }, then)}
      done="Palavra enviada"
      onClose={onClose}
    />
  );
}

function HideTopic({ topic, onClose }: { topic: TopicHead; onClose: () => void }) {
  const move = useMoveTopic();
  return (
    <AskForWords
      draft={`ocultar-assunto:${topic.id}`}
      title="Ocultar o assunto?"
      description={<p>“{topic.title}” e suas mensagens deixam de existir para os membros. Os moderadores ainda o veem.</p>}
      label="Motivo, que quem abriu lerá"
      action="Ocultar o assunto"
      danger
      move={move}
      onSend={(reason, then) => move.mutate({ move: "hide", topicId: topic.id, reason }, then)}
      done="Assunto ocultado"
      onClose={onClose}
    />
  );
}

/** A title that another moderator changes meanwhile is shown here, so that this one is put in its place knowingly. */
function RetitleTopic({ topic, onClose }: { topic: TopicHead; onClose: () => void }) {
  const [opened] = useState(topic.title);
  const { words: title, write, forget } = useKeptWords(`titulo:${topic.id}`, opened === TITLE_OF_DELETED ? "" : opened);
  const [short, setShort] = useState(false);
  const move = useMoveTopic();
  const wrong = move.error instanceof ApiError ? move.error.fields.title : undefined;
  return (
    <FormDialog
      title="Mudar o título"
      description={<p>Quem abriu o assunto é avisado, e a busca passa a achá-lo pelo título novo.</p>}
      action="Mudar"
      busyLabel="Mudando..."
      busy={move.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim().length < 3) return setShort(true);
        move.mutate(
          { move: "retitle", topicId: topic.id, title: title.trim(), before: topic.title },
          ending(() => {
            forget();
            onClose();
          }, "Título mudado"),
        );
      }}
    >
      {topic.title !== opened && (
        <div className="note" role="status">
          <p>
            <strong>Outro moderador o mudou.</strong> Agora é “{topic.title}”.
          </p>
        </div>
      )}
      <TextField
        label="Título"
        value={title}
        error={short ? "Escreva um título de pelo menos três letras" : wrong}
        onChange={({ target }) => {
          write(target.value);
          setShort(false);
          if (move.error) move.reset();
        }}
      />
      <FormError message={wrong ? undefined : move.error?.message} />
    </FormDialog>
  );
}

/** What was written for one degree is not shown to those below it: boards of a lower one come last, for who moved the topic up by mistake. */
function MoveTopic({ topic, onClose }: { topic: TopicHead; onClose: () => void }) {
  const boards = useCommunity().data?.boards ?? [];
  const isLower = (board: { degree: Degree | null }) => !mayMoveTo(topic.board, board);
  const targets = boards
    .filter((board) => board.id !== topic.board.id)
    .toSorted((one, other) => Number(isLower(one)) - Number(isLower(other)));
  const [chosen, setChosen] = useState("");
  const move = useMoveTopic();
  const boardId = chosen || targets[0]?.id;
  return (
    <FormDialog
      title="Mudar de sala"
      description={
        <p>
          O assunto vai com todas as mensagens. A uma sala de grau inferior só volta pela mão de quem o trouxe dali, e antes da
          primeira mensagem nova: o que se escreveu era para este.
        </p>
      }
      action="Mudar"
      busyLabel="Mudando..."
      busy={move.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!boardId) return onClose();
        move.mutate({ move: "move", topicId: topic.id, boardId }, ending(onClose, "Assunto mudado de sala"));
      }}
    >
      {targets.length === 0 ? (
        <p>Não há outra sala para onde ele possa ir.</p>
      ) : (
        <SelectField label="Sala" value={boardId} onChange={({ target }) => setChosen(target.value)}>
          {targets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <FormError message={move.error?.message} />
    </FormDialog>
  );
}

type SplitProps = { from: Post; topic: TopicHead; list: List; onClose: () => void };

/** The posts that have gone another way become a topic of their own. */
function SplitTopic({ from, topic, list, onClose }: SplitProps) {
  const { words: title, write: setTitle, forget } = useKeptWords(`separar:${topic.id}`);
  const [ticked, setTicked] = useState<number[]>([from.number]);
  const posts = list.data!.pages.flatMap((page) => page.posts).filter(({ number }) => number > 1);
  /** Another moderator may have taken some away meanwhile. */
  const numbers = ticked.filter((number) => posts.some((post) => post.number === number));
  const [empty, setEmpty] = useState(false);
  const move = useMoveTopic();
  const wrong: Record<string, string> = move.error instanceof ApiError ? move.error.fields : {};
  const navigate = useNavigate();
  const change = () => {
    setEmpty(false);
    if (move.error) move.reset();
  };
  const toggle = (number: number) => {
    setTicked(numbers.includes(number) ? numbers.filter((each) => each !== number) : [...numbers, number]);
    change();
  };
  return (
    <FormDialog
      title="Separar em outro assunto"
      description={<p>As mensagens escolhidas vão para um assunto novo nesta sala, na mesma ordem.</p>}
      action="Separar"
      busyLabel="Separando..."
      busy={move.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim().length < 3) return setEmpty(true);
        if (numbers.length === 0) return;
        move.mutate(
          { move: "split", topicId: topic.id, numbers: numbers.toSorted((a, b) => a - b), title: title.trim() },
          {
            onSuccess: (answer) => {
              forget();
              onClose();
              toastSuccess("Assunto separado");
              if ("topicId" in answer) void navigate(`/comunidade/assunto/${answer.topicId}`);
            },
          },
        );
      }}
    >
      <TextField
        label="Título do assunto novo"
        value={title}
        error={empty ? "Escreva um título de pelo menos três letras" : wrong.title}
        onChange={({ target }) => {
          setTitle(target.value);
          change();
        }}
      />
      <fieldset className={dialogsStyles.reasons}>
        <legend>Mensagens que vão</legend>
        {list.hasPreviousPage && (
          <TurnPage
            label="Mensagens anteriores"
            busy={list.isFetchingPreviousPage}
            onTurn={() => void list.fetchPreviousPage()}
          />
        )}
        {posts.map((post) => (
          <label key={post.id} className="tick">
            <input type="checkbox" checked={numbers.includes(post.number)} onChange={() => toggle(post.number)} />
            <span>
              {post.number}. {nameOf(post.author)} <span className="meta">{beginningOf(post)}</span>
            </span>
          </label>
        ))}
        {list.hasNextPage && (
          <TurnPage label="Mensagens seguintes" busy={list.isFetchingNextPage} onTurn={() => void list.fetchNextPage()} />
        )}
      </fieldset>
      <FormError
        message={
          numbers.length === 0
            ? "Escolha ao menos uma mensagem."
            : (wrong.numbers ?? (wrong.title ? undefined : move.error?.message))
        }
      />
    </FormDialog>
  );
}
