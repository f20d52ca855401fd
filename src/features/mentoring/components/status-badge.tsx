import { Icon } from "#app/ui/icons.tsx";
import { MENTORSHIP_SESSION_STATUS_LABEL } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import type { MentorshipSessionStatus } from "../mentorship-sessions/mentorship-sessions.table.ts";
import styles from "../pages/mentoring.module.css";

const LOOK = {
  pending: { className: "badge", icon: "clock" },
  accepted: { className: "badge ok", icon: "check" },
  completed: { className: `badge ${styles.done}`, icon: "check" },
  cancelled: { className: "badge no", icon: "close" },
} as const;

export function StatusBadge({ status }: { status: MentorshipSessionStatus }) {
  const { className, icon } = LOOK[status];
  return (
    <span className={className}>
      <Icon name={icon} />
      {MENTORSHIP_SESSION_STATUS_LABEL[status]}
    </span>
  );
}
