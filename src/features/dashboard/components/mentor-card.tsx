import { Link } from "react-router";
import { Icon } from "../../../ui/icons.tsx";

/** The way to the mentors. */
export function MentorCard() {
  return (
    <section className="mentor card" aria-labelledby="t-mentor">
      <h2 className="caps" id="t-mentor">
        Seu mentor
      </h2>
      <p>Um Mestre Instrutor acompanha o seu estudo. Escolha um e combine a primeira conversa.</p>
      <Link className="go" to="/mentoria">
        Buscar um mentor <Icon name="arrow" />
      </Link>
    </section>
  );
}
