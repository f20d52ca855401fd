import { useState } from "react";
import { Link } from "react-router";
import { useSession } from "#app/features/account/account.queries.ts";
import type { Role } from "#app/features/account/account.table.ts";
import { CORRECTED } from "#app/features/account/profile.schema.ts";
import { coversDegree, DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { shortDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { ActionMenu, type MenuAction } from "#app/ui/action-menu.tsx";
import { InlineSelect } from "#app/ui/inline-select.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AdminMember } from "../admin.answers.ts";
import { useChangeRole, useEndSessions, useLiftSuspension, useSendPasswordLink } from "../admin.queries.ts";
import { ROLE_LABEL } from "../admin.schema.ts";
import styles from "../pages/admin.module.css";
import { CorrectMember } from "./correct-member.tsx";
import {
  ConfirmAdministrator,
  ConfirmDegree,
  ConfirmDelete,
  ConfirmResetFactors,
  ConfirmStepDown,
  ConfirmSuspend,
} from "./member-dialogs.tsx";

/** What is asked before it is done. */
type Question =
  | { kind: "delete"; member: AdminMember }
  | { kind: "reset-factors"; member: AdminMember }
  | { kind: "degree"; member: AdminMember; degree: Degree }
  | { kind: "suspend"; member: AdminMember }
  | { kind: "correct"; member: AdminMember }
  | { kind: "administrator"; member: AdminMember }
  | { kind: "step-down"; member: AdminMember };

/** A table where there is room, a card for each member where there is not. */
export function MembersTable({ members }: { members: AdminMember[] }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const changeRole = useChangeRole();
  const close = () => setQuestion(null);
  const setRole = (member: AdminMember, role: Role) =>
    changeRole.mutate(
      { member, role },
      {
        onSuccess: () => toastSuccess("Sucesso", "Permissão atualizada com sucesso!"),
        onError: (error) => toastFailure("Não foi possível atualizar a permissão.", error),
      },
    );
  return (
    <>
      <table className={`${tableStyles.records} ${styles.members}`}>
        <caption className="visually-hidden">Usuários</caption>
        <thead>
          <tr>
            {["Nome", "Email", "Loja", "Grau", "Permissão", "Data de Cadastro", "Ações"].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onRole={(role) => {
                if (role === "admin") setQuestion({ kind: "administrator", member });
                else if (member.self) setQuestion({ kind: "step-down", member });
                else setRole(member, role);
              }}
              onCorrect={() => setQuestion({ kind: "correct", member })}
              onSuspend={() => setQuestion({ kind: "suspend", member })}
              onDegree={(degree) => setQuestion({ kind: "degree", member, degree })}
              onResetFactors={() => setQuestion({ kind: "reset-factors", member })}
              onDelete={() => setQuestion({ kind: "delete", member })}
            />
          ))}
        </tbody>
      </table>
      {question?.kind === "delete" && <ConfirmDelete member={question.member} onClose={close} />}
      {question?.kind === "correct" && <CorrectMember member={question.member} onClose={close} />}
      {question?.kind === "suspend" && <ConfirmSuspend member={question.member} onClose={close} />}
      {question?.kind === "administrator" && <ConfirmAdministrator member={question.member} onClose={close} />}
      {question?.kind === "reset-factors" && <ConfirmResetFactors member={question.member} onClose={close} />}
      {question?.kind === "degree" && <ConfirmDegree member={question.member} degree={question.degree} onClose={close} />}
      {question?.kind === "step-down" && (
        <ConfirmStepDown
          onClose={close}
          onConfirm={() => {
            close();
            setRole(question.member, "user");
          }}
        />
      )}
    </>
  );
}

type RowProps = {
  member: AdminMember;
  onRole: (role: Role) => void;
  onDegree: (degree: Degree) => void;
  onResetFactors: () => void;
  onCorrect: () => void;
  onSuspend: () => void;
  onDelete: () => void;
};

