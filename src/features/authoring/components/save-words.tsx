import { hourAndMinute } from "#app/lib/format.ts";
import type { SaveState } from "../autosave.ts";
import styles from "./save-words.module.css";

/** What is kept, and where: a sentence in the place of a button. */
export function SaveWords({ state }: { state: SaveState }) {
  return (
    <p className={state.is === "refused" ? styles.bad : styles.words} role="status">
      {wordsOf(state)}
    </p>
  );
}

function wordsOf(state: SaveState): string {
  switch (state.is) {
    case "saved":
      return state.at === null ? "Nada mudou ainda." : `Guardado às ${hourAndMinute(new Date(state.at))}.`;
    case "saving":
      return "Guardando…";
    case "waiting":
      return "Sem conexão: o texto está guardado neste aparelho, e segue quando ela voltar.";
    case "refused":
      return `Não foi guardado: ${state.message} O texto continua neste aparelho.`;
  }
}
