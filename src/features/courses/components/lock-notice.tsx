import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { dayAndMonth } from "#app/lib/format.ts";
import { listInWords } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { ModuleLock, NextStep } from "../courses.answers.ts";
import styles from "./module-row.module.css";

/** What is missing, in one sentence. */
export function lockReason(lock: ModuleLock): string {
  if (lock.reason === "address") return "Confirme o seu e-mail para abrir este módulo.";
  if (lock.reason === "degree") return `Reservado ao grau de ${DEGREE_LABEL[lock.degree]}.`;
  return `Conclua ${listInWords(lock.missing.map(({ title }) => `“${title}”`))}.`;
}

/** The way to the degree, or how long it has been asked for. */
export function DegreeStep({ degree }: { degree: Degree }) {
  const { degreeRequest } = useMember();
  if (degreeRequest?.degree === degree)
    return <Link to="/conta#grau">Pedido enviado em {dayAndMonth(new Date(degreeRequest.sentAt))}, aguardando</Link>;
  return <Link to="/conta#grau">Solicitar confirmação de grau</Link>;
}

/** The one link out of a lock. */
export function LockStep({ lock, next }: { lock: ModuleLock; next?: NextStep | null }) {
  if (lock.reason === "address") return <Link to="/conta#email">Digitar o código</Link>;
  if (lock.reason === "degree") return <DegreeStep degree={lock.degree} />;
  if (next) return <Link to={`/modulo/${next.moduleId}/licao/${next.number}`}>Seguir com “{next.title}”</Link>;
  return <Link to={`/modulo/${lock.step.id}`}>Seguir com “{lock.step.title}”</Link>;
}

/** Why a module or lesson is closed, and where to go on: never an empty page. */
export function LockNotice({ lock, next }: { lock: ModuleLock; next: NextStep | null }) {
  return (
    <div className={`note ${styles.lockNotice}`}>
      <Icon name="lock" className="ico-box" />
      <div>
        <p>
          <strong>Este módulo ainda não está aberto.</strong> {lockReason(lock)}
          {lock.reason === "degree" && " O grau se recebe em Loja; aqui ele é apenas confirmado pela administração."}
        </p>
        <p>
          <LockStep lock={lock} next={next} />
        </p>
      </div>
    </div>
  );
}
