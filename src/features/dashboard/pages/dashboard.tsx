import { Link } from "react-router";
import { DegreeStep } from "#app/features/courses/components/lock-notice.tsx";
import moduleRowStyles from "#app/features/courses/components/module-row.module.css";
import { ModuleRow } from "#app/features/courses/components/module-row.tsx";
import { aheadInWords } from "#app/features/courses/components/progress-words.ts";
import { facesInWords, StoneStrip } from "#app/features/courses/components/stone.tsx";
import { READING_LIMIT } from "#app/features/courses/courses.policy.ts";
import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { dayAndTime, nearDate } from "#app/lib/format.ts";
import { firstName, opening, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Gauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Blank, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { MentorCard } from "../components/mentor-card.tsx";
import type { Activity, Dashboard } from "../dashboard.answers.ts";
import { useDashboard } from "../dashboard.queries.ts";
import styles from "./dashboard.module.css";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.desk}`}>
      <title>Painel do Aluno · Academia</title>
      <header className={styles.deskHead}>
        <p className="caps caps-gold">Painel do Aluno</p>
        <h1>
          <Blank letters={13} />
        </h1>
        <p className="meta">
          <Blank letters={38} />
        </p>
      </header>
      <section className={styles.progress}>
        <div className={styles.progressHead}>
          <h2>Progresso geral</h2>
          <p className="meta">
            <Blank letters={56} />
          </p>
        </div>
        <div className={styles.gaugeAhead} />
      </section>
      <div className={styles.deskMain}>
        <section className={styles.next}>
          <p className="caps caps-gold">Próximo passo</p>
          <h2>
            <Blank letters={28} />
          </h2>
          <p className={styles.nextMeta}>
            <Blank letters={70} />
          </p>
          <span className="btn">Continuar</span>
        </section>
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function DashboardPage() {
  const dashboard = useDashboard();
  if (dashboard.data) return <Desk dashboard={dashboard.data} />;
  if (dashboard.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Painel do Aluno · Academia</title>
      <ErrorState title="Erro ao carregar o painel" error={dashboard.error} onRetry={() => void dashboard.refetch()} />
    </div>
  );
}

function Desk({ dashboard }: { dashboard: Dashboard }) {
  const { name, degree, lastAccess, overall, modules, activities, reflection } = dashboard;
  return (
    <div className={`page ${styles.desk} deg-${degree}`}>
      <title>Painel do Aluno · Academia</title>
      <header className={styles.deskHead}>
        <p className="caps caps-gold">Painel do Aluno</p>
        <h1>Olá, {firstName(name)}.</h1>
        <p className="meta">
          {lastAccess ? `Último acesso: ${dayAndTime(new Date(lastAccess))}` : "Este é o seu primeiro acesso."}
        </p>
      </header>
      <section className={styles.progress} aria-labelledby="t-progresso">
        <div className={styles.progressHead}>
          <h2 id="t-progresso">Progresso geral</h2>
          <p className="meta">
            {overall.completedLessons} de {plural(overall.lessons, "lição", "lições")} do grau de {DEGREE_LABEL[degree]}.{" "}
            <ExamLine exam={dashboard.exam} />
          </p>
        </div>
        <Gauge value={overall.percent} labelledBy="t-progresso" />
      </section>
      <div className={styles.deskMain}>
        <div>
          <NextStep dashboard={dashboard} />
          <ToReview due={dashboard.review.due} />
        </div>
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
              {
                to: "/revisao",
                label: "Revisão",
                note: dashboard.review.due > 0 ? `${dashboard.review.due} hoje` : "o que já estudou",
              },
              { to: "/biblioteca", label: "Biblioteca", note: "livros e artigos" },
              { to: "/documentos", label: "Documentos", note: "as fontes, traduzidas" },
              { to: "/estudos", label: "Estudos", note: "do Rito de York" },
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

/** The exam, where it is what comes next: it waits, or it runs already. */
function ExamStep({ exam: { degree, status, closesAt } }: { exam: Dashboard["exam"] }) {
  const running = status === "running";
  return (
    <section className={styles.next} aria-labelledby="t-proximo">
      <p className="caps caps-gold" id="t-proximo">
        Próximo passo
      </p>
      <h2>{running ? "O seu exame está em andamento" : `Exame de ${DEGREE_LABEL[degree]}`}</h2>
      <p className={styles.nextMeta}>
        {running
          ? `As respostas dadas estão guardadas. Fecha ${nearDate(new Date(closesAt!))}.`
          : "Todos os módulos do grau estão concluídos. São vinte questões em quarenta minutos."}
      </p>
      <Link className="btn" to={`/exame/${degree}`}>
        {running ? "Voltar ao exame" : "Ir ao exame"}
      </Link>
    </section>
  );
}

function NextStep({ dashboard: { degree, next, level, overall, exam } }: { dashboard: Dashboard }) {
  if (exam.status === "running" || exam.status === "open") return <ExamStep exam={exam} />;
  if (!next) {
    return (
      <section className={styles.next} aria-labelledby="t-proximo">
        <p className="caps caps-gold" id="t-proximo">
          Próximo passo
        </p>
        <h2>Todas as lições abertas estão concluídas</h2>
        <p className={styles.nextMeta}>
          {degree === "mestre"
            ? "Releia com calma, siga pela biblioteca ou acompanhe quem começa."
            : "Releia com calma, ou peça a confirmação do grau seguinte quando a Loja o conferir."}
        </p>
        <Link className="btn" to="/modulos">
          Ver os módulos
        </Link>
      </section>
    );
  }
  const first = overall.completedLessons === 0 && next.percent === 0;
  return (
    <section className={styles.next} aria-labelledby="t-proximo">
      <p className="caps caps-gold" id="t-proximo">
        {first ? "Primeiro passo" : "Próximo passo"}
      </p>
      <h2>{next.title}</h2>
      <p className={styles.nextMeta}>
        Lição {next.number} de {next.lessonCount}, em “<Link to={`/modulo/${next.moduleId}`}>{next.moduleTitle}</Link>”.{" "}
        {aheadInWords(next)}
        {first && !level && (
          <>
            {" "}
            Se preferir, comece pela <Link to="/avaliacao">avaliação de nível</Link>.
          </>
        )}
      </p>
      <Link className="btn" to={`/modulo/${next.moduleId}/licao/${next.number}`} prefetch="viewport">
        {first ? "Começar" : "Continuar"}
      </Link>
    </section>
  );
}

function Activities({ activities }: { activities: Activity[] }) {
  return (
    <section aria-labelledby="t-atividades" className={styles.acts}>
      <h2 id="t-atividades">Atividades recentes</h2>
      {activities.length === 0 ? (
        <p className={`meta ${styles.actsEmpty}`}>Nada por aqui ainda. A sua primeira lição aparecerá nesta lista.</p>
      ) : (
        <ul>
          {activities.map((activity) => (
            <li key={activity.at}>
              <time dateTime={activity.at}>{opening(nearDate(new Date(activity.at)))}</time>
              <ActivityLine activity={activity} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ActivityLine({ activity }: { activity: Activity }) {
  if (activity.kind === "assessed") {
    return (
      <p>
        Você fez a <Link to="/avaliacao">avaliação de nível</Link>: {DEGREE_LABEL[activity.level]}.
      </p>
    );
  }
  const link = (
    <>
      “<Link to={`/modulo/${activity.moduleId}/licao/${activity.number}`}>{activity.title}</Link>”
    </>
  );
  if (activity.kind === "completed") return <p>Você concluiu {link}.</p>;
  if (activity.percent >= READING_LIMIT * 100) return <p>Você leu {link}. Falta responder à questão.</p>;
  return (
    <p>
      Você leu {activity.percent === 50 ? "metade" : `${activity.percent}%`} de {link}.
    </p>
  );
}

function DegreeBox({ dashboard: { degree, level, modules } }: { dashboard: Dashboard }) {
  const above = degree === "aprendiz" ? "companheiro" : "mestre";
  return (
    <section className={`${styles.degreeBox} card-accent`} aria-labelledby="t-grau">
      <h2 id="t-grau" className="visually-hidden">
        Grau e nível
      </h2>
      <StoneStrip degree={degree} modules={modules} />
      <p className={styles.stoneCaption}>{facesInWords(degree, modules)}</p>
      <dl>
        <div>
          <dt>Grau</dt>
          <dd>{DEGREE_LABEL[degree]}</dd>
        </div>
        <div>
          <dt>Nível de estudo</dt>
          <dd>{level ? DEGREE_LABEL[level] : <Link to="/avaliacao">Fazer a avaliação</Link>}</dd>
        </div>
      </dl>
      <p className="meta">O grau se recebe em Loja. {degree !== "mestre" && <DegreeStep degree={above} />}</p>
    </section>
  );
}
