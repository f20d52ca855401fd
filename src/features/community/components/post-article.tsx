import { memo, type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { ActionMenu, type MenuAction } from "#app/ui/action-menu.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useWordsToAuthor } from "../moderation/moderation.queries.ts";
import type { Post } from "../posts/posts.answers.ts";
import { useReact } from "../posts/posts.queries.ts";
import { REACTION_LABEL, REACTIONS } from "../posts/posts.schema.ts";
import type { TopicHead } from "../topics/topics.answers.ts";
import { CardLink } from "./card-link.tsx";
import styles from "./post.module.css";
import { type Quote, quoteOf } from "./reply-form.tsx";
import { moment, nameOf, placeholderOf } from "./words.ts";

export type PostDialog = { kind: "edit" | "delete" | "report" | "versions"; post: Post };

type Props = {
  post: Post;
  topic: TopicHead;
  onQuote: (quote: Quote) => void;
  onDialog: (dialog: PostDialog) => void;
  onAnswer: (number: number | null) => void;
  /** What a moderator can do with it. */
  actions: MenuAction[];
};

/** A post, or what is in its place. */
export function PostArticle(props: Props) {
  const { post, topic } = props;
  const placeholder = placeholderOf(post);
  const accepted = topic.answerNumber === post.number && !placeholder;
  const id = `p${post.number}`;
  return (
    <article
      className={`${styles.post} ${accepted ? styles.accepted : ""} ${placeholder ? styles.mute : ""}`}
      id={id}
      tabIndex={-1}
      data-number={post.number}
      aria-labelledby={`a-${id}`}
    >
      {accepted && (
        <p className={`${styles.seal} caps`}>
          <Icon name="check" />
          {topic.author ? `A resposta, segundo ${topic.author.name}` : "A resposta"}
        </p>
      )}
      <header>
        <span className={styles.number} role="img" aria-label={`Mensagem ${post.number}`}>
          {post.number}
        </span>
        <h2 id={`a-${id}`}>{placeholder?.title ?? nameOf(post.author)}</h2>
        {post.author && !placeholder && (
          <p className={styles.who}>
            <span className={`${styles.degree} deg-${post.author.degree}`}>{DEGREE_LABEL[post.author.degree]}</span>
            {post.author.lodge && `, ${post.author.lodge}`}
          </p>
        )}
        <Link
          className={styles.when}
          to={`#${id}`}
          replace
          aria-label={`${moment(post.at)}: endereço da mensagem ${post.number}`}
        >
          <time dateTime={post.at}>{moment(post.at)}</time>
        </Link>
      </header>
      {placeholder ? (
        <p className={styles.gone}>
          {post.state === "held" && <Icon name="wait" />}
          <span>{placeholder.text}</span>
        </p>
      ) : (
        <Words {...props} />
      )}
    </article>
  );
}

function Words({ post, topic, onQuote, onDialog, onAnswer, actions }: Props) {
  const words = useRef<HTMLDivElement>(null);
  return (
    <>
      {post.state !== "visible" && (
        <div className="note">
          <p>
            <strong>
              {post.state === "held" ? "Em revisão" : "Ocultada"}: só {post.mine ? "você" : "o autor"} e os moderadores a leem
              {post.number === 1 && ", com o título do assunto"}.
            </strong>{" "}
            {post.stateReason}
          </p>
        </div>
      )}
      {post.addressed && <WordsToMe post={post} />}
      {post.quote && <Quoted quote={post.quote} />}
      <div ref={words}>
        <Prose html={post.html!} />
      </div>
      {post.cards.map((card) => (
        <CardLink key={card.path} card={card} />
      ))}
      {post.editedAt && (
        <p className={`meta ${styles.edited}`}>
          Editada: {moment(post.editedAt).toLocaleLowerCase("pt-BR")}.{" "}
          <button type="button" className="text-btn" onClick={() => onDialog({ kind: "versions", post })}>
            {post.version === 2 ? "Ver as duas versões" : `Ver as ${post.version} versões`}
          </button>
        </p>
      )}
      <footer>
        <Reactions post={post} topicId={topic.id} />
        <div className={styles.moves}>
          {topic.can.reply && topic.can.rules && post.state === "visible" && (
            <Move
              onClick={() => {
                const quote = quoteOf(post, words.current);
                if (quote) onQuote(quote);
              }}
            >
              <Icon name="reply" />
              Citar
            </Move>
          )}
          {topic.can.answer && post.number > 1 && post.state === "visible" && (
            <Move onClick={() => onAnswer(topic.answerNumber === post.number ? null : post.number)}>
              {topic.answerNumber === post.number ? "Não é a resposta" : "É a resposta"}
            </Move>
          )}
          {post.can.edit && <Move onClick={() => onDialog({ kind: "edit", post })}>Editar</Move>}
          {post.can.delete && <Move onClick={() => onDialog({ kind: "delete", post })}>Excluir</Move>}
          {post.can.report && <Move onClick={() => onDialog({ kind: "report", post })}>Denunciar</Move>}
          {actions.length > 0 && <ActionMenu label={`Moderar a mensagem ${post.number}`} actions={actions} />}
        </div>
      </footer>
    </>
  );
}

/** What moderators wrote to the author, for them alone. */
function WordsToMe({ post: { id } }: { post: Post }) {
  const { data } = useWordsToAuthor(id);
  if (!data) return null;
  return (
    <div className="note">
      <p>
        <strong>A moderação escreveu a você:</strong>
      </p>
      {data.words.map(({ body, at }) => (
        <p key={at} className={styles.asWritten}>
          {body}
        </p>
      ))}
    </div>
  );
}

const Move = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className="text-btn" onClick={onClick}>
    {children}
  </button>
);

/** Sanitised on the server; set once, so that what was marked in it stays marked. */
const Prose = memo(function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server
  return <div className={styles.prose} data-words="" dangerouslySetInnerHTML={{ __html: html }} />;
});

function Quoted({ quote: { number, name, words } }: { quote: NonNullable<Post["quote"]> }) {
  return (
    <blockquote className={styles.quoted}>
      <cite>
        <Link to={`#p${number}`}>
          {nameOf(name === null ? null : { name })}, na {number}
        </Link>
      </cite>
      {words === null ? <p className="meta">Palavras retiradas.</p> : <p className={styles.asWritten}>{words}</p>}
    </blockquote>
  );
}

function Reactions({ post, topicId }: { post: Post; topicId: string }) {
  const react = useReact(topicId);
  if (!post.can.react && REACTIONS.every((kind) => post.reactions[kind] === 0)) return null;
  return (
    <fieldset className={styles.reactions} aria-label="Reações">
      {REACTIONS.map((kind) => {
        const on = post.reacted.includes(kind);
        const count = post.reactions[kind];
        if (!post.can.react && count === 0) return null;
        const words = (
          <>
            {REACTION_LABEL[kind]} {count > 0 && <b>{count}</b>}
          </>
        );
        if (!post.can.react)
          return (
            <span key={kind} className="meta">
              {words}
            </span>
          );
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={on}
            onClick={() =>
              react.mutate({ post, kind, on: !on }, { onError: (error) => toastFailure("A reação não foi guardada", error) })
            }
          >
            {words}
          </button>
        );
      })}
    </fieldset>
  );
}
