import { useState } from "react";
import { hasFlag, setFlag } from "#app/lib/device-flags.ts";
import { Button } from "#app/ui/button.tsx";
import { useInstall } from "../install.ts";
import styles from "./offline.module.css";

/** Offers once, after something was finished, to put the site on the home screen; afterwards Minha conta has it. */
export function InstallOffer() {
  const install = useInstall();
  const [offered, setOffered] = useState(() => hasFlag("instalar"));
  if (!install || offered) return null;
  const answer = (act?: () => void) => () => {
    setFlag("instalar", true);
    setOffered(true);
    act?.();
  };
  return (
    <section className={styles.offer} aria-label="Na tela de início">
      <p>Quer a Academia na tela de início deste aparelho? Abre com um toque, sem a barra do navegador.</p>
      <div className={styles.acts}>
        <Button look="secondary" onClick={answer(install)}>
          Pôr na tela de início
        </Button>
        <button type="button" className="quiet" onClick={answer()}>
          Agora não
        </button>
      </div>
    </section>
  );
}
