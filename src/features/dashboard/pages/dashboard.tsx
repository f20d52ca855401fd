import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import moduleRowStyles from "#app/features/courses/components/module-row.module.css";
import { ModuleRow } from "#app/features/courses/components/module-row.tsx";
import { ThisDay } from "#app/features/ephemerides/components/this-day.tsx";
import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { dayAndTime } from "#app/lib/format.ts";
import { firstName, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Gauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import { Activities } from "../components/activities.tsx";
import { DegreeBox } from "../components/degree-box.tsx";
import { DeskShell } from "../components/desk-shell.tsx";
import { MentorCard } from "../components/mentor-card.tsx";
import { NextStep } from "../components/next-step.tsx";
import type { Dashboard } from "../dashboard.answers.ts";
import { useDashboard } from "../dashboard.queries.ts";
import styles from "./dashboard.module.css";

export const handle: WaitingPage = { Shell: DeskShell };

export default function DashboardPage() {
  const dashboard = useDashboard();
  if (dashboard.data) return <Desk dashboard={dashboard.data} />;
  if (dashboard.isPending) return <DeskShell />;
  return (
    <div className="page">
      <title>Painel do Aluno · Academia</title>
      <ErrorState title="Erro ao carregar o painel" error={dashboard.error} onRetry={() => void dashboard.refetch()} />
    </div>
  );
}

function Desk({ dashboard }: { dashboard: Dashboard }) {
  const { can } = useMember();
  const { name, degree, lastAccess, firstAccess, overall, modules, activities, reflection } = dashboard;
  return (
    <div className={`page ${styles.desk} deg-${degree}`}>
      <title>Painel do Aluno · Academia</title>
      <header className={styles.deskHead}>
        <p className="caps caps-gold">Painel do Aluno</p>
        <h1>Olá, {firstName(name)}.</h1>
        <p className="meta">
          {lastAccess ? `Último acesso: ${dayAndTime(new Date(lastAccess))}` : firstAccess && "Este é o seu primeiro acesso."}
        </p>
        {can.officiate && (
          <p>
            <Link className="go" to="/minha-loja">
              Minha Loja <Icon name="arrow" />
            </Link>
          </p>
        )}
      </header>
      <div className={styles.ahead}>
        <NextStep dashboard={dashboard} />
      </div>
      <section className={styles.progress} aria-labelledby="t-progresso">
        <div className={styles.progressHead}>
          <h2 id="t-progresso">Progresso geral</h2>
          <p className="meta">
            <span>
              {overall.completedLessons} de {plural(overall.lessons, "lição", "lições")} do grau de {DEGREE_LABEL[degree]}.
            </span>{" "}
            <span>
              <ExamLine exam={dashboard.exam} />
            </span>
          </p>
        </div>
        <Gauge value={overall.percent} labelledBy="t-progresso" />
      </section>
      <div className={styles.deskMain}>
        <ToReview due={dashboard.review.due} />
        {dashboard.week && <ThisWeek week={dashboard.week} />}
        {dashboard.group && <InGroup group={dashboard.group} />}
        <section aria-labelledby="t-modulos">
          <div className={styles.secHead}>
            <h2 id="t-modulos">Módulos</h2>
            <nav className="tabs" aria-label="Grau">
              {DEGREES.map((each) => (
                <Link
                  key={each}
                  className={`deg-${each}`}
                  to={`/modulos?nivel=${each}`}
                  aria-current={each === degree || undefined}
                >
                  {DEGREE_LABEL[each]}
                </Link>
              ))}
            </nav>
          </div>
          <ol className={moduleRowStyles.mods}>
            {modules.map((module) => (
              <ModuleRow key={module.id} module={module} />
            ))}
          </ol>
        </section>
        <Activities activities={activities} />
        {dashboard.thisDay && <ThisDay day={dashboard.thisDay} />}
      </div>
      <aside className={styles.deskSide} aria-label="Sobre o seu estudo">
        <DegreeBox dashboard={dashboard} />
        <MentorCard mentoring={dashboard.mentoring} />
        <section className={styles.reflect} aria-labelledby="t-reflexao">
          <h2 className="caps caps-gold" id="t-reflexao">
            Reflexão do dia
          </h2>
          <blockquote>
            <p>{reflection.text}</p>
          </blockquote>
          {reflection.source && <p className="meta">{reflection.source}</p>}
        </section>
        <nav className={`${styles.sideLinks} card`} aria-label="Atalhos">
          <ul>
            {[
              { to: "/modulos", label: "Módulos", note: "três graus" },
              { to: "/biblioteca", label: "Biblioteca", note: "livros e artigos" },
              { to: "/dicionario", label: "Dicionário", note: "de A a Z" },
              { to: "/mentoria", label: "Mentoria", note: mentoringNote(dashboard.mentoring) },
            ].map(({ to, label, note }) => (
              <li key={to}>
                <Link to={to} prefetch="intent">
                  {label} <span className="meta">{note}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
    </div>
  );
}

/** What the daily review asks today; nothing is said when it asks nothing. */
const ToReview = ({ due }: { due: number }) =>
  due > 0 && (
    <p className={styles.toReview}>
      <Link className="go" to="/revisao" prefetch="intent">
        {due} para rever hoje <Icon name="arrow" />
      </Link>
    </p>
  );

const ThisWeek = ({ week }: { week: NonNullable<Dashboard["week"]> }) => (
  <p className={styles.toReview}>
    <Link className="go" to="/semana" prefetch="intent">
      A semana: {week.title} <Icon name="arrow" />
    </Link>
  </p>
);

const InGroup = ({ group }: { group: NonNullable<Dashboard["group"]> }) => (
  <p className={styles.toReview}>
    <Link className="go" to={`/grupos/${group.id}`} prefetch="intent">
      Leitura em grupo: {group.title} <Icon name="arrow" />
    </Link>
  </p>
);

/** The one thing about mentoring that is worth knowing from here. */
function mentoringNote({ unread, requests, upcoming }: Dashboard["mentoring"]): string {
  if (unread > 0) return plural(unread, "mensagem nova", "mensagens novas");
  if (requests > 0) return plural(requests, "pedido a responder", "pedidos a responder");
  return upcoming > 0 ? plural(upcoming, "sessão marcada", "sessões marcadas") : "Mestre Instrutor";
}

/** What the exam is to the measure: its last quarter, from the day on which it is passed. */
function ExamLine({ exam: { degree, status } }: { exam: Dashboard["exam"] }) {
  const link = <Link to={`/exame/${degree}`}>exame do grau</Link>;
  return status === "passed" ? (
    <>
      Você passou no {link}; o <Link to="/certificados">certificado</Link> está na sua conta.
    </>
  ) : (
    <>O {link} vale o último quarto.</>
  );
}
