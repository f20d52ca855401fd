import { Link } from "react-router";

/** In place of a page of the administration: their account administers, and lacks the second factor that this asks for. */
export const FactorMissing = () => (
  <div className="page">
    <title>Faltam as duas etapas · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Administração</p>
      <h1>Faltam as duas etapas</h1>
      <p className="lead">
        O Painel Admin abre só para quem entra em duas etapas, porque mostra dados de outros irmãos. Configure-as uma vez, em
        Minha conta; leva poucos minutos.
      </p>
    </header>
    <p>
      <Link className="btn" to="/conta#duas-etapas">
        Configurar as duas etapas
      </Link>
    </p>
    <p className="meta">Se já as configurou, saia e entre de novo: a segunda etapa é pedida na entrada.</p>
  </div>
);
