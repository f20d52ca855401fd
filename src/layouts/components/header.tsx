import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { LeaveButton } from "#app/features/account/components/leave-button.tsx";
import { applyReading, withOtherTheme } from "#app/lib/reading.ts";
import { useBackCloses } from "#app/ui/back-closes.ts";
import { Icon, Mark } from "#app/ui/icons.tsx";
import { Bell } from "./bell.tsx";
import { useFigures } from "./figures.ts";
import { SearchOpener } from "./search-opener.tsx";

type HeaderLink = {
  to: string;
  label: string;
  /** Shown to members only. */
  members?: true;
  /** Where else one is in this part of the site. */
  covers?: string[];
};

const LINKS: HeaderLink[] = [
  { to: "/avaliacao", label: "Avaliação" },
  { to: "/modulos", label: "Módulos", covers: ["/modulo", "/exame"] },
  { to: "/rito-york", label: "Rito de York" },
  { to: "/mentoria", label: "Mentoria" },
  { to: "/comunidade", label: "Comunidade", members: true },
  {
    to: "/biblioteca",
    label: "Biblioteca",
    covers: ["/documentos", "/estudos", "/pecas", "/vidas", "/pranchas", "/efemerides", "/mapa"],
  },
  { to: "/dicionario", label: "Dicionário" },
];

/** What is the member's own: in the menu, below the sections on a phone, by itself on a wide screen. */
const OWN: HeaderLink[] = [
  { to: "/semana", label: "Semana" },
  { to: "/grupos", label: "Grupo de leitura" },
  { to: "/documentos", label: "Documentos" },
  { to: "/estudos", label: "Estudos" },
  { to: "/pecas", label: "Peças para a Loja" },
  { to: "/vidas", label: "Vidas" },
  { to: "/pranchas", label: "Pranchas" },
  { to: "/efemerides", label: "Efemérides" },
  { to: "/mapa", label: "Mapa e tempo" },
  { to: "/revisao", label: "Revisão" },
  { to: "/certificados", label: "Certificados" },
  { to: "/notificacoes", label: "Notificações" },
  { to: "/anotacoes", label: "Minhas anotações" },
  { to: "/conta", label: "Minha conta" },
];

/** @param place in place of the navigation, takes the element in which the page has its own way out (src/ui/reduced-header.tsx) */
export function Header({ place }: { place?: ((element: HTMLElement | null) => void) | undefined }) {
  return (
    <>
      <a className="skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className={place ? "masthead reduced no-print" : "masthead no-print"}>
        <div className="page">
          <Link className="brand" to="/">
            <Mark />
            <span>Academia do Rito de&nbsp;York</span>
          </Link>
          {place ? (
            <div className="masthead-own">
              <ThemeButton />
              <div ref={place} />
            </div>
          ) : (
            <Ways />
          )}
        </div>
      </header>
    </>
  );
}

/** What only signed-in visitors need is loaded for them alone; the buttons themselves are in the static page. */
const account = () => import("#app/features/account/session.ts");

/** Everywhere a visitor may go from here. */
function Ways() {
  useEffect(() => {
    // Without a connection the header keeps what it knew; pages that need the session report the failure themselves.
    if (document.documentElement.dataset.session)
      void account().then(({ refreshSession }) => refreshSession().catch(() => undefined));
  }, []);
  return (
    <>
      <nav className="nav-wide" aria-label="Principal">
        <NavLinks />
      </nav>
      <SearchOpener />
      <Link className="btn btn-2 btn-sm resume when-in" to="/continuar" prefetch="intent">
        Continuar <Icon name="arrow" />
      </Link>
      <Bell />
      <ThemeButton />
      <Link className="btn btn-sm when-out" to="/login" state={{ tab: "entrar" }}>
        Entrar
      </Link>
      <Menu />
    </>
  );
}

/** How much waits for a decision, beside the way to it. */
const Decisions = ({ count }: { count: number | null | undefined }) =>
  count ? (
    <b className="osf">
      <span className="visually-hidden">, à espera: </span>
      {count > 99 ? "99+" : count}
    </b>
  ) : null;

