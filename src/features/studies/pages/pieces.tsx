import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { StudyList, StudyListShell } from "../components/study-list.tsx";
import type { StudyCard } from "../studies.answers.ts";

const WORDS = {
  over: "Para ler em Loja",
  title: "Peças",
  lead: "Dez minutos em voz alta sobre um pensamento e um documento, com três perguntas para a conversa. Sem palavra, sinal ou cerimônia: não substituem a instrução da Loja.",
};

const YORK = "Para os corpos do Rito de York";
const ofDegree = (degree: StudyCard["degree"]) => `Grau de ${DEGREE_LABEL[degree]}`;

export const handle: WaitingPage = { Shell: () => <StudyListShell {...WORDS} /> };

export default function PiecesPage() {
  return (
    <StudyList
      {...WORDS}
      sort="piece"
      failed="Erro ao carregar as peças"
      shelves={[...DEGREES.map(ofDegree), YORK]}
      shelfOf={({ degree, york }) => (york === null ? ofDegree(degree) : YORK)}
    />
  );
}
