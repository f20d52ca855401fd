import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { AttestationList } from "#app/features/account/components/attestation-list.tsx";
import { StudyOfMember } from "#app/features/courses/components/study-of-member.tsx";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { longDate, timeAgo } from "#app/lib/format.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useBrother } from "../own-lodge.queries.ts";
import styles from "./own-lodge.module.css";

const Page = ({ name, degree, children }: { name: string; degree?: Degree; children: ReactNode }) => (
  <div className={degree ? `page deg-${degree}` : "page"}>
    <title>Membro · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">
        <Link to="/minha-loja">Minha Loja</Link>
      </p>
      <h1>{name}</h1>
    </header>
    {children}
  </div>
);

const Shell = () => (
  <PageShell>
    <Page name="Membro">
      <Skeleton label="Carregando..." lines={8} />
    </Page>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** A brother of the officer's Lodge: what an officer sees of them. The brother reads that they were looked at. */
export default function BrotherPage() {
  const { userId = "" } = useParams();
  const { data, isPending, error, refetch } = useBrother(userId);
  if (isPending) return <Shell />;
  if (!data)
    return (
      <Page name="Membro">
        <ErrorState title="Não foi possível abrir este irmão." error={error} onRetry={() => void refetch()} />
      </Page>
    );
  const { name, degree, confirmed, lastAccessAt, modules, attestations, passedExams } = data;
  return (
    <Page name={name} degree={degree}>
      <p className="lead">
        {DEGREE_LABEL[degree]}
        {!confirmed && ", diz ser desta Loja"}.{" "}
        {lastAccessAt ? `Último acesso ${timeAgo(new Date(lastAccessAt))}.` : "Nunca entrou."}
      </p>
      <div className="with-aside">
        <div>
          <section className={styles.part}>
            <StudyOfMember modules={modules} />
          </section>
          <section className={styles.part}>
            <h2>Exames aprovados</h2>
            {passedExams.length === 0 && <p>Nenhum ainda.</p>}
            <ul className="ruled-rows">
              {passedExams.map((exam) => (
                <li key={exam.degree}>
                  <p>
                    <strong>{DEGREE_LABEL[exam.degree]}</strong>, em {longDate(new Date(exam.on))}.
                  </p>
                </li>
              ))}
            </ul>
          </section>
          <section className={styles.part}>
            <h2>Grau, e quem o confirmou</h2>
            {attestations.length === 0 && <p>Ninguém confirmou um grau aqui desde que isso se registra.</p>}
            <AttestationList attestations={attestations} />
          </section>
        </div>
        <aside>
          <section className={styles.part}>
            <h2>O que você vê aqui</h2>
            <p>
              Os fatos desta página. Não vê o e-mail dele, as respostas, as anotações nem a mentoria. Ele sabe que você olhou: o
              seu nome, o cargo e a hora aparecem em “Quem me vê”, na conta dele.
            </p>
          </section>
        </aside>
      </div>
    </Page>
  );
}
