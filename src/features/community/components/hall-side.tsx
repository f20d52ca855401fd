import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { Community } from "../boards/boards.answers.ts";
import styles from "../pages/community.module.css";
import { SignsAs, WeeklyLetter } from "./own-choices.tsx";

/** Beside the boards: what waits for a moderator, the boards that are closed to the member, the rules, and their own choices. */
export function HallSide({ community: { can, lockedBoards, me } }: { community: Community }) {
  return (
    <aside className={styles.side} aria-label="Sobre a comunidade">
      {can.moderate && (
        <section className={styles.shelf} aria-labelledby="t-moderacao">
          <h2 id="t-moderacao">Moderação</h2>
          <Link className="go" to="/comunidade/moderacao">
            Ver o que espera <Icon name="arrow" />
          </Link>
        </section>
      )}
      <LockedBoards boards={lockedBoards} />
      <section className={styles.shelf} aria-labelledby="t-casa">
        <h2 id="t-casa">Regras da casa</h2>
        <p>Escreva como falaria na antessala, com todos ouvindo. O que é de grau superior não se escreve aqui, nem por alusão.</p>
        <Link className="go" to="/comunidade/regras">
          Ler as cinco regras <Icon name="arrow" />
        </Link>
      </section>
      <SignsAs me={me} />
      <WeeklyLetter on={me.weeklyLetter} />
    </aside>
  );
}

function LockedBoards({ boards }: { boards: Community["lockedBoards"] }) {
  if (boards.length === 0) return null;
  return (
    <section className={styles.shelf} aria-labelledby="t-salas">
      <h2 id="t-salas">Salas fechadas a você</h2>
      <ul className={styles.rooms}>
        {boards.map(({ name, degree }, index) => (
          <li key={name}>
            <Icon name="lock" />
            <div>
              <h3>{name}</h3>
              <p className="meta">
                Abre com o grau de {DEGREE_LABEL[degree]} confirmado por sua Loja.{" "}
                {index === 0 && <Link to="/conta#grau">Solicitar confirmação de grau</Link>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
