import { Link } from "react-router";
import { hasFlag } from "#app/lib/device-flags.ts";
import { numberInWords } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { useHere } from "../offline.queries.ts";
import { lessonsHere } from "./keep-strip.tsx";
import styles from "./offline.module.css";

type Props = {
  /** "Esta lição" */
  what: string;
  onRetry: () => void;
};

/** In the place of a text that is not on this device while there is no connection: the stone that is missing from the wall, and what is here. */
export function AbsentText({ what, onRetry }: Props) {
  const here = useHere(hasFlag("guardado"));
  const packages = here.data?.packages ?? [];
  const lessons = lessonsHere(packages);
  const ended = hasFlag("guardado") && here.data?.terms?.isOpen === false;
  return (
    <section className={styles.absent}>
      <title>Sem rede · Academia</title>
      <Wall />
      <div>
        <p className="caps caps-gold">Sem rede</p>
        <h1>{ended ? "O prazo deste aparelho terminou" : `${what} não está neste aparelho`}</h1>
        <p className="lead">
          {ended ? "O que está guardado volta a abrir assim que houver rede." : `Abre quando a rede voltar. ${alsoHere(lessons)}`}
        </p>
        <div className={styles.acts}>
          {packages[0] && (
            <Link className="btn" to={packages[0].path}>
              Seguir com {packages[0].title}
            </Link>
          )}
          <Button look={packages[0] ? "secondary" : "primary"} onClick={onRetry}>
            Tentar novamente
          </Button>
          {packages[0] && (
            <Link className="quiet" to="/conta/aparelho">
              Ver o que está guardado
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}

const alsoHere = (lessons: number): string => {
  if (lessons === 0) return "Para a próxima vez, baixe um módulo enquanto houver rede.";
  return `Enquanto isso, há ${numberInWords(lessons, "f")} ${lessons === 1 ? "lição guardada" : "lições guardadas"} aqui.`;
};

/** A wall of stones, and the one that is missing. */
const Wall = () => (
  <svg viewBox="0 0 272 146" aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeLinejoin="round" strokeLinecap="round">
      <path
        strokeWidth="1.6"
        d="M36 6h74v44H36zM110 6h52v44h-52zM162 6h74v44h-74zM8 50h78v44H8zM186 50h78v44h-78zM8 94h60v44H8zM68 94h74v44H68zM142 94h66v44h-66zM208 94h56v44h-56z"
      />
      <path strokeWidth="1.6" strokeDasharray="6 6" d="M92 55h88v34H92z" />
      <path
        strokeWidth=".75"
        strokeOpacity=".8"
        d="M44 38h60M44 42h60M44 46h60M116 34h40M116 38h40M116 42h40M116 46h40M168 40h60M168 44h60M14 82h64M14 86h64M14 90h64M192 78h64M192 82h64M192 86h64M14 126h46M14 130h46M76 126h58M76 130h58M76 134h58M150 130h50M214 126h42M214 130h42"
      />
    </g>
  </svg>
);
