import type { ReactNode } from "react";
import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { degreeOf, progressOf } from "../components/group-words.ts";
import type { GroupList } from "../reading-groups.answers.ts";
import { useGroups } from "../reading-groups.queries.ts";
import styles from "./groups.module.css";

const Frame = ({ act, children }: { act?: ReactNode; children: ReactNode }) => (
  <div className="page">
    <title>Grupo de leitura · Academia</title>
    <header className="page-head head-act">
      <div>
        <p className="caps caps-gold">Na sua Loja</p>
        <h1>Grupo de leitura</h1>
        <p className="lead">Um texto por semana, lido por irmãos da mesma Loja, cada um no seu tempo.</p>
      </div>
      {act}
    </header>
    {children}
  </div>
);

const Shell = () => (
  <PageShell>
    <Frame>
      <Skeleton label="Carregando..." lines={6} />
    </Frame>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** The reading groups of the member's Lodge. */
export default function GroupsPage() {
  const groups = useGroups();
  if (groups.isPending) return <Shell />;
  if (!groups.data)
    return (
      <Frame>
        <ErrorState title="Erro ao carregar os grupos" error={groups.error} onRetry={() => void groups.refetch()} />
      </Frame>
    );
  const { lodge, groups: all, can } = groups.data;
  const open = all.filter(({ state }) => state === "coming" || state === "running");
  const over = all.filter((group) => !open.includes(group));
  return (
    <Frame
      act={
        can.open && (
          <Link className="btn" to="/grupos/novo">
            Abrir um grupo
          </Link>
        )
      }
    >
      {lodge === null ? (
        <EmptyState title="A sua Loja ainda não está confirmada">
          <p>
            Os grupos são de cada Loja. Escreva a sua em Minha conta; um oficial dela, ou a administração, confirma que você é
            dali.
          </p>
          <Link className="btn" to="/conta#perfil">
            Ver a minha conta
          </Link>
        </EmptyState>
      ) : (
        open.length === 0 && (
          <EmptyState title="A sua Loja não tem grupo aberto agora">
            <p>
              {can.open
                ? "Escolha de quatro a doze textos, e a primeira segunda-feira. Os irmãos entram por um toque."
                : "Quem abre um é um oficial da Loja, ou um Mestre Instrutor dela. Fale com um deles."}
            </p>
          </EmptyState>
        )
      )}
      {open.length > 0 && <Groups title="Abertos" groups={open} />}
      {over.length > 0 && <Groups title="Já terminaram" groups={over} />}
    </Frame>
  );
}

const Groups = ({ title, groups }: { title: string; groups: GroupList["groups"] }) => (
  <section className={styles.part} aria-label={title}>
    <h2 className="caps">{title}</h2>
    <ul className={styles.list}>
      {groups.map((group) => (
        <li key={group.id}>
          <h3>
            <Link to={`/grupos/${group.id}`} prefetch="intent">
              {group.name}
            </Link>
          </h3>
          {group.text && (
            <p>
              {group.state === "running" ? "Nesta semana" : "Primeiro texto"}: {group.text}
            </p>
          )}
          <p className={`meta ${styles.facts}`}>
            <span>{progressOf(group)}</span>
            <span>{degreeOf(group)}</span>
            {group.members > 0 && <span>{plural(group.members, "irmão participa", "irmãos participam")}</span>}
            {group.joined && (
              <span className={styles.mine}>
                <Icon name="check" /> você participa
              </span>
            )}
          </p>
          {!group.kept && (group.state === "coming" || group.state === "running") && (
            <p className="meta">Este grupo está sem responsável.</p>
          )}
        </li>
      ))}
    </ul>
  </section>
);
