import { type ComponentType, useEffect, useState } from "react";
import { useMember } from "#app/features/account/account.queries.ts";
import { isAway } from "#app/lib/api.ts";
import { ErrorState } from "#app/ui/states.tsx";
import type { PackageRef } from "../offline.schema.ts";

type Failed = {
  /** What the page shows, with its article: "Esta lição". */
  what: string;
  title: string;
  error: Error | null;
  onRetry: () => void;
};

/** In the place of a page that did not load: why, or, without a connection, that it is not on this device, and what is. */
export function FailedPage({ what, title, error, onRetry }: Failed) {
  const [parts, setParts] = useState<typeof import("./absent-text.tsx")>();
  const away = isAway(error);
  useEffect(() => {
    if (away) void import("./absent-text.tsx").then(setParts, () => undefined); // nor is it on this device
  }, [away]);
  if (away && parts) return <parts.AbsentText what={what} onRetry={onRetry} />;
  return <ErrorState title={title} error={error} onRetry={onRetry} />;
}

type Strip = ComponentType<PackageRef & { label: string }>;

/** At the end of a text, among other ways: opens what takes it along. */
export function KeepLater(props: PackageRef & { label: string }) {
  const { standing } = useMember();
  const [parts, setParts] = useState<{ KeepStrip: Strip }>();
  if (standing !== "full") return null;
  if (parts) return <parts.KeepStrip {...props} />;
  return (
    <button
      type="button"
      className="quiet no-print"
      onClick={() => void import("./keep-strip.tsx").then(setParts, () => undefined)}
    >
      Guardar para ler sem rede
    </button>
  );
}
