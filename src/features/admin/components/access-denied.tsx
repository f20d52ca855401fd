import { useEffect } from "react";
import { Link } from "react-router";
import { useForgetAdministration } from "../admin.queries.ts";

/** Shown when the API refuses the panel. What was read before goes out of memory when the reader moves on. */
export function AccessDenied() {
  const forget = useForgetAdministration();
  useEffect(() => forget, [forget]);
  return (
    <div className="page">
      <title>Acesso Negado · Academia</title>
      <header className="page-head">
        <div role="alert">
          <h1>Acesso Negado</h1>
          <p className="lead">Você não tem permissão para acessar esta página.</p>
        </div>
      </header>
      <p>
        <Link className="btn" to="/dashboard">
          Ir para o meu painel
        </Link>
      </p>
    </div>
  );
}
