import { Link } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import type { LessonBody } from "../authoring.schema.ts";
import { questionsPath } from "../authoring-words.ts";
import { Standfirst, StandfirstLead, TextDesk, WaitingDesk } from "../components/text-desk.tsx";
import { type EditorProps, TextPage } from "../components/text-page.tsx";

const Shell = () => <WaitingDesk title="Título da lição" heading="Lição" />;

export const handle: WaitingPage = { Shell };

/** A lesson as its authors write it, beside the page as members will see it. */
export default function LessonEditorPage() {
  return <TextPage kind="lesson" shell={<Shell />} Editor={Editor} />;
}

const WORDS = { title: "Título da lição", text: "Texto da lição", length: "de 700 a 1.500" };

const Editor = (props: EditorProps) => (
  <TextDesk<LessonBody>
    {...props}
    words={WORDS}
    also={<Link to={questionsPath({ kind: "lesson", id: props.text.id })}>Questões</Link>}
    Fields={Standfirst}
    Lead={StandfirstLead}
  />
);
