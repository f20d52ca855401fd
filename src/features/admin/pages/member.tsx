import { Link, useParams } from "react-router";
import { AttestationList } from "#app/features/account/components/attestation-list.tsx";
import { StudyOfMember } from "#app/features/courses/components/study-of-member.tsx";
import { MENTORSHIP_SESSION_STATUS_LABEL } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.policy.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { dateAndTime, longDate, shortDate, timeAgo } from "#app/lib/format.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { MemberDetails } from "../admin.answers.ts";
import { useAdminDenied, useMemberPage } from "../admin.queries.ts";
import { ROLE_LABEL } from "../admin.schema.ts";
import { AccessDenied } from "../components/access-denied.tsx";
import { MembersTable } from "../components/members-table.tsx";
import styles from "./member.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Membro · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Membros</p>
        <h1>Membro</h1>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** One member, as an administrator sees them. The member reads that they were looked at. */
export default function MemberOfTheList() {
  const { userId = "" } = useParams();
  const details = useMemberPage(userId);
  if (useAdminDenied()) return <AccessDenied />;
  if (details.isPending) return <Shell />;
  if (!details.data)
    return (
      <div className="page">
        <title>Membro · Academia</title>
        <h1>Membro</h1>
        <ErrorState title="Não foi possível abrir este membro." error={details.error} onRetry={() => void details.refetch()} />
      </div>
    );
  return <Page details={details.data} />;
}

function Page({ details }: { details: MemberDetails }) {
  const { member, knownLodge, lastAccessAt, modules } = details;
  const lodge = knownLodge
    ? `Loja ${knownLodge.name}${knownLodge.confirmed ? "" : ", por confirmar"}`
    : member.lodge && `“${member.lodge}”`;
  return (
    <div className={`page deg-${member.degree}`}>
      <title>Membro · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">
          <Link to="/admin/membros">Membros</Link>
        </p>
        <h1>{member.name}</h1>
        <p className="lead">
          {DEGREE_LABEL[member.degree]}
          {lodge && `, ${lodge}`}. {lastAccessAt ? `Último acesso ${timeAgo(new Date(lastAccessAt))}.` : "Nunca entrou."}
          {member.suspended && " Suspenso."}
        </p>
      </header>
      <div className="with-aside">
        <div>
          <section className={styles.part}>
            <StudyOfMember modules={modules} />
          </section>
          <Results details={details} />
          <section className={styles.part}>
            <h2>Registro sobre ele</h2>
            {details.acts.length === 0 && <p>Nada nos últimos doze meses.</p>}
            <ul className={styles.rows}>
              {details.acts.map(({ id, who, office, what, at }) => (
                <li key={id}>
                  {who}
                  {office && `, ${office}`}: {what} <span className="meta">{dateAndTime(new Date(at))}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside>
          <section className={styles.part}>
            <h2>Cadastro</h2>
            <dl className={styles.facts}>
              <dt>Email</dt>
              <dd>
                {member.email}
                {member.unconfirmed && " (por confirmar)"}
              </dd>
              <dt>Permissão</dt>
              <dd>{ROLE_LABEL[member.role]}</dd>
              <dt>Data de Cadastro</dt>
              <dd>{shortDate(new Date(member.createdAt))}</dd>
              <dt>Sessões abertas</dt>
              <dd>{details.openSessions}</dd>
              <dt>Segundo fator</dt>
              <dd>{details.secondFactor ? "Usa" : "Não usa"}</dd>
              <dt>Consentimento</dt>
              <dd>
                {details.consent
                  ? `Versão ${details.consent.version}, em ${longDate(new Date(details.consent.at))}`
                  : "Nenhum registrado"}
              </dd>
            </dl>
          </section>
          <section className={styles.part}>
            <h2>O que você vê aqui</h2>
            <p>
              Os fatos desta página. Não vê as respostas dele, as anotações nem as palavras da mentoria. Ele sabe que você olhou:
              o seu nome e a hora aparecem em “Quem me vê”, na conta dele.
            </p>
          </section>
        </aside>
      </div>
      <section className={styles.part}>
        <h2>Atos</h2>
        <MembersTable members={[member]} />
      </section>
    </div>
  );
}

function Results({ details: { attestations, exams, certificates, mentoring } }: { details: MemberDetails }) {
  return (
    <>
      <section className={styles.part}>
        <h2>Grau, e quem o atestou</h2>
        {attestations.length === 0 && <p>Ninguém atestou um grau aqui desde que isso se registra.</p>}
        <AttestationList attestations={attestations} />
      </section>
      <section className={styles.part}>
        <h2>Exames e certificados</h2>
        {exams.length === 0 && <p>Nenhum exame feito.</p>}
        <ul className={styles.rows}>
          {exams.map(({ id, degree, finishedAt, rightCount, passed }) => (
            <li key={id}>
              {DEGREE_LABEL[degree]}: {passed ? "aprovado" : "não alcançou"}, {rightCount} de 20{" "}
              <span className="meta">{longDate(new Date(finishedAt))}</span>
            </li>
          ))}
          {certificates.map(({ id, degree, revoked }) => (
            <li key={id}>
              Certificado de {DEGREE_LABEL[degree]}
              {revoked && ", revogado"}
            </li>
          ))}
        </ul>
        <p className="meta">As respostas não aparecem aqui.</p>
      </section>
      <section className={styles.part}>
        <h2>Mentoria</h2>
        <p>
          {mentoring.length === 0
            ? "Nenhuma sessão."
            : `${mentoring.map(({ status, count }) => `${MENTORSHIP_SESSION_STATUS_LABEL[status]}: ${count}`).join("; ")}.`}
        </p>
        <p className="meta">Só os estados. A conversa é dos dois, e ninguém mais a lê.</p>
      </section>
    </>
  );
}
