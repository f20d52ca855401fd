import { Tabs } from "@base-ui/react/tabs";
import { useSearchParams } from "react-router";
import { ExamLine } from "#app/features/exam/components/exam-line.tsx";
import { useExams } from "#app/features/exam/exam.queries.ts";
import { DEGREE_LABEL, DEGREES, type Degree, isDegree } from "#app/lib/degrees.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { BlankTabs, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { DegreeStep } from "../components/lock-notice.tsx";
import { ModuleEntry } from "../components/module-entry.tsx";
import { StoneNet } from "../components/stone.tsx";
import type { ModuleList } from "../courses.answers.ts";
import { useModules } from "../courses.queries.ts";
import styles from "./modules.module.css";

const Head = () => (
  <>
    <title>Módulos · Academia</title>
    <header className={styles.top}>
      <div>
        <p className="caps caps-gold">O curso, em três graus</p>
        <h1>Módulos</h1>
      </div>
      <p className="lead">Uma pedra tem seis faces. Cada módulo lavra uma; o exame fecha o grau.</p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <BlankTabs labels={DEGREES.map((degree) => DEGREE_LABEL[degree])} />
      <div className="room-m">
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ModulesPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("nivel");
  const degree = isDegree(asked) ? asked : "aprendiz";
  const modules = useModules();
  return (
    <div className="page">
      <Head />
      <Tabs.Root
        value={degree}
        onValueChange={(value) => setParams({ nivel: String(value) }, { replace: true, preventScrollReset: true })}
      >
        <Tabs.List className="tabs" aria-label="Grau">
          {DEGREES.map((each) => (
            <Tabs.Tab key={each} value={each} className={`deg-${each}`}>
              {DEGREE_LABEL[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {DEGREES.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {modules.isPending && <Skeleton label="Carregando..." lines={12} />}
            {modules.isError && (
              <ErrorState title="Erro ao carregar módulos" error={modules.error} onRetry={() => void modules.refetch()} />
            )}
            {modules.data && <DegreePanel degree={each} list={modules.data} />}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}

function DegreePanel({ degree, list: { modules, resume } }: { degree: Degree; list: ModuleList }) {
  const own = modules.filter((module) => module.degree === degree);
  const exam = useExams().data?.exams.find((one) => one.degree === degree);
  const gated = own.every(({ lock }) => lock?.reason === "degree");
  const here = resume && own.some(({ id, status }) => id === resume.moduleId && status !== "completed") ? resume : undefined;
  return (
    <div className={`${styles.panel} deg-${degree}`}>
      <div>
        {gated && (
          <div className={`note ${styles.gate}`}>
            <p>
              <strong>Reservado ao grau de {DEGREE_LABEL[degree]}.</strong> Você pode ver o que vem; as lições abrem quando o seu
              grau for confirmado.
            </p>
            <p>
              <DegreeStep />
            </p>
          </div>
        )}
        <ol>
          {own.map((module) => (
            <ModuleEntry key={module.id} module={module} resume={here?.moduleId === module.id ? here : undefined} gated={gated} />
          ))}
        </ol>
      </div>
      <div className={styles.side}>
        <div className={styles.stick}>
          <div className={styles.net}>
            <StoneNet degree={degree} modules={own} here={here?.moduleId} examPassed={exam?.status === "passed"} />
          </div>
          <div className={styles.exam}>
            <ExamLine degree={degree} />
          </div>
        </div>
      </div>
    </div>
  );
}
