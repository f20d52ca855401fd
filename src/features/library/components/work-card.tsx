import { Link } from "react-router";
import type { LibraryCard } from "../library.answers.ts";
import { usePrefetchItem } from "../library.queries.ts";
import { TYPE_LABEL } from "../library.schema.ts";
import { Cover } from "./cover.tsx";

/** One work of the list. The whole card is the link's target. */
export function WorkCard({ item }: { item: LibraryCard }) {
  const prefetch = usePrefetchItem();
  const { id, type, title, author, category, description } = item;
  return (
    <li className="work">
      <Cover item={item} />
      <div className="work-text">
        <p className="work-badges">
          <span className="badge badge-type">{TYPE_LABEL[type]}</span>
          <span className="badge">{category}</span>
        </p>
        <h2>{title}</h2>
        <p className="work-author">Por {author}</p>
        <p className="work-description">{description}</p>
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
