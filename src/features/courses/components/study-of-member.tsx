import { plural } from "#app/lib/text.ts";
import { Gauge, SmallGauge } from "#app/ui/gauge.tsx";
import type { ModuleProgress } from "../courses.answers.ts";
import styles from "./study-of-member.module.css";

/** How far somebody is in the modules of their degree and those below, for who may see their study. */
export function StudyOfMember({ modules }: { modules: ModuleProgress[] }) {
  const sum = (of: "done" | "of") => modules.reduce((total, module) => total + module[of], 0);
  const [done, of] = [sum("done"), sum("of")];
  return (
    <>
      <h2 id="estudo">Estudo</h2>
      <p>
        {done} de {plural(of, "lição", "lições")} do seu grau e dos anteriores.
      </p>
      <Gauge value={of === 0 ? 0 : Math.floor((done / of) * 100)} labelledBy="estudo" />
      <ul className={styles.modules}>
        {modules.map((module) => (
          <li key={module.id}>
            <span>
              {module.id}. {module.title}
            </span>
            <SmallGauge
              value={Math.floor((module.done / module.of) * 100)}
              divisions={module.of}
              label={`Módulo ${module.id}, ${module.title}`}
            />
            <span className="meta">
              {module.done} de {module.of}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
