import { plural } from "#app/lib/text.ts";
import styles from "./mentorship-session-card.module.css";

/** How many messages wait, after the name of what leads to them; nothing when none does. */
export function UnreadCount({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <>
      <span className={`${styles.count} osf`} aria-hidden="true">
        {unread}
      </span>
      <span className="visually-hidden">, {plural(unread, "não lida", "não lidas")}</span>
    </>
  );
}
