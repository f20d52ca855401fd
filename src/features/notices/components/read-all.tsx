import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useReadAllNotices } from "../notices.queries.ts";

/** Marks everything up to the newest notice that the member sees. */
export function ReadAll({ newest, label }: { newest: string; label: string }) {
  const readAll = useReadAllNotices();
  return (
    <button
      type="button"
      className="text-btn"
      aria-busy={readAll.isPending || undefined}
      onClick={() => readAll.mutate(newest, { onError: (error) => toastFailure("As notificações não foram marcadas", error) })}
    >
      <Icon name="check" /> {label}
    </button>
  );
}
