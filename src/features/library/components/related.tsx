import { Link } from "react-router";
import type { LibraryCard } from "../library.answers.ts";
import { useLibrary } from "../library.queries.ts";
import itemStyles from "../pages/item.module.css";

const MOST = 4;

/** Where to go on from a work: others by its author, then others of its category. */
export function Related({ item }: { item: LibraryCard }) {
  const others = (useLibrary().data?.items ?? []).filter(({ id }) => id !== item.id);
  const byAuthor = others.filter(({ author, type }) => author === item.author && type === "book");
  const ofCategory = others.filter((other) => other.category === item.category && !byAuthor.includes(other));
  const shown = [...byAuthor.slice(0, 2), ...ofCategory].slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <section className={`${itemStyles.related} no-print`} aria-labelledby="t-related">
      <h2 id="t-related">Na mesma estante</h2>
      <ul>
        {shown.map(({ id, title, author, year }) => (
          <li key={id}>
            <Link to={`/biblioteca/${id}`} prefetch="intent">
              {title}
            </Link>
            <span className="meta">
              {author}
              {year && `, ${year}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