function MemberRow({ member, onRole, onDegree, onResetFactors, onCorrect, onSuspend, onDelete }: RowProps) {
  const { name, email, lodge, degree, role, createdAt, self, lastAdmin, unconfirmed, suspended, can } = member;
  const own = useSession().data?.member?.degree ?? "aprendiz";
  // none above one's own: who confirms it is an administrator who has it
  const degrees = Object.fromEntries(
    DEGREES.filter((one) => one === degree || coversDegree(own, one)).map((one) => [one, DEGREE_LABEL[one]]),
  ) as Record<Degree, string>;
  const endSessions = useEndSessions();
  const liftSuspension = useLiftSuspension();
  const lift = () =>
    liftSuspension.mutate(member, {
      onSuccess: () => toastSuccess("Conta reaberta", `${name} recebe um e-mail e pode entrar de novo.`),
      onError: (error) => toastFailure("Não foi possível reabrir a conta.", error),
    });
  const end = () =>
    endSessions.mutate(member, {
      onSuccess: ({ ended }) =>
        toastSuccess(
          "Sessões encerradas",
          ended === 0 ? `${name} não tinha sessão aberta.` : `${name}: ${plural(ended, "sessão", "sessões")}.`,
        ),
      onError: (error) => toastFailure("Não foi possível encerrar as sessões.", error),
    });
  const sendLink = useSendPasswordLink();
  const send = () =>
    sendLink.mutate(member, {
      onSuccess: () => toastSuccess("Link a caminho", `Vai para ${email} e vale por uma hora.`),
      onError: (error) => toastFailure("Não foi possível enviar o link.", error),
    });
  const actions: MenuAction[] = [
    ...(can.correct ? [{ label: `Corrigir ${CORRECTED}`, onSelect: onCorrect }] : []),
    ...(can.correct && !suspended ? [{ label: "Enviar link de nova senha", onSelect: send }] : []),
    ...(can.endSessions ? [{ label: "Encerrar sessões", onSelect: end }] : []),
    ...(can.resetFactors ? [{ label: "Desligar as duas etapas", onSelect: onResetFactors }] : []),
    ...(can.suspend && suspended ? [{ label: "Reabrir a conta", onSelect: lift }] : []),
    ...(can.suspend && !suspended ? [{ label: "Suspender usuário", onSelect: onSuspend, danger: true }] : []),
    ...(can.delete ? [{ label: "Deletar usuário", onSelect: onDelete, danger: true }] : []),
  ];
  return (
    <tr>
      <th scope="row">
        {name}
        {self && <span className="meta"> (você)</span>}
        {suspended && <span className="badge">Suspenso</span>}
        {unconfirmed && <span className="badge">E-mail por confirmar</span>}
      </th>
      <td data-label="Email" className="email">
        {email}
      </td>
      <td data-label="Loja">{lodge ?? <span className="meta">não informada</span>}</td>
      <td data-label="Grau" className={`${tableStyles.half} deg-${degree}`}>
        <InlineSelect
          label={`Grau de ${name}`}
          value={degree}
          options={degrees}
          onChange={onDegree}
          disabled={!can.changeDegree}
        />
      </td>
      <td data-label="Permissão" className={tableStyles.half}>
        <InlineSelect
          label={`Permissão de ${name}`}
          value={role}
          options={ROLE_LABEL}
          onChange={onRole}
          disabled={!can.changeRole}
        />
        {lastAdmin && <p className={`meta ${styles.only}`}>Único administrador</p>}
      </td>
      <td data-label="Data de Cadastro" className={tableStyles.half}>
        <time dateTime={createdAt}>{shortDate(new Date(createdAt))}</time>
      </td>
      <td className={`${tableStyles.half} ${tableStyles.acts}`}>
        {actions.length > 0 ? (
          <ActionMenu label={`Ações para ${name}`} actions={actions} />
        ) : (
          <Link className="go" to="/conta">
            Minha conta
          </Link>
        )}
      </td>
    </tr>
  );
}
