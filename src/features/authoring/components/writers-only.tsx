import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { ErrorState } from "#app/ui/states.tsx";

/** A page of the writers that did not open: for whom it is, or trying again. */
export function WritersOnly({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : undefined;
  const closed = code === "forbidden" || code === "locked";
  return (
    <div className="page">
      <title>Conteúdo · Academia</title>
      <header className="page-head">
        <h1>{closed ? "Esta parte é de quem escreve" : "Conteúdo"}</h1>
        {closed && <p className="lead">{error?.message}</p>}
      </header>
      {closed ? (
        <p>
          Os papéis de autor e de revisor, por grau, são dados por um administrador.{" "}
          <Link to="/dashboard">Voltar ao meu painel</Link>
        </p>
      ) : (
        <ErrorState title="Não foi possível abrir este texto." error={error} onRetry={onRetry} />
      )}
    </div>
  );
}
