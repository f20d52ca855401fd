import { useState } from "react";
import { coversDegree, DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import { SelectField, TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { suspensionInput } from "../admin.schema.ts";
import type { ListedMember, MemberBatchResult } from "../member-list.answers.ts";
import { useMemberBatch } from "../member-list.queries.ts";
import styles from "../pages/members.module.css";

type Props = { members: ListedMember[]; onClose: () => void; onDone: () => void };

/** Why an act passes a member over; null where it does not. */
type LeftOut = (member: ListedMember) => string | null;

const degreeLeavesOut =
  (degree: Degree): LeftOut =>
  ({ self, can, standing, degree: own }) => {
    if (!can.changeDegree) return self ? "o seu grau quem confirma é outro administrador" : "não cabe a você";
    if (standing === "unconfirmed") return "não confirmou o e-mail";
    if (standing === "waiting") return "ainda não foi admitido";
    if (standing === "suspended") return "a conta está suspensa";
    return coversDegree(own, degree) ? `já é ${DEGREE_LABEL[own]}` : null;
  };

const suspensionLeavesOut: LeftOut = ({ self, can, standing }) => {
  if (standing === "suspended") return "já está suspenso";
  if (can.suspend) return null;
  return self ? "a sua conta só outro administrador suspende" : "é o único administrador";
};

function People({
  members,
  leftOut,
  change,
}: {
  members: ListedMember[];
  leftOut: LeftOut;
  change: (member: ListedMember) => string;
}) {
  return (
    <ul className={styles.people}>
      {members.map((member) => {
        const why = leftOut(member);
        return (
          <li key={member.id}>
            <strong>{member.name}</strong>
            <span className={why ? styles.late : undefined}>{why ? `Fica de fora: ${why}` : change(member)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Says for how many an act was done, and names the others with the reason. */
function report({ results }: MemberBatchResult, members: ListedMember[], done: (count: number) => string): void {
  const refused = results.flatMap(({ userId, refusal }) => {
    const name = members.find(({ id }) => id === userId)?.name;
    return refusal && name ? [`${name}: ${refusal}`] : [];
  });
  const count = results.length - refused.length;
  if (refused.length > 0) toastError(done(count), refused.join(" "));
  else toastSuccess("Feito", done(count));
}

/** Confirms one degree for several members; only raises. */
export function ConfirmDegrees({ members, onClose, onDone }: Props) {
  const batch = useMemberBatch();
  const [degree, setDegree] = useState<Degree>("companheiro");
  const leftOut = degreeLeavesOut(degree);
  const chosen = members.filter((member) => leftOut(member) === null);
  const confirm = () =>
    batch.mutate(
      { act: "degree", degree, userIds: chosen.map(({ id }) => id) },
      {
        onSuccess: (result, here) => {
          report(result, members, (count) => `${plural(count, "grau confirmado", "graus confirmados")}.`);
          if (here) onDone();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) confirm();
      }}
      title={`Confirmar o grau de ${plural(chosen.length, "irmão", "irmãos")}`}
      action={chosen.length === 0 ? "Ninguém a confirmar" : `Confirmar ${plural(chosen.length, "grau", "graus")}`}
      busyLabel="Confirmando..."
      busy={batch.isPending}
    >
      <SelectField
        label="Grau que a Loja conferiu"
        value={degree}
        disabled={batch.isPending}
        onChange={({ target }) => setDegree(DEGREES.find((each) => each === target.value) ?? degree)}
      >
        {DEGREES.filter((each) => each !== "aprendiz").map((each) => (
          <option key={each} value={each}>
            {DEGREE_LABEL[each]}
          </option>
        ))}
      </SelectField>
      <People
        members={members}
        leftOut={leftOut}
        change={(member) => `${DEGREE_LABEL[member.degree]} → ${DEGREE_LABEL[degree]}`}
      />
      <p>As lições do grau abrem na hora, e uma carta avisa cada um. O registro guarda o seu nome e a data.</p>
      <FormError message={batch.error?.message} />
    </FormDialog>
  );
}

/** Suspends several members for one reason. */
export function SuspendSeveral({ members, onClose, onDone }: Props) {
  const batch = useMemberBatch();
  const form = useZodForm(suspensionInput, { reason: "" });
  const chosen = members.filter((member) => suspensionLeavesOut(member) === null);
  const submit = form.handleSubmit(({ reason }) => {
    if (chosen.length === 0) return;
    batch.mutate(
      { act: "suspend", reason, userIds: chosen.map(({ id }) => id) },
      {
        onSuccess: (result, here) => {
          report(result, members, (count) => `${plural(count, "conta suspensa", "contas suspensas")}.`);
          if (here) onDone();
        },
      },
    );
  });
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title={`Suspender ${plural(chosen.length, "membro", "membros")}`}
      action={chosen.length === 0 ? "Ninguém a suspender" : `Suspender ${plural(chosen.length, "membro", "membros")}`}
      busyLabel="Suspendendo..."
      busy={batch.isPending}
      look="danger"
    >
      <People members={members} leftOut={suspensionLeavesOut} change={() => "sai agora"} />
      <p>As sessões abertas terminam agora; os dados ficam guardados. Cada um lê o motivo ao entrar, e recebe uma carta.</p>
      <TextAreaField
        label="Motivo"
        rows={3}
        disabled={batch.isPending}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
      <FormError message={batch.error?.message} />
    </FormDialog>
  );
}
