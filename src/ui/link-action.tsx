import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { useLinkToken } from "#app/lib/use-link-token.ts";
import type { MutationResult } from "#app/lib/use-mutation.ts";
import { Button } from "./button.tsx";
import { Mark } from "./icons.tsx";
import { FormError } from "./states.tsx";

type Props = {
  heading: string;
  /** The page's, for search engines. */
  description: string;
  children: ReactNode;
  button: { label: string; busyLabel: string; look?: "primary" | "secondary" };
  action: MutationResult<unknown, Error, string>;
  done: { heading: string; text: ReactNode };
  /** What to do when the link is used up or wrong. */
  broken: string;
};

/**
 * A page that a mailed link opens and that does one thing at the press of its button. Opening it does nothing by itself, because
 * mail programs open links to examine them.
 */
export function LinkAction({ heading, description, children, button, action, done, broken }: Props) {
  const token = useLinkToken(action.reset);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (action.isSuccess) title.current?.focus();
  }, [action.isSuccess]);
  const invalid = token === null || (action.error instanceof ApiError && action.error.code === "link_invalid");
  const state = action.isSuccess ? "done" : invalid ? "broken" : "ready";
  return (
    <div className="narrow">
      <Mark />
      <title>{`${heading} · Academia`}</title>
      <meta name="description" content={description} />
      {token && <meta name="robots" content="noindex" />}
      <h1 ref={title} tabIndex={-1}>
        {state === "done" ? done.heading : heading}
      </h1>
      {state === "done" && <div role="status">{done.text}</div>}
      {state === "broken" && (
        <div role="alert">
          <p className="strong">{action.error?.message ?? "O link está incompleto."}</p>
          <p className="meta">{broken}</p>
        </div>
      )}
      {state === "ready" && (
        <div className="form">
          <div className="meta">{children}</div>
          <FormError message={action.error?.message} />
          <Button
            className="at-start"
            look={button.look}
            busy={action.isPending}
            busyLabel={button.busyLabel}
            onClick={() => token && action.mutate(token)}
          >
            {button.label}
          </Button>
        </div>
      )}
      <Link className="go below" to="/">
        Ir para o início
      </Link>
    </div>
  );
}
