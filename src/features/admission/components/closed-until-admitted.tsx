import { useEffect } from "react";
import { Link } from "react-router";
import { forgetEarly } from "#app/lib/early.ts";
import { Mark } from "#app/ui/icons.tsx";

/** Above the pages that are open to somebody who waits to be admitted. */
export const WaitingBanner = () => (
  <aside className="page no-print" aria-label="Admissão">
    <p className="meta">
      Você ainda não foi admitido. <Link to="/esperando">Ver o pedido</Link>
    </p>
  </aside>
);

/** In the place of a page that opens with the admission. */
export function ClosedUntilAdmitted() {
  useEffect(forgetEarly, []); // what the page's head asked for was refused
  return (
    <div className="narrow">
      <Mark />
      <title>À espera de admissão · Academia</title>
      <h1>Esta parte abre com a admissão</h1>
      <p>
        Você ainda não foi admitido: o seu pedido, e a resposta quando vier, estão na página dele. Enquanto isso, a avaliação e o
        primeiro módulo já estão abertos.
      </p>
      <p>
        <Link className="btn" to="/esperando">
          Ver o seu pedido
        </Link>
      </p>
    </div>
  );
}