/** A way of the header, marked on its page and on those that it covers. */
function Way({ to, covers = [], children }: { to: string; covers?: string[] | undefined; children: ReactNode }) {
  const { pathname } = useLocation();
  const within = [to, ...covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <Link to={to} prefetch="intent" aria-current={pathname === to ? "page" : within || undefined}>
      {children}
    </Link>
  );
}

function NavLinks() {
  const decisions = useFigures()?.decisions;
  return (
    <ul>
      {LINKS.map(({ to, label, members, covers }) => (
        <li key={to} className={members && "when-in"}>
          <Way to={to} covers={covers}>
            {label}
          </Way>
        </li>
      ))}
      <li className="when-admin">
        <Way to="/admin" covers={["/gestao-mentores"]}>
          Admin <Decisions count={decisions?.administration} />
        </Way>
      </li>
      <li className="when-officer">
        <Way to="/minha-loja">
          Minha Loja <Decisions count={decisions?.lodge} />
        </Way>
      </li>
      <li className="when-in">
        <Way to="/dashboard" covers={["/revisao", "/certificados", "/anotacoes"]}>
          Meu painel
        </Way>
      </li>
    </ul>
  );
}

/** The address at which the menu is open: another layout brings a header of its own, in which it stays open. */
let openAt: string | undefined;

/**
 * On a phone everything; on a wide screen, where the sections have their row, what is the member's own, under the sign of a person.
 * Closes when a link was followed, as it is a new element at each address; on Escape (`src/early/close-menu.ts`); on Back; and on a tap outside,
 * which does nothing else (`.menu[open] summary::before`). It opens before the scripts have come, and nothing closes it when they come.
 */
function Menu() {
  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState<string>();
  const element = useRef<HTMLDetailsElement>(null);
  useBackCloses(shownAt === pathname, () => {
    if (element.current) element.current.open = false;
  });
  const stayOpen = useCallback(
    (menu: HTMLDetailsElement | null) => {
      element.current = menu;
      if (!menu) return;
      menu.open ||= openAt === pathname;
      openAt = menu.open ? pathname : undefined;
    },
    [pathname],
  );
  return (
    <details
      key={pathname}
      ref={stayOpen}
      className="menu"
      onToggle={({ currentTarget }) => {
        openAt = currentTarget.open ? pathname : undefined;
        setShownAt(openAt);
      }}
    >
      <summary className="icon-btn" aria-label="Menu">
        <Icon name="menu" className="when-narrow" />
        <Icon name="user" className="when-wide" />
      </summary>
      <nav aria-label="Menu">
        <NavLinks />
        <ul className="menu-own">
          <li className="when-narrow">
            <Way to="/busca">Buscar</Way>
          </li>
          <li className="when-writer">
            <Way to="/admin/conteudo">Conteúdo</Way>
          </li>
          {OWN.map(({ to, label }) => (
            <li key={to} className="when-in">
              <Way to={to}>{label}</Way>
            </li>
          ))}
          <li>
            <button type="button" className="theme" onClick={toggleTheme}>
              <span className="i-moon">Tema escuro</span>
              <span className="i-sun">Tema claro</span>
            </button>
          </li>
        </ul>
        <LeaveButton className="when-in" />
      </nav>
    </details>
  );
}

/** Without a connection the theme is this device's only. */
function toggleTheme(): void {
  const settings = withOtherTheme();
  applyReading(settings);
  if (document.documentElement.dataset.session)
    void import("#app/features/account/reading.ts").then(({ saveReading }) => saveReading(settings)).catch(() => undefined);
}

function ThemeButton() {
  return (
    <button type="button" className="icon-btn theme" aria-label="Alternar tema claro e escuro" onClick={toggleTheme}>
      <Icon name="moon" className="i-moon" />
      <Icon name="sun" className="i-sun" />
    </button>
  );
}
