import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import closingBandStyles from "#app/ui/closing-band.module.css";
import { Icon } from "#app/ui/icons.tsx";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import { useSession } from "../account.queries.ts";
import { AuthCard, type AuthTab } from "../components/auth-card.tsx";
import { Gate } from "../components/gate.tsx";
import { SecondStep } from "../components/second-step.tsx";
import { SuspendedCard } from "../components/suspended-card.tsx";
import { returnPath } from "../return-path.ts";
import styles from "./login.module.css";

const FEATURES = [
  {
    emblem: 11,
    title: "Conteúdo exclusivo",
    text: "Setenta e três lições originais, com fontes, escritas para quem estuda a sério.",
  },
  { emblem: 7, title: "Trilha por nível", text: "A avaliação sugere por onde começar; os módulos seguem o seu grau." },
  {
    emblem: 10,
    title: "Comunidade ativa",
    text: "Salas por grau, onde irmãos perguntam e respondem, e um Mestre Instrutor para o seu estudo.",
  },
  {
    emblem: 4,
    title: "Certificações",
    text: "O certificado de estudo, emitido com a aprovação no exame, registra o que você concluiu.",
  },
  { emblem: 12, title: "Rito de York, 13 graus", text: "Os quatro corpos e os treze graus do rito americano, com sobriedade." },
  {
    emblem: 2,
    title: "Dicionário com mais de 100 termos",
    text: "Verbetes claros, abertos a qualquer visitante e ligados às lições.",
  },
];

/** What a visitor who was sent here by a page behind the login wanted; the calls of the home page are for those who have no account yet. */
function reasonOf(back: string): { text: string; tab: AuthTab } {
  if (back.startsWith("/avaliacao")) return { text: "Para fazer a avaliação, crie a sua conta.", tab: "registrar" };
  if (back.startsWith("/modulo")) return { text: "Para abrir os módulos, entre ou crie a sua conta.", tab: "entrar" };
  return { text: "Para ver esta página, entre ou crie a sua conta.", tab: "entrar" };
}

/** Their session ended while they were at a page. */
const ENDED = { text: "Sua sessão terminou. Entre de novo para continuar de onde parou.", tab: "entrar" } as const;

/** Names which tab was open, for the way back from the terms. */
const TAB = "acesso";

export default function LoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const member = session.data?.member;
  const [tab, setTab] = useState<AuthTab>("entrar");
  const { state, key } = useLocation();
  const arrival = useNavigationType();
  const back = params.get("volta");
  // The page was rendered before anybody's address was known: the first render in the browser has to be the same.
  const [reason, setReason] = useState<string>();
  // who comes back to the page finds the tab that they left; who was sent here, the one that serves; everybody else "Entrar"
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for this arrival, however many parts of it changed
  useEffect(() => {
    const left = arrival === "POP" ? draftOf<AuthTab>(TAB) : undefined;
    const came = state as { tab?: AuthTab; ended?: boolean } | null;
    const sent = back ? (came?.ended ? ENDED : reasonOf(back)) : undefined;
    setReason(sent?.text);
    setTab(left ?? came?.tab ?? sent?.tab ?? "entrar");
    if (sent) document.getElementById("acesso")?.scrollIntoView();
  }, [key, back]);
  const open = (next: AuthTab) => {
    setTab(next);
    keepDraft(TAB, next, { anyone: true });
  };
  useEffect(() => {
    if (!member) return;
    forgetDraft(TAB);
    void navigate(returnPath(back), { replace: true });
  }, [member, navigate, back]);
  return (
    <>
      <title>Entrar ou criar conta · Academia do Rito de York</title>
      <meta
        name="description"
        content="Entre na Academia do Rito de York ou crie a sua conta: lições por grau, mentoria, biblioteca e dicionário."
      />
      <Gate title="Academia do Rito de York" reason={reason ?? "Formação simbólica por grau"}>
        {session.data?.suspended ? (
          <SuspendedCard reason={session.data.suspended.reason} />
        ) : session.data?.secondStep ? (
          <SecondStep step={session.data.secondStep} />
        ) : (
          <AuthCard tab={tab} onTab={open} />
        )}
      </Gate>
      <section className={`page ${styles.tour}`} aria-labelledby="t-recursos">
        <header className={styles.tourHead}>
          <h2 id="t-recursos">O que há atrás da porta</h2>
          <p className="lead">Estudo sério, no seu ritmo: lições, mentoria e leitura para Aprendizes, Companheiros e Mestres.</p>
          <p className="calls">
            {/* biome-ignore lint/a11y/useValidAnchor: it goes to the form, which also opens the right tab */}
            <a className="btn" href="#acesso" onClick={() => open("registrar")}>
              Comece Agora
            </a>
            <Link className="btn btn-2" to="/">
              Explorar Recursos
            </Link>
          </p>
        </header>
        <ul className={styles.loginFeatures}>
          {FEATURES.map(({ emblem, title, text }) => (
            <li key={title}>
              <ModuleEmblem id={emblem} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className={closingBandStyles.closing} aria-labelledby="t-criar">
        <div className="page">
          <div>
            <h2 id="t-criar">A primeira lição leva doze minutos</h2>
            <p>Crie a conta, responda a cinco perguntas e comece hoje.</p>
          </div>
          {/* biome-ignore lint/a11y/useValidAnchor: it goes to the form, which also opens the right tab */}
          <a className={`btn ${closingBandStyles.btnBand}`} href="#acesso" onClick={() => open("registrar")}>
            Criar Minha Conta Grátis <Icon name="arrow" />
          </a>
        </div>
      </section>
    </>
  );
}
