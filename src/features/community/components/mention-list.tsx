import styles from "./writing.module.css";

export type Mentionable = { id: string; name: string };

type Props = { id: string; members: Mentionable[]; active: number; onPick: (member: Mentionable) => void };

/** Whom the @ that is being typed may mean; the field itself keeps the focus. */
export function MentionList({ id, members, active, onPick }: Props) {
  if (members.length === 0) return null;
  return (
    <div className={styles.mentions} id={id} role="listbox" aria-label="Irmãos desta sala">
      {members.map((member, index) => (
        <div
          key={member.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => {
            event.preventDefault(); // the field keeps the focus, and the caret its place
            onPick(member);
          }}
        >
          {member.name}
        </div>
      ))}
    </div>
  );
}
