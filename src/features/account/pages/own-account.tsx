import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { DataSection } from "../components/data-section.tsx";
import { DegreeSection } from "../components/degree-section.tsx";
import { DeletionSection } from "../components/deletion-section.tsx";
import { PasswordSection } from "../components/password-section.tsx";
import { ProfileSection } from "../components/profile-section.tsx";
import { SessionsSection } from "../components/sessions-section.tsx";
import "./own-account.css";

const PARTS = [
  { id: "perfil", label: "Perfil" },
  { id: "grau", label: "Grau" },
  { id: "senha", label: "Senha" },
  { id: "sessoes", label: "Sessões abertas" },
  { id: "dados", label: "Seus dados" },
  { id: "excluir", label: "Excluir a conta" },
];

export default function OwnAccountPage() {
  useHashOnArrival();
  return (
    <div className="page account">
      <title>Minha conta · Academia</title>
      <header className="page-head">
        <h1>Minha conta</h1>
        <p className="lead">Seu cadastro, sua senha e os dados que guardamos.</p>
      </header>
      <Index />
      <div className="account-parts">
        <ProfileSection />
        <DegreeSection />
        <PasswordSection />
        <SessionsSection />
        <DataSection />
        <DeletionSection />
      </div>
    </div>
  );
}

/** The page stands only once the session has loaded, which is after the browser looked for the part that the address names. */
function useHashOnArrival() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}

/** The parts of the page, with the one being read marked. */
function Index() {
  const [reading, setReading] = useState(PARTS[0]!.id);
  useEffect(() => {
    // A part is being read when it crosses a line a quarter down the window.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setReading(target.id);
      },
      { rootMargin: "-25% 0px -74%" },
    );
    for (const { id } of PARTS) observer.observe(document.getElementById(id)!);
    return () => observer.disconnect();
  }, []);
  return (
    <nav className="account-index" aria-label="Nesta página">
      <ol>
        {PARTS.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === reading ? "location" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
