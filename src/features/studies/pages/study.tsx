import { Link } from "react-router";
import { Contents } from "#app/features/reader/components/contents.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ReadStudy, StudyShell } from "../components/read-study.tsx";
import { StudyBody } from "../components/study-body.tsx";
import { StudyHead } from "../components/study-head.tsx";
import type { StudyText } from "../studies.answers.ts";

export const handle: WaitingPage = { Shell: () => <StudyShell sort="study" /> };

export default function StudyPage() {
  return <ReadStudy sort="study">{(study) => <Study key={study.id} study={study} />}</ReadStudy>;
}

const Study = ({ study }: { study: StudyText }) => (
  <div className={`page ${readerStyles.lesson}`}>
    <title>{`Estudo ${study.order} · Academia`}</title>
    <StudyHead study={study} running={`Estudo ${study.order} de ${study.count}`} minutes="minutos de estudo">
      <li>
        <Link to="/rito-york">Rito de York</Link>
      </li>
    </StudyHead>
    <Contents
      title="Neste estudo"
      items={[...study.headings, { id: "questoes", title: "Questões" }]}
      className={readerStyles.contents}
    />
    <StudyBody study={study} />
  </div>
);
