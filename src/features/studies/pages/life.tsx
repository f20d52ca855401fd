import { Contents } from "#app/features/reader/components/contents.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ReadStudy, StudyShell } from "../components/read-study.tsx";
import { StudyBody } from "../components/study-body.tsx";
import { StudyHead } from "../components/study-head.tsx";
import type { StudyText } from "../studies.answers.ts";
import styles from "./life.module.css";

export const handle: WaitingPage = { Shell: () => <StudyShell sort="life" /> };

export default function LifePage() {
  return <ReadStudy sort="life">{(life) => <Life key={life.id} life={life} />}</ReadStudy>;
}

const Life = ({ life }: { life: StudyText }) => (
  <div className={`page ${readerStyles.lesson}`}>
    <title>{`Vida ${life.order} · Academia`}</title>
    <StudyHead study={life} running={`Vidas, ${life.years}`} minutes="minutos de leitura" />
    <Contents title="Nesta vida" items={life.headings} className={readerStyles.contents} />
    <StudyBody study={life} before={<Steps steps={life.steps} />} />
  </div>
);

const Steps = ({ steps }: Pick<StudyText, "steps">) => (
  <section className={styles.steps} aria-label="Anos e lugares">
    <ol>
      {steps.map(({ year, place, what }) => (
        <li key={`${year} ${what}`}>
          <span className={`${styles.year} osf`}>{year}</span>
          <span>
            <span className={styles.place}>{place}</span> {what}
          </span>
        </li>
      ))}
    </ol>
  </section>
);
