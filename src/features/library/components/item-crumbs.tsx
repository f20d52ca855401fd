import { Link } from "react-router";

/** The way back to the list, and where one is. */
export function ItemCrumbs({ here }: { here: string }) {
  return (
    <nav className="crumbs no-print" aria-label="Você está em">
      <ol>
        <li>
          <Link to="/biblioteca">Biblioteca</Link>
        </li>
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}
