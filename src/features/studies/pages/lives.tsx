import { Link } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { StudyList, StudyListShell } from "../components/study-list.tsx";

const WORDS = {
  over: "Quem escreveu, quem reuniu, quem disputou",
  title: "Vidas",
  lead: (
    <>
      Homens que a Ordem cita, contados pelo que os papéis dizem: o que se sabe, por onde se sabe e o que é lenda.{" "}
      <Link to="/mapa">Ver no mapa</Link>.
    </>
  ),
};

const ALL = "Em ordem de nascimento";

export const handle: WaitingPage = { Shell: () => <StudyListShell {...WORDS} /> };

export default function LivesPage() {
  return <StudyList {...WORDS} sort="life" failed="Erro ao carregar as vidas" shelves={[ALL]} shelfOf={() => ALL} />;
}
