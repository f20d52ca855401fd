import { Button } from "#app/ui/button.tsx";
import styles from "../pages/topic.module.css";

type Props = { label: string; busy: boolean; onTurn: () => void };

/** Brings the posts that come before or after those that are shown. */
export const TurnPage = ({ label, busy, onTurn }: Props) => (
  <p className={styles.turn}>
    <Button look="secondary" busy={busy} busyLabel="Carregando..." onClick={onTurn}>
      {label}
    </Button>
  </p>
);
