import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { StudyList, StudyListShell } from "../components/study-list.tsx";
import type { StudyCard } from "../studies.answers.ts";

const WORDS = {
  over: "Rito de York",
  title: "Estudos",
  lead: "Ensaios sobre os graus e a história do rito, cada um com os documentos em que se apoia. Dizem o que é documento, o que é tradição, o que é leitura e o que varia.",
};

/** The parts of the series: by the body of the York Rite whose degrees they are about, and history. */
const PARTS = [
  { title: "Os graus do Capítulo", from: 4, to: 7 },
  { title: "O Conselho", from: 8, to: 10 },
  { title: "As ordens", from: 11, to: 13 },
] as const;
const HISTORY = "Como o rito se fez";

const partOf = ({ york }: StudyCard) =>
  PARTS.find(({ from, to }) => york !== null && york >= from && york <= to)?.title ?? HISTORY;

export const handle: WaitingPage = { Shell: () => <StudyListShell {...WORDS} /> };

export default function StudiesPage() {
  return (
    <StudyList
      {...WORDS}
      sort="study"
      failed="Erro ao carregar os estudos"
      shelves={[...PARTS.map(({ title }) => title), HISTORY]}
      shelfOf={partOf}
    />
  );
}
