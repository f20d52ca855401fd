import { coversDegree, DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AdminMember } from "../admin.answers.ts";
import { useChangeDegree, useChangeRole, useDeleteMember, useResetFactors, useSuspend } from "../admin.queries.ts";
import { administratorForm, suspensionInput } from "../admin.schema.ts";
import styles from "../pages/admin.module.css";

/** The question of the specification, with whom it is about and what will be lost. */
export function ConfirmDelete({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const remove = useDeleteMember();
  const confirm = () =>
    remove.mutate(member, {
      onSuccess: () => {
        toastSuccess("Usuário deletado com sucesso!");
        onClose();
      },
      onError: (error) => {
        toastFailure("Não foi possível deletar o usuário.", error);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Tem certeza que deseja deletar este usuário?"
      description={<Who member={member} />}
      action="Deletar usuário"
      busy={remove.isPending}
      busyLabel="Deletando..."
      onConfirm={confirm}
    >
      <ul className={styles.losses}>
        <li>As sessões abertas terminam agora.</li>
        <li>Perfil, progresso, avaliações e pedidos são apagados para sempre.</li>
        <li>Nas conversas, o nome dá lugar a “Membro removido”.</li>
      </ul>
    </ConfirmDialog>
  );
}

/** For a member who has lost telephone and codes; they have a day to object. */
export function ConfirmResetFactors({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const reset = useResetFactors();
  const confirm = () =>
    reset.mutate(member, {
      onSuccess: () => {
        toastSuccess("Pedido registrado", "A verificação em duas etapas é desligada em 24 horas.");
        onClose();
      },
      onError: (error) => {
        toastFailure("Não foi possível registrar o pedido.", error);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Desligar a verificação em duas etapas?"
      description={<Who member={member} />}
      action="Desligar em 24 horas"
      busy={reset.isPending}
      busyLabel="Registrando..."
      onConfirm={confirm}
    >
      <p>
        Para quem perdeu o celular e os códigos. O membro recebe um e-mail e pode cancelar; confira antes, por outro meio, que é
        ele.
      </p>
    </ConfirmDialog>
  );
}

/** A degree opens what is reserved to it, and the member gets a letter: that deserves a confirmation. */
export function ConfirmDegree({ member, degree, onClose }: { member: AdminMember; degree: Degree; onClose: () => void }) {
  const change = useChangeDegree();
  const raised = !coversDegree(member.degree, degree);
  const confirm = () =>
    change.mutate(
      { member, degree },
      {
        onSuccess: () => {
          toastSuccess("Sucesso", "Grau atualizado.");
          onClose();
        },
        onError: (error) => {
          toastFailure("Não foi possível atualizar o grau.", error);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={raised ? `Confirmar o grau de ${DEGREE_LABEL[degree]}?` : `Voltar ao grau de ${DEGREE_LABEL[degree]}?`}
      description={<Who member={member} />}
      look="primary"
      action={raised ? "Confirmar grau" : "Mudar o grau"}
      busy={change.isPending}
      busyLabel="Salvando..."
      onConfirm={confirm}
    >
      <p>
        {raised
          ? `O conteúdo reservado ao grau de ${DEGREE_LABEL[degree]} abre já na próxima página.`
          : `O conteúdo acima do grau de ${DEGREE_LABEL[degree]} fecha já na próxima página. O progresso fica guardado.`}{" "}
        O membro recebe um e-mail discreto.
      </p>
    </ConfirmDialog>
  );
}

/** An administrator can do everything: the name is typed, so that the role is not given to the wrong member by mistake. */
export function ConfirmAdministrator({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const form = useZodForm(administratorForm, { typedName: "" });
  const change = useChangeRole();
  const submit = form.handleSubmit(({ typedName }) =>
    change.mutate(
      { member, role: "admin", typedName },
      {
        onSuccess: (_, here) => {
          toastSuccess("Sucesso", "Permissão atualizada com sucesso!");
          if (here) onClose();
        },
        onError: (error, here) => {
          if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível atualizar a permissão.", error);
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title="Tornar administrador?"
      description={<Who member={member} />}
      action="Tornar administrador"
      busyLabel="Salvando..."
      busy={change.isPending}
    >
      <p>
        Um administrador vê todos os cadastros e muda permissões, graus e contas. Ele e os outros administradores recebem um
        e-mail.
      </p>
      <TextField
        label="Nome do membro"
        help={`Para confirmar, digite: ${member.name}`}
        autoComplete="off"
        disabled={change.isPending}
        error={form.formState.errors.typedName?.message}
        {...form.register("typedName")}
      />
    </FormDialog>
  );
}

/** Keeps a member out until an administrator lets them in again. */
export function ConfirmSuspend({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const form = useZodForm(suspensionInput, { reason: "" });
  const suspend = useSuspend();
  const submit = form.handleSubmit(({ reason }) =>
    suspend.mutate(
      { member, reason },
      {
        onSuccess: (_, here) => {
          toastSuccess("Usuário suspenso", `${member.name} recebe um e-mail, e as sessões dele terminaram.`);
          if (here) onClose();
        },
        onError: (error, here) => {
          if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível suspender o usuário.", error);
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title="Suspender este usuário?"
      description={<Who member={member} />}
      look="danger"
      action="Suspender usuário"
      busyLabel="Suspendendo..."
      busy={suspend.isPending}
    >
      <p>As sessões terminam agora, e nada se apaga. Ao entrar, ele lê o motivo e pode só baixar os dados ou excluir a conta.</p>
      <TextAreaField
        label="Motivo"
        rows={3}
        help="O membro lê este texto ao entrar. Ele fica no registro de ações."
        disabled={suspend.isPending}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}

/** Before an administrator takes away their own permission. */
export function ConfirmStepDown({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Deixar de ser administrador?"
      description={<p>Você sai deste painel agora, e só outro administrador pode devolver a sua permissão.</p>}
      action="Deixar de ser administrador"
      onConfirm={onConfirm}
    />
  );
}

function Who({ member }: { member: AdminMember }) {
  return (
    <p>
      <strong>{member.name}</strong>
      <br />
      {member.email}
    </p>
  );
}
