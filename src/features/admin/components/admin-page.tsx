import type { ReactNode } from "react";
import { PageShell, Skeleton } from "#app/ui/states.tsx";
import { useAdminDenied } from "../admin.queries.ts";
import { AccessDenied } from "./access-denied.tsx";

type Head = {
  /** The room that it is in. */
  room: string;
  heading: string;
  /** In the browser's tab, where the heading would say too much. */
  title?: string;
  lead?: ReactNode;
};

const Frame = ({ room, heading, title = heading, lead, children }: Head & { children: ReactNode }) => (
  <div className="page admin">
    <title>{`${title} · Academia`}</title>
    <header className="page-head">
      <p className="caps caps-gold">{room}</p>
      <h1>{heading}</h1>
      {typeof lead === "string" ? <p className="lead">{lead}</p> : lead}
    </header>
    {children}
  </div>
);

/** A page of the administration; what the API refuses while it is open takes its place. */
export function AdminPage(props: Head & { children: ReactNode }) {
  return useAdminDenied() ? <AccessDenied /> : <Frame {...props} />;
}

/** What such a page shows while it waits. */
export const WaitingAdminPage = (head: Head) => (
  <PageShell>
    <Frame {...head}>
      <Skeleton label="Carregando..." lines={8} />
    </Frame>
  </PageShell>
);
