import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { Mark } from "#app/ui/icons.tsx";

export default function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for the missing path in the console
    console.error("404:", pathname);
  }, [pathname]);
  return (
    <div className="narrow">
      <title>Página não encontrada · Academia</title>
      <meta name="robots" content="noindex" />
      <Mark />
      <p className="caps caps-gold">Erro 404</p>
      <h1 lang="en">Oops! Page not found</h1>
      <p>Não encontramos esta página. O endereço pode ter mudado ou estar incompleto.</p>
      <p>
        <Link className="btn" to="/">
          Voltar ao início
        </Link>
      </p>
    </div>
  );
}
