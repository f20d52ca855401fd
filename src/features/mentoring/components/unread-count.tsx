import { plural } from "#app/lib/text.ts";

/** How many messages wait, after the name of what leads to them; nothing when none does. */
export function UnreadCount({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <>
      <span className="tally" aria-hidden="true">
        {unread}
      </span>
      <span className="visually-hidden">, {plural(unread, "não lida", "não lidas")}</span>
    </>
  );
}
