import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import styles from "../pages/community.module.css";
import type { ListedTopic } from "../topics/topics.answers.ts";
import { day, nameOf, REMOVED_MEMBER } from "./words.ts";

export const TopicList = ({ label, topics }: { label: string; topics: ListedTopic[] }) => (
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
