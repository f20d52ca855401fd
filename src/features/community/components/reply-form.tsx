import { type RefObject, useId, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { sendLater } from "../posts/outbox.ts";
import type { Post } from "../posts/posts.answers.ts";
import { useReply } from "../posts/posts.queries.ts";
import { type NewPostInput, newPostInput } from "../posts/posts.schema.ts";
import type { TopicHead } from "../topics/topics.answers.ts";
import { AcceptRules } from "./accept-rules.tsx";
import { DraftState, OtherDraft } from "./draft-state.tsx";
import { asSource, readable } from "./mentions.ts";
import postStyles from "./post.module.css";
import { useAccountDraft } from "./use-account-draft.ts";
import { nameOf } from "./words.ts";
import writingStyles from "./writing.module.css";
import { Writing } from "./writing.tsx";

export type Quote = { number: number; name: string; words: string };

type Props = {
  topic: TopicHead;
  quote: Quote | undefined;
  onQuote: (quote: Quote | undefined) => void;
  onSent: (post: Post) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Where a reply is written, or why none can be. */
export function Reply(props: Props) {
  const { can, locked } = props.topic;
  return (
    <section className={writingStyles.composer} id="responder" aria-labelledby="t-responder">
      <h2 id="t-responder">Responder</h2>
      {!can.reply && (
        <p>
          {locked ? "Este assunto está fechado a novas respostas." : "Esta sala está fechada a novas mensagens."}{" "}
          <Link to={`/comunidade/sala/${props.topic.board.id}`}>Ver os outros assuntos</Link>
        </p>
      )}
      {can.reply && !can.rules && <AcceptRules />}
      {can.reply && can.rules && <ReplyForm {...props} />}
      {!can.reply && <UnsentWords topic={props.topic} />}
    </section>
  );
}

/** What was written before the topic was closed can still be read and copied. */
function UnsentWords({ topic: { id, draft } }: Pick<Props, "topic">) {
  const { words } = useAccountDraft(`topic:${id}`, draft && { ...draft, title: "" });
  return words.body.trim() ? <Unsent source={words.body} /> : null;
}

/** Words for which there is no field any more, to be read and copied. */
export const Unsent = ({ source }: { source: string }) => (
  <div className="note">
    <p>
      <strong>O que você havia escrito continua aqui:</strong>
    </p>
    <p className={postStyles.asWritten}>{readable(source).text}</p>
  </div>
);

function ReplyForm({ topic, quote, onQuote, onSent, field }: Props) {
  const draft = useAccountDraft(`topic:${topic.id}`, topic.draft && { ...topic.draft, title: "" });
  const [body, setBody] = useState(() => readable(draft.words.body).text);
  const [named, setNamed] = useState(() => readable(draft.words.body).named);
  const [key, setKey] = useState(newUuid);
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const send = useReply(topic.id);
  const errorId = useId();

  const write = (text: string, names = named) => {
    setBody(text);
    setProblem({});
    draft.change({ title: "", body: asSource(text, names) });
  };
  const written = (source: string) => {
    const next = readable(source);
    setNamed(next.named);
    write(next.text, next.named);
  };
  const empty = (drop: boolean) => {
    setBody("");
    setProblem({});
    setKey(newUuid());
    onQuote(undefined);
    draft.clear(drop);
  };
  const submit = async () => {
    if (busy) return;
    const { data: input, error } = newPostInput.safeParse({
      id: key,
      boardId: topic.board.id,
      source: asSource(body, named),
      quote: quote ? { number: quote.number, words: quote.words } : null,
    } satisfies NewPostInput);
    if (!input) {
      setProblem({ field: error.issues[0]!.message });
      field.current?.focus();
      return;
    }
    setBusy(true);
    await draft.settle();
    send.mutate(input, {
      onSuccess: (post) => {
        setBusy(false);
        empty(false);
        onSent(post);
        if (post.state === "visible") toastSuccess("Resposta publicada");
      },
      onError: (failure) => {
        setBusy(false);
        if (canWait(failure) && sendLater({ topicId: topic.id, input })) return empty(true);
        draft.change({ title: "", body: input.source }); // kept again, as the pause was cut short
        const inField = failure instanceof ApiError ? failure.fields.source : undefined;
        setProblem(inField ? { field: inField } : { form: failure.message });
        if (inField) field.current?.focus();
      },
    });
  };
  return (
    <form
      className={writingStyles.composerForm}
      noValidate
      aria-describedby={problem.form ? errorId : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {quote && (
        <blockquote className={postStyles.quoting}>
          <p className="meta">
            {quote.name}, na {quote.number}
          </p>
          <p>{quote.words}</p>
          <button type="button" className="text-btn" onClick={() => onQuote(undefined)}>
            Tirar a citação
          </button>
        </blockquote>
      )}
      <Writing
        boardId={topic.board.id}
        label="Sua resposta"
        body={body}
        onChange={write}
        named={named}
        onNamed={setNamed}
        error={problem.field}
        field={field}
        onSubmit={() => void submit()}
      />
      <OtherDraft draft={draft} onTake={({ body: source }) => written(source)} />
      <div className={writingStyles.send}>
        <DraftState draft={draft} name={topic.name} />
        <div id={errorId} className={writingStyles.failure}>
          <FormError message={problem.form} />
        </div>
        <Button type="submit" busy={busy} busyLabel="Publicando">
          Publicar resposta
        </Button>
        {body.trim() !== "" && (
          <button type="button" className="text-btn" onClick={() => empty(true)}>
            Descartar rascunho
          </button>
        )}
      </div>
    </form>
  );
}

/** The words to quote of a post: what is marked in it, or its first paragraph. */
export function quoteOf(post: Post, article: HTMLElement | null): Quote | undefined {
  const prose = article?.querySelector<HTMLElement>("[data-words]");
  const selection = window.getSelection();
  const marked = selection && prose && selection.anchorNode && prose.contains(selection.anchorNode) ? selection.toString() : "";
  const words = (marked.trim() || prose?.querySelector("p")?.textContent || prose?.textContent || "").trim().slice(0, 600);
  return words ? { number: post.number, name: nameOf(post.author), words } : undefined;
}
