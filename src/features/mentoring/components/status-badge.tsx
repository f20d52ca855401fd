import { Icon } from "#app/ui/icons.tsx";
import { SESSION_STATUS_LABEL } from "../sessions/sessions.schema.ts";
import type { SessionStatus } from "../sessions/sessions.table.ts";

const LOOK = {
  pending: { className: "badge", icon: "clock" },
  accepted: { className: "badge ok", icon: "check" },
  completed: { className: "badge done", icon: "check" },
  cancelled: { className: "badge no", icon: "close" },
} as const;

export function StatusBadge({ status }: { status: SessionStatus }) {
  const { className, icon } = LOOK[status];
  return (
    <span className={className}>
      <Icon name={icon} />
      {SESSION_STATUS_LABEL[status]}
    </span>
  );
}
