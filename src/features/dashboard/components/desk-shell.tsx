import { Blank, PageShell, Skeleton } from "#app/ui/states.tsx";
import styles from "../pages/dashboard.module.css";

/** The panel on its way: its greeting, how far the member is, and where they go on, as soon as they are known. */
export const DeskShell = () => (
  <PageShell>
    <div className={`page ${styles.desk}`} data-field="degree" data-as="degree" suppressHydrationWarning>
      <title>Painel do Aluno · Academia</title>
      <header className={styles.deskHead}>
        <p className="caps caps-gold">Painel do Aluno</p>
        <h1>
          Olá, <Blank letters={7} field="name" as="first-word" />.
        </h1>
        <p className="meta">
          <Blank letters={38} />
        </p>
      </header>
      <div className={styles.ahead}>
        <section className={styles.next}>
          <p className="caps caps-gold">Próximo passo</p>
          <h2>
            <Blank letters={28} field="next.title" />
          </h2>
          <p className={styles.nextMeta}>
            Lição <Blank letters={1} field="next.number" /> de <Blank letters={1} field="next.lessonCount" />, em “
            <Blank letters={24} field="next.moduleTitle" />
            ”. <Blank letters={26} />
          </p>
          {/* biome-ignore lint/a11y/useValidAnchor: it gets its address with the answer (src/early/show-early.ts) */}
          <a className="btn" data-field="next" data-as="lesson" suppressHydrationWarning>
            Continuar
          </a>
        </section>
      </div>
      <section className={styles.progress}>
        <div className={styles.progressHead}>
          <h2>Progresso geral</h2>
          <p className="meta">
            <span>
              <Blank letters={1} field="overall.completedLessons" /> de <Blank letters={2} field="overall.lessons" /> lições do
              grau de <Blank letters={8} field="degree" as="capital" />.
            </span>{" "}
            <span>
              <Blank letters={34} />
            </span>
          </p>
        </div>
        <div className={styles.gaugeAhead} />
      </section>
      <div className={styles.deskMain}>
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);
