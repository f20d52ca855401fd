import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { showEarly } from "#app/lib/early.ts";
import { Button } from "./button.tsx";
import { Icon, Mark } from "./icons.tsx";
import { useIsTold } from "./toasts.tsx";

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

/**
 * A page on its way, in its measures: to look at, not to be heard or pressed, until it shows what has come early. It begins at its top:
 * the browser restores the place of a page that is loaded again when the page has not its length yet, and would leave it somewhere
 * above that place.
 */
export function PageShell({ children }: { children: ReactNode }) {
  useLayoutEffect(() => void (showEarly() || window.scrollTo({ top: 0 })), []);
  return (
    <>
      <div className="shell-spinner" role="status">
        <div className="spinner" aria-hidden="true" />
        <p className="visually-hidden">Carregando...</p>
      </div>
      <div aria-hidden="true" data-shell="" suppressHydrationWarning>
        {children}
      </div>
    </>
  );
}

/**
 * The words of a line that is on its way: as much room as so many letters take. @param field of the page's early answers, which is shown in
 * its place as soon as it is there, and `as` what (src/early/show-early.ts)
 */
export const Blank = ({ letters, field, as }: { letters: number; field?: string; as?: "first-word" | "capital" }) => (
  <span className="blank" aria-hidden="true" data-field={field} data-as={as} suppressHydrationWarning>
    {"xxxxxxx "
      .repeat(Math.ceil(letters / 8))
      .slice(0, letters)
      .trimEnd()}
  </span>
);

/** The line above a title that says where the page is. */
export const BlankCrumbs = ({ children }: { children?: ReactNode }) => (
  <div className="crumbs no-print">
    <ol>
      {children ?? (
        <li>
          <Blank letters={24} />
        </li>
      )}
    </ol>
  </div>
);

/** Tabs of a page on its way: their words and their room, and nothing to press. */
export const BlankTabs = ({ labels }: { labels: string[] }) => (
  <div className="tabs">
    {labels.map((label) => (
      <span key={label}>{label}</span>
    ))}
  </div>
);

/** A list with nothing in it: the house's mark, what is not there, and one way forward. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <Mark />
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

/**
 * A form's failure that belongs to no single field; said once: while a toast says the same, only its place is kept. In a dialog it is scrolled into sight,
 * as the buttons stay over what is below.
 */
export function FormError({ message }: { message: string | undefined }) {
  const told = useIsTold(message);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message && !told && line.current?.closest(".dialog")) line.current.scrollIntoView({ block: "nearest" });
  }, [message, told]);
  if (!message) return null;
  return (
    <p ref={line} className="form-error" role="alert" style={told ? { visibility: "hidden" } : undefined}>
      <Icon name="alert" />
      <span>{message}</span>
    </p>
  );
}
