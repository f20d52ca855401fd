import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { Contents } from "#app/features/reader/components/contents.tsx";
import { ReviewSettingsForm } from "#app/features/review/components/settings-form.tsx";
import { useReviewSettings } from "#app/features/review/review.queries.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { PageShell, Skeleton } from "#app/ui/states.tsx";
import { useMember } from "../account.queries.ts";
import { AccountSection } from "../components/account-section.tsx";
import { OpensWithConfirmation } from "../components/address-confirmation.tsx";
import { DataSection } from "../components/data-section.tsx";
import { DegreeSection } from "../components/degree-section.tsx";
import { DeletionSection } from "../components/deletion-section.tsx";
import { EmailSection } from "../components/email-section.tsx";
import { LeaveButton } from "../components/leave-button.tsx";
import { PasswordSection } from "../components/password-section.tsx";
import { ProfileSection } from "../components/profile-section.tsx";
import { ReadingSection } from "../components/reading-section.tsx";
import { SessionsSection } from "../components/sessions-section.tsx";
import { TwoStepSection } from "../components/two-step-section.tsx";
import { useDegreeRequests, useOpenSessions, useProfile } from "../own-account.queries.ts";
import { useFactors } from "../second-factor/factors.queries.ts";
import styles from "./own-account.module.css";

const PARTS = [
  { id: "perfil", title: "Perfil" },
  { id: "email", title: "E-mail" },
  { id: "grau", title: "Grau" },
  { id: "leitura", title: "Leitura" },
  { id: "revisao", title: "Revisão diária" },
  { id: "senha", title: "Senha" },
  { id: "duas-etapas", title: "Duas etapas" },
  { id: "sessoes", title: "Sessões abertas" },
  { id: "aparelho", title: "Neste aparelho" },
  { id: "dados", title: "Seus dados" },
  { id: "excluir", title: "Excluir a conta" },
];

const Head = () => (
  <>
    <title>Minha conta · Academia</title>
    <header className="page-head">
      <h1>Minha conta</h1>
      <p className="lead">Seu cadastro, sua senha e os dados que guardamos.</p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.account}`}>
      <Head />
      <span className="btn btn-2 narrow-only">Sair da conta</span>
      <Contents title="Nesta página" items={PARTS} className={styles.accountIndex} />
      <div className="account-parts">
        <AccountSection id="perfil" title="Perfil" intro="É assim que mentores e a administração veem você.">
          <Skeleton label="Carregando..." />
        </AccountSection>
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** Its parts are shown together, so that none moves the others. */
export default function OwnAccountPage() {
  const closed = useMember().standing !== "full";
  const review = useReviewSettings(!closed);
  const parts = [useProfile(), useDegreeRequests(), useFactors(), useOpenSessions(), ...(closed ? [] : [review])];
  return parts.every(({ isFetched }) => isFetched) ? <Parts /> : <Shell />; // a part that failed says so, and is tried again in its place
}

function Parts() {
  const closed = useMember().standing !== "full";
  useHashOnArrival();
  return (
    <div className={`page ${styles.account}`}>
      <Head />
      <LeaveButton label="Sair da conta" className="narrow-only" />
      <Contents title="Nesta página" items={PARTS} className={styles.accountIndex} />
      <div className="account-parts">
        <ProfileSection />
        <EmailSection />
        <DegreeSection />
        <ReadingSection />
        <AccountSection id="revisao" title="Revisão diária" intro="Quantas fichas por dia, e quando nenhuma.">
          {closed ? <OpensWithConfirmation /> : <ReviewSettingsForm />}
        </AccountSection>
        <PasswordSection />
        <TwoStepSection />
        <SessionsSection />
        <AccountSection id="aparelho" title="Neste aparelho" intro="O que está guardado aqui para ler sem rede.">
          <Link className="btn btn-2" to="/conta/aparelho">
            Ver o que está guardado
          </Link>
        </AccountSection>
        <DataSection />
        <DeletionSection />
      </div>
    </div>
  );
}

/** The page is rendered only once the session has loaded, which is after the browser looked for the part that the address names. */
function useHashOnArrival() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
