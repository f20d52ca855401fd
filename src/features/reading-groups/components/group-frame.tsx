import type { ReactNode } from "react";
import { Link } from "react-router";
import { PageShell, Skeleton } from "#app/ui/states.tsx";

type Props = {
  name: string;
  lead?: string | undefined;
  /** Where one comes from, when not from the list. */
  back?: string;
  children: ReactNode;
};

/** A page of one group. Its title names neither the group nor its Lodge. */
export const GroupFrame = ({ name, lead, back = "/grupos", children }: Props) => (
  <div className="page">
    <title>Grupo de leitura · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">
        <Link to={back}>Grupo de leitura</Link>
      </p>
      <h1>{name}</h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
    {children}
  </div>
);

export const GroupShell = () => (
  <PageShell>
    <GroupFrame name="Grupo de leitura">
      <Skeleton label="Carregando..." lines={8} />
    </GroupFrame>
  </PageShell>
);
