import { Link } from "react-router";
import type { LibraryCard } from "../library.answers.ts";
import { usePrefetchItem } from "../library.queries.ts";
import { TYPE_LABEL } from "../library.schema.ts";
import styles from "../pages/library.module.css";
import { Cover } from "./cover.tsx";

/** One work of the list. The whole card is the link's target. */
export function WorkCard({ item }: { item: LibraryCard }) {
  const prefetch = usePrefetchItem();
  const { id, type, title, author, category, description } = item;
  return (
    <li className={styles.work}>
      <Cover item={item} className={styles.cover} />
      <div className={styles.workText}>
        <p className={styles.workBadges}>
          <span className={`badge ${styles.badgeType}`}>{TYPE_LABEL[type]}</span>
          <span className="badge">{category}</span>
        </p>
        <h2>{title}</h2>
        <p className={styles.workAuthor}>Por {author}</p>
        <p className={styles.workDescription}>{description}</p>
        <Link
          className="btn btn-2 btn-sm"
          to={`/biblioteca/${id}`}
          aria-label={`Ver Detalhes: ${title}`}
          prefetch="intent"
          onPointerEnter={() => prefetch(id)}
          onFocus={() => prefetch(id)}
        >
          Ver Detalhes
        </Link>
      </div>
    </li>
  );
}
