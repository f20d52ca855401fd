import { Link } from "react-router";
import { ActionMenu, type MenuAction } from "#app/ui/action-menu.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import styles from "../pages/topic.module.css";
import type { TopicHead } from "../topics/topics.answers.ts";
import { useFollowTopic } from "../topics/topics.queries.ts";
import { CardLink } from "./card-link.tsx";
import { day, nameOf, replies } from "./words.ts";

type Props = {
  topic: TopicHead;
  /** The number of the first post since the last visit, and how many there are. */
  firstNew: number | undefined;
  count: number;
  onWrite: () => void;
  /** What a moderator can do with the topic. */
  actions: MenuAction[];
};

/** The title of a topic, what is known of it, and the ways on from there. */
export function ThreadHead({ topic, firstNew, count, onWrite, actions }: Props) {
  const follow = useFollowTopic(topic.id);
  const { following } = topic;
  return (
    <header className={styles.threadHead}>
      <h1>{topic.title}</h1>
      <p className="meta">
        Aberto por {nameOf(topic.author)}, {day(topic.at)}. {replies(topic.replies)}.{" "}
        {topic.answerNumber !== null && (
          <Link className={styles.settled} to={`#p${topic.answerNumber}`}>
            Respondida na {topic.answerNumber}.
          </Link>
        )}
        {topic.pinned && " Fixado no alto da sala."}
        {topic.locked && " Fechado a novas respostas."}
        {topic.hidden && " Oculto: só os moderadores o veem."}
      </p>
      {topic.text && <CardLink card={topic.text} />}
      <div className={styles.acts}>
        <Button
          look="secondary"
          small
          aria-pressed={following}
          onClick={() => follow.mutate(!following, { onError: (error) => toastFailure("Não foi possível guardar", error) })}
        >
          {following && <Icon name="check" />}
          {following ? "Você acompanha" : "Acompanhar"}
        </Button>
        {firstNew !== undefined && (
          <Link className="go" to="#nova">
            {count === 1 ? "Ir à nova" : `Ir às ${count} novas`} <Icon name="arrow" />
          </Link>
        )}
        {topic.can.reply && firstNew === undefined && (
          <button type="button" className="go" onClick={onWrite}>
            Responder
          </button>
        )}
        <ShareButton path={`/comunidade/assunto/${topic.id}`} label="Enviar o endereço" />
        {actions.length > 0 && <ActionMenu label="Moderar o assunto" actions={actions} />}
      </div>
    </header>
  );
}
