import { createPortal } from "react-dom";
import type { ResumedPlace } from "../use-place.ts";
import styles from "./reader.module.css";

/** Says that the page was opened where its reader stopped, and leads back to the beginning. */
export function Resumed({ resumed, restart }: ResumedPlace) {
  if (!resumed) return null;
  return createPortal(
    <p className={`${styles.resumed} no-print`} role="status">
      Você parou aqui.{" "}
      <button type="button" className="go" onClick={restart}>
        Voltar ao começo
      </button>
    </p>,
    resumed,
  );
}
