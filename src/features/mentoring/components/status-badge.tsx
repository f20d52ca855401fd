import { Icon } from "#app/ui/icons.tsx";
import { isOver, MENTORSHIP_SESSION_STATUS_LABEL, timesOf } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import type { MentorshipSessionStatus } from "../mentorship-sessions/mentorship-sessions.table.ts";
import styles from "../pages/mentoring.module.css";

const LOOK = {
  pending: { className: "badge", icon: "clock" },
  accepted: { className: "badge ok", icon: "check" },
  completed: { className: `badge ${styles.done}`, icon: "check" },
  cancelled: { className: "badge no", icon: "close" },
} as const;

type Props = { mentorshipSession: { status: MentorshipSessionStatus; scheduledDate: string | null; durationMinutes: number } };

/** The state of a session; one whose hour has passed is not called accepted any more. */
export function StatusBadge({ mentorshipSession }: Props) {
  const { status } = mentorshipSession;
  const over = isOver(timesOf(mentorshipSession));
  const { className, icon } = over ? LOOK.pending : LOOK[status];
  return (
    <span className={className}>
      <Icon name={icon} />
      {over ? "A confirmar" : MENTORSHIP_SESSION_STATUS_LABEL[status]}
    </span>
  );
}
