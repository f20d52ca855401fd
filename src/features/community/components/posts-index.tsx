import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import styles from "../pages/topic.module.css";
import type { Post } from "../posts/posts.answers.ts";
import type { TopicHead } from "../topics/topics.answers.ts";
import { nameOf, placeholderOf } from "./words.ts";

/** The posts that are shown, beside them on a wide screen. */
export function PostsIndex({ posts, topic, readBefore }: { posts: Post[]; topic: TopicHead; readBefore: number | undefined }) {
  const nameIn = (post: Post) => {
    const name = placeholderOf(post)?.title ?? nameOf(post.author);
    if (post.number === topic.answerNumber) return `${name}, a resposta`;
    return post.number === 1 ? `${name}, abre o assunto` : name;
  };
  return (
    <nav className={styles.index} aria-labelledby="t-nesta">
      <h2 className="caps" id="t-nesta">
        Nesta conversa
      </h2>
      <ol>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to={`#p${post.number}`}>
              {readBefore !== undefined && post.number > readBefore && !post.mine ? (
                <span className={styles.lozenge} role="img" aria-label="Nova" />
              ) : (
                <b>{post.number}</b>
              )}
              {nameIn(post)}
            </Link>
          </li>
        ))}
      </ol>
      <p className="meta">{plural(topic.replies + 1, "mensagem", "mensagens")}</p>
    </nav>
  );
}
