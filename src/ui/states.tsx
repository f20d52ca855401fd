import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** Shown while the session, or a whole page, is on its way. */
export function Waiting({ label = "Carregando..." }: { label?: string }) {
  return (
    <div className="waiting" role="status">
      <div className="spinner" aria-hidden="true" />
      <p className="meta">{label}</p>
    </div>
  );
}

/** A list on its way: its lines, still blank. */
export function Skeleton({ lines = 4, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status">
      <p className="meta">{label}</p>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <i key={key} aria-hidden="true" />
      ))}
    </div>
  );
}

/** A list with nothing in it, and one way forward. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A list that did not load: what happened, and trying again. */
export function ErrorState({ title, error, onRetry }: { title: string; error: Error | null; onRetry: () => void }) {
  return (
    <div className="state" role="alert">
      <h2>{title}</h2>
      <p>{error?.message ?? "Tente de novo em instantes."}</p>
      <Button look="secondary" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  );
}

/** A form's failure that belongs to no single field. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="form-error" role="alert">
      <Icon name="alert" />
      <span>{message}</span>
    </p>
  );
}
