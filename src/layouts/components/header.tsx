import { useEffect, useState } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon, Mark } from "#app/ui/icons.tsx";

const LINKS = [
  { to: "/avaliacao", label: "Avaliação" },
  { to: "/modulos", label: "Módulos" },
  { to: "/rito-york", label: "Rito de York" },
  { to: "/mentoria", label: "Mentoria" },
  { to: "/biblioteca", label: "Biblioteca" },
  { to: "/dicionario", label: "Dicionário" },
];

export function Header() {
  return (
    <>
      <a className="skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className="masthead no-print">
        <div className="page">
          <Link className="brand" to="/">
            <Mark />
            <span>Academia do Rito de&nbsp;York</span>
          </Link>
          <nav className="nav-wide" aria-label="Principal">
            <NavLinks />
          </nav>
          <ThemeButton />
          <SessionButtons />
          <PhoneMenu />
        </div>
      </header>
    </>
  );
}

function NavLinks() {
  return (
    <ul>
      {LINKS.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} prefetch="intent">
            {label}
          </NavLink>
        </li>
      ))}
      <li className="when-admin">
        <NavLink to="/admin">Admin</NavLink>
      </li>
      <li className="when-in">
        <NavLink to="/dashboard" prefetch="intent">
          Meu painel
        </NavLink>
      </li>
    </ul>
  );
}

/**
 * Closes when a link was followed, as it is a new element at each address; on Escape (`src/early/close-menu.ts`); and on a tap outside,
 * which does nothing else (`.menu[open] summary::before`). It opens before the scripts have come, and nothing closes it when they come.
 */
function PhoneMenu() {
  const { pathname } = useLocation();
  return (
    <details key={pathname} className="menu">
      <summary className="icon-btn" aria-label="Menu">
        <Icon name="menu" />
      </summary>
      <nav aria-label="Menu">
        <NavLinks />
        <ul className="menu-own">
          <li className="when-in">
            <NavLink to="/documentos">Documentos</NavLink>
          </li>
          <li className="when-in">
            <NavLink to="/estudos">Estudos</NavLink>
          </li>
          <li className="when-in">
            <NavLink to="/conta">Minha conta</NavLink>
          </li>
          <li>
            <button type="button" className="theme" onClick={toggleTheme}>
              <span className="i-moon">Tema escuro</span>
              <span className="i-sun">Tema claro</span>
            </button>
          </li>
        </ul>
        <LeaveButton />
      </nav>
    </details>
  );
}

/** What only signed-in visitors need is loaded for them alone; the buttons themselves are in the static page. */
const account = () => import("#app/features/account/session.ts");

function SessionButtons() {
  useEffect(() => {
    // Without a connection the header keeps what it knew; pages that need the session report the failure themselves.
    if (document.documentElement.dataset.session)
      void account().then(({ refreshSession }) => refreshSession().catch(() => undefined));
  }, []);
  return (
    <>
      <Link className="btn btn-sm when-out" to="/login" state={{ tab: "entrar" }}>
        Entrar
      </Link>
      <Link className="btn btn-2 btn-sm resume when-in" to="/continuar" prefetch="intent">
        Continuar <Icon name="arrow" />
      </Link>
      <Link className="icon-btn account-link" to="/conta" aria-label="Minha conta">
        <Icon name="user" />
      </Link>
      <LeaveButton small className="leave" />
    </>
  );
}

function LeaveButton({ small, className = "" }: { small?: true; className?: string }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    // without a connection the code that would say so may not come either
    const left = await import("#app/features/account/leave.ts").then(({ leave }) => leave()).catch(() => false);
    setLeaving(false);
    if (left) void navigate("/login");
  };
  return (
    <Button look="secondary" small={small} className={`when-in ${className}`} busy={leaving} onClick={() => void leave()}>
      Sair
    </Button>
  );
}

function toggleTheme(): void {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("tema", root.dataset.theme);
  } catch {
    // storage may be refused; the choice then lasts for this page
  }
}

function ThemeButton() {
  return (
    <button type="button" className="icon-btn theme" aria-label="Alternar tema claro e escuro" onClick={toggleTheme}>
      <Icon name="moon" className="i-moon" />
      <Icon name="sun" className="i-sun" />
    </button>
  );
}
