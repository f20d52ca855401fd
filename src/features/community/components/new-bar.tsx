import styles from "../pages/topic.module.css";
import { newReplies } from "./words.ts";

/** Says what has come since the topic was opened, and shows it at a press. */
export function NewBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={styles.newBar} role="status">
      {count > 0 && (
        <button type="button" onClick={onShow}>
          <span className={styles.lozenge} aria-hidden="true" />
          <strong>{newReplies(count)}</strong>
          <span>Mostrar</span>
        </button>
      )}
    </div>
  );
}
