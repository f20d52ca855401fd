import { Blank, BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import styles from "./reader.module.css";

/** How wide the tools are, in letters. */
const TOOLS = [2, 3, 7, 8, 10, 9, 12];

/** A page to read while its text is on its way: head, tools and first paragraphs in their measures. */
export const ReaderShell = ({ title }: { title: string }) => (
  <PageShell>
    <div className={`page ${styles.lesson}`}>
      <title>{title}</title>
      <header className={styles.lessonHead}>
        <BlankCrumbs />
        <p className={`caps ${styles.running}`}>
          <Blank letters={21} />
        </p>
        <h1>
          <Blank letters={18} />
        </h1>
        <p className={`lead ${styles.standfirst}`}>
          <Blank letters={96} />
        </p>
        <p className={styles.facts}>
          <Blank letters={30} />
        </p>
      </header>
      <div className={styles.contentsAhead} />
      <div className={styles.column}>
        <div className={styles.tools}>
          <div className={styles.buttons}>
            {TOOLS.map((letters) => (
              <span key={letters} className={styles.tool}>
                <Blank letters={letters} />
              </span>
            ))}
          </div>
        </div>
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);
