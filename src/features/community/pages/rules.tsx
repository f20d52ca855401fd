import { Link } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { MarginNote } from "#app/ui/margin-note.tsx";
import { PageShell } from "#app/ui/states.tsx";
import { useCommunity } from "../boards/boards.queries.ts";
import { AcceptButton } from "../components/accept-rules.tsx";
import styles from "./community.module.css";

const RULES = [
  {
    title: "Fale como na antessala",
    text: "Escreva o que diria em voz alta, com todos os irmãos ouvindo. Discorde da ideia, nunca do homem, e assine o que escreve.",
  },
  {
    title: "A cada grau o que é dele",
    text: "O que pertence a um grau superior ao da sala não se escreve nela, nem por alusão. Sinais, toques, palavras e o que é próprio do ritual não se escrevem em nenhuma.",
  },
  {
    title: "O que é dos outros fica com eles",
    text: "Não exponha dados, cargos ou confidências de ninguém, irmão ou não, nem leve daqui o que um irmão escreveu para os irmãos.",
  },
  {
    title: "Política, religião e comércio ficam à porta",
    text: "Aqui se estuda e se conversa sobre o ofício. Campanhas, pregações e vendas têm outros lugares.",
  },
  {
    title: "Quem vê, avisa",
    text: "Se uma mensagem fere uma destas regras, denuncie-a com o motivo. Um moderador olha, decide e diz ao autor por quê. O que se apaga deixa o lugar marcado.",
  },
];

const Head = () => (
  <>
    <title>Regras da casa · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Comunidade</p>
      <h1>Regras da casa</h1>
      <p className="lead">Cinco, aceitas uma vez, antes da primeira mensagem.</p>
    </header>
  </>
);

const List = () => (
  <ol className={styles.rules}>
    {RULES.map(({ title, text }) => (
      <li key={title}>
        <h2>{title}</h2>
        <p>{text}</p>
      </li>
    ))}
  </ol>
);

const AfterReport = () => (
  <MarginNote emblem={10} title="Depois de uma denúncia">
    <p>
      Três irmãos que denunciam a mesma mensagem a tiram da vista até um moderador a ler. O autor fica sabendo o motivo, e o que
      ele escreveu não se perde.
    </p>
  </MarginNote>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <div className="with-aside">
        <List />
        <AfterReport />
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function RulesPage() {
  const me = useCommunity().data?.me;
  return (
    <div className="page">
      <Head />
      <div className="with-aside">
        <div>
          <List />
          <p className={styles.acceptance} role="status">
            {me?.rulesAccepted && (
              <span className="meta">
                <Icon name="check" /> Você aceitou estas regras.
              </span>
            )}
            {me && !me.rulesAccepted && <AcceptButton />}
          </p>
          <Link className="go" to="/comunidade">
            Ir para a comunidade <Icon name="arrow" />
          </Link>
        </div>
        <AfterReport />
      </div>
    </div>
  );
}
