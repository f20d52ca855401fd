import { Link } from "react-router";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ReadStudy, StudyShell } from "../components/read-study.tsx";
import { Readings } from "../components/readings.tsx";
import { StudyBody } from "../components/study-body.tsx";
import { StudyHead } from "../components/study-head.tsx";
import { TenMinutes } from "../components/ten-minutes.tsx";
import type { StudyText } from "../studies.answers.ts";
import styles from "./piece.module.css";

export const handle: WaitingPage = { Shell: () => <StudyShell sort="piece" /> };

export default function PiecePage() {
  return <ReadStudy sort="piece">{(study) => <Piece key={study.id} study={study} piece={study.piece!} />}</ReadStudy>;
}

type PieceFacts = NonNullable<StudyText["piece"]>;

const Piece = ({ study, piece }: { study: StudyText; piece: PieceFacts }) => (
  <div className={`page ${readerStyles.lesson} ${styles.piece}`}>
    <title>{`Peça ${study.order} · Academia`}</title>
    <StudyHead
      study={study}
      running={`Peça para ler em Loja, grau de ${DEGREE_LABEL[study.degree]}`}
      minutes="minutos em voz alta"
    />
    <div className={styles.side}>
      <Sources piece={piece} />
      <Readings studyId={study.id} readings={study.readings} />
    </div>
    <StudyBody study={study} before={<TenMinutes ends={piece.ends} />} />
  </div>
);

const Sources = ({ piece: { lesson, document } }: { piece: PieceFacts }) => (
  <section aria-labelledby="de-onde">
    <h2 id="de-onde">De onde vem</h2>
    <dl className={styles.sources}>
      {lesson && (
        <div>
          <dt>Lição</dt>
          <dd>
            <Link to={lesson.path}>{lesson.title}</Link>
          </dd>
        </div>
      )}
      {document && (
        <div>
          <dt>Documento</dt>
          <dd>
            <Link to={document.path}>{document.title}</Link>
          </dd>
        </div>
      )}
    </dl>
    <p className={styles.advice}>Ao ler, diga a fonte. A peça pode ser cortada; as citações, não.</p>
  </section>
);
