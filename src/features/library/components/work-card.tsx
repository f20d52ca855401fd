import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { LibraryCard } from "../library.answers.ts";
import { usePrefetchItem } from "../library.queries.ts";
import { TYPE_LABEL } from "../library.schema.ts";
import styles from "../pages/library.module.css";
import { Cover } from "./cover.tsx";

type Props = { item: LibraryCard /** Its category has a line of its own, below the rest. */; categoryBelow?: boolean };

/** One work of a list. The whole card is the link's target. */
export function WorkCard({ item, categoryBelow = false }: Props) {
  const prefetch = usePrefetchItem();
  const { id, type, title, author, year, category, description, minutes, degree } = item;
  const categoryBadge = <span className={`badge ${styles.badgeCategory}`}>{category}</span>;
  return (
    <li className={styles.work}>
      <Cover item={item} />
      <div className={styles.workText}>
        <p className={styles.workBadges}>
          <span className={`badge ${styles.badgeType}`}>{TYPE_LABEL[type]}</span>
          {degree && <span className={`badge deg-${degree}`}>{DEGREE_LABEL[degree]}</span>}
          {!categoryBelow && categoryBadge}
          {minutes !== null && (
            <span className={styles.minutes}>
              <Icon name="clock" />
              {plural(minutes, "minuto", "minutos")}
            </span>
          )}
        </p>
        <h3>{title}</h3>
        <p className={styles.workAuthor}>
          <span>Por {author}</span>
          {type === "book" && year && `, ${year}`}
        </p>
        <p className={styles.workDescription}>{description}</p>
        {categoryBelow && <p className={styles.workBadges}>{categoryBadge}</p>}
        <Link
          className="go"
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
