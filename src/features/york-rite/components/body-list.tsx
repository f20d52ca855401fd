import { Link, useNavigate } from "react-router";
import { SelectField } from "#app/ui/field.tsx";
import { addressOfBody, addressOfDegree, type BodyId } from "../bodies.ts";
import styles from "../pages/york-rite.module.css";
import type { YorkBody, YorkDegree } from "../york-rite.schema.ts";
import { Swatch } from "./hatching.tsx";

type Props = { bodies: YorkBody[]; degrees: YorkDegree[]; current: BodyId; degree: number | null };

/** The four bodies at the side, with the degrees of the chosen one; on the phone, a select. */
export function BodyList({ bodies, degrees, current, degree }: Props) {
  const navigate = useNavigate();
  return (
    <>
      <div className={styles.yorkSelect}>
        <SelectField
          label="Corpo"
          value={current}
          onChange={(event) => void navigate(addressOfBody(event.target.value as BodyId), { preventScrollReset: true })}
        >
          {bodies.map(({ id, name, degrees }) => (
            <option key={id} value={id}>
              {name}, graus {degrees}
            </option>
          ))}
        </SelectField>
      </div>
      <nav className={`${styles.yorkSide} no-print`} aria-label="Corpos e graus">
        <p className="caps">Os quatro corpos</p>
        <ul>
          {bodies.map((body) => (
            <li key={body.id} className={`york-${body.id}`}>
              <Link
                to={addressOfBody(body.id)}
                className={styles.yorkBody}
                aria-current={body.id === current ? "true" : undefined}
                preventScrollReset
              >
                <Swatch place="lista" body={body.id} />
                <span className={styles.name}>{body.name}</span>
                <span className="meta">Graus {body.degrees}</span>
              </Link>
              {body.id === current && (
                <ol>
                  {degrees
                    .filter((each) => each.body === body.id)
                    .map(({ id, name }) => (
                      <li key={id}>
                        <Link to={addressOfDegree(id)} aria-current={id === degree ? "location" : undefined}>
                          <span className={`${styles.n} osf`}>{id}</span> {name}
                        </Link>
                      </li>
                    ))}
                </ol>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
