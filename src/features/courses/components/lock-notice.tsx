import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { dayOfMonth } from "#app/lib/format.ts";
import { listInWords } from "#app/lib/text.ts";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import type { ModuleCard, ModuleLock, NextStep } from "../courses.answers.ts";
import styles from "./lock-notice.module.css";
import { missingInWords } from "./progress-words.ts";

/** What is missing, in one sentence. */
export function lockReason(lock: ModuleLock): string {
  if (lock.reason === "address") return "Confirme o seu e-mail para abrir este módulo.";
  if (lock.reason === "degree") return `Reservado ao grau de ${DEGREE_LABEL[lock.degree]}.`;
  return `Conclua ${listInWords(lock.missing.map(({ title }) => `“${title}”`))}.`;
}

type LinkProps = { className?: string };

/** The way to a degree's confirmation, or since when one is asked for: there is one request at a time. */
export function DegreeStep(link: LinkProps) {
  const { degreeRequest } = useMember();
  return (
    <Link to="/conta#grau" {...link}>
      {degreeRequest
        ? `Pedido enviado em ${dayOfMonth(new Date(degreeRequest.sentAt))}, aguardando`
        : "Solicitar confirmação de grau"}
    </Link>
  );
}

/** The one link out of a lock. */
export function LockStep({ lock, next, ...link }: { lock: ModuleLock; next?: NextStep | null } & LinkProps) {
  if (lock.reason === "degree") return <DegreeStep {...link} />;
  const [to, words] =
    lock.reason === "address"
      ? ["/conta#email", "Digitar o código"]
      : next
        ? [`/modulo/${next.moduleId}/licao/${next.number}`, `Seguir com “${next.title}”`]
        : [`/modulo/${lock.step.id}`, `Seguir com “${lock.step.title}”`];
  return (
    <Link to={to} {...link}>
      {words}
    </Link>
  );
}

/** Modules that are to be finished first, each with how far one is. */
export const MissingModules = ({ modules }: { modules: ModuleCard[] }) => (
  <ul className={styles.modules}>
    {modules.map((module) => (
      <li key={module.id}>
        <ModuleEmblem id={module.id} />
        <div>
          <h3>
            <Link to={`/modulo/${module.id}`} prefetch="intent">
              {module.title}
            </Link>
          </h3>
          <div className={styles.gauge}>
            <SmallGauge value={module.percent} divisions={module.lessonCount} label={`Progresso: ${module.title}`} />
            <span className="osf">{module.percent}%</span>
          </div>
          <p className="meta">{missingInWords(module)}</p>
        </div>
      </li>
    ))}
  </ul>
);

type Props = { lock: ModuleLock; missing: ModuleCard[]; next: NextStep | null };

/** Why a module or lesson is closed, and where to go on: never an empty page. */
export function LockNotice({ lock, missing, next }: Props) {
  return (
    <section className={styles.lock} aria-labelledby="t-falta">
      <h2 id="t-falta">O que falta para abrir</h2>
      {missing.length > 0 ? (
        <MissingModules modules={missing} />
      ) : (
        <p className={styles.reason}>
          <Icon name="lock" />
          <span>
            {lockReason(lock)}
            {lock.reason === "degree" && " O grau se recebe em Loja; aqui ele é apenas confirmado pela administração."}
          </span>
        </p>
      )}
      <LockStep lock={lock} next={next} className="btn" />
    </section>
  );
}
