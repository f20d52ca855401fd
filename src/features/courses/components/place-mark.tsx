import { Icon } from "#app/ui/icons.tsx";
import styles from "../pages/lesson.module.css";

/** Whether a place of an answer is right, in a sign and for screen readers; nothing before the answer. */
export function PlaceMark({ placed }: { placed: boolean | undefined }) {
  if (placed === undefined) return null;
  return (
    <span className={styles.placeMark}>
      <Icon name={placed ? "check" : "close"} />
      <span className="visually-hidden">{placed ? "certo" : "errado"}</span>
    </span>
  );
}
