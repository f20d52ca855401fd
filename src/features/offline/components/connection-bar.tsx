import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useLostSince } from "#app/lib/connection.ts";
import { hourAndMinute } from "#app/lib/format.ts";
import { followNewVersion } from "#app/lib/service-worker.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import styles from "./offline.module.css";

/** Above every page of a member: since when there is no connection, or that the academy has a newer version. */
export function ConnectionBar() {
  const lostSince = useLostSince();
  const here = useLocation().pathname === "/conta/aparelho";
  const [takeOver, setTakeOver] = useState<() => void>();
  useEffect(() => followNewVersion((next) => setTakeOver(() => next)), []);
  if (lostSince !== undefined)
    return (
      <div className="page no-print">
        <div className={styles.bar} role="status">
          <Icon name="wait" />
          <p>
            <b>Sem rede desde as {hourAndMinute(new Date(lostSince))}</b>
            {here ? (
              "Continue a leitura. O que você fizer sai daqui sozinho, na ordem, quando a rede voltar."
            ) : (
              <Link to="/conta/aparelho">O que está guardado, e o que você fez</Link>
            )}
          </p>
        </div>
      </div>
    );
  if (!takeOver) return null;
  return (
    <div className="page no-print">
      <div className={styles.bar} role="status">
        <Icon name="download" />
        <p>
          <b>Há uma versão nova da Academia</b>
          Ela abre sozinha da próxima vez.{" "}
          <Button look="secondary" small onClick={takeOver}>
            Abrir agora
          </Button>
        </p>
      </div>
    </div>
  );
}
