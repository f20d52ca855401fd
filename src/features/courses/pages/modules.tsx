import { Tabs } from "@base-ui/react/tabs";
import { useSearchParams } from "react-router";
import { DEGREE_LABEL, DEGREES, isDegree } from "#app/lib/degrees.ts";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import styles from "../components/module-row.module.css";
import { ModuleRow } from "../components/module-row.tsx";
import { useModules } from "../courses.queries.ts";

export default function ModulesPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("nivel");
  const degree = isDegree(asked) ? asked : "aprendiz";
  const modules = useModules();
  return (
    <div className="page">
      <title>Módulos · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Doze módulos, três graus</p>
        <h1>Módulos</h1>
        <p className="lead">
          Cada módulo diz o que falta para abrir o seguinte. Leia no seu ritmo; a posição fica guardada na sua conta.
        </p>
      </header>
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
            {modules.isPending && <Skeleton label="Carregando..." />}
            {modules.isError && (
              <ErrorState title="Erro ao carregar módulos" error={modules.error} onRetry={() => void modules.refetch()} />
            )}
            {modules.data && (
              <ol className={`${styles.mods} deg-${each}`}>
                {modules.data.modules
                  .filter((module) => module.degree === each)
                  .map((module) => (
                    <ModuleRow key={module.id} module={module} heading="h2" detailed />
                  ))}
              </ol>
            )}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}
