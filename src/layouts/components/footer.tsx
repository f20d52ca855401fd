import { Link } from "react-router";
import { NewsletterForm } from "#app/features/newsletter/components/newsletter-form.tsx";
import { Mark } from "#app/ui/icons.tsx";

const LINKS = [
  { to: "/avaliacao", label: "Avaliação" },
  { to: "/modulos", label: "Módulos" },
  { to: "/dicionario", label: "Dicionário" },
  { to: "/biblioteca", label: "Biblioteca" },
  { to: "/faq", label: "Perguntas frequentes" },
  { to: "/contato", label: "Contato" },
];

export function Footer() {
  return (
    <footer className="foot no-print">
      <div className="page">
        <div>
          <p className="brand">
            <Mark />
            <span>Academia do Rito de&nbsp;York</span>
          </p>
          <p className="meta">Conteúdo de apoio ao estudo. Não substitui a instrução da sua Loja e não confere graus.</p>
        </div>
        <nav aria-label="Rodapé">
          <ul>
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <NewsletterForm />
        <p className="colophon">
          <span>
            <Link to="/termos">Termos de Serviço</Link> · <Link to="/privacidade">Política de Privacidade</Link> ·{" "}
            <Link to="/acessibilidade">Acessibilidade</Link>
          </span>
          <span className="osf">Composto em Playfair e Commissioner</span>
        </p>
      </div>
    </footer>
  );
}
