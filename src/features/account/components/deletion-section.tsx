import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { ERRORS } from "#app/lib/errors.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { forgetSession } from "../account.queries.ts";
import { useDeleteAccount, useProfile } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { deletionInput } from "../password.schema.ts";
import { AccountSection } from "./account-section.tsx";

const LOST = [
  "o perfil, o grau registrado e os pedidos de grau;",
  "o progresso nas lições, as respostas, as avaliações, os exames e a revisão;",
  "os certificados: a página de conferência deixa de conhecer os seus códigos, também os das folhas já impressas;",
  "as anotações;",
  "os assuntos e as mensagens da comunidade, com as imagens: o lugar deles fica sem o seu nome e sem as suas palavras, também onde outros as citaram;",
  "as mensagens e os pedidos de mentoria: a outra pessoa guarda só que houve uma sessão, sem o seu nome e sem as suas palavras;",
  "as mensagens de contato e, se você já usou um link que enviamos ao seu e-mail, a inscrição no boletim.",
];

export function DeletionSection() {
  const profile = useProfile();
  const last = profile.data?.can.delete === false;
  return (
    <AccountSection id="excluir" title="Excluir a conta" intro="Excluir não tem volta: nem nós conseguimos recuperar os dados.">
      <p>Com a conta são apagados:</p>
      <ul className={ownAccountStyles.accountLost}>
        {LOST.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {last && <p className="note">Você é o único administrador. Dê antes a permissão a outro membro.</p>}
      <AccountDeletion disabled={last} />
    </AccountSection>
  );
}

/** The button, and the question that it asks. */
export function AccountDeletion({ disabled = false }: { disabled?: boolean }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteAccount();
  useFarewell(remove.isSuccess);
  const close = () => !remove.isPending && setAsking(false);
  return (
    <>
      <Button look="danger" disabled={disabled} onClick={() => setAsking(true)}>
        Excluir minha conta
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title="Excluir minha conta"
        description={<p>Seus dados serão apagados agora e você sairá de todos os dispositivos. Esta ação não tem volta.</p>}
      >
        <DeletionForm remove={remove} onCancel={close} />
      </Dialog>
    </>
  );
}

/**
 * Leaves for the home page, and only forgets the member once it is shown: behind the member's guard the end of the session would
 * lead to /login, and a message there would go with the page.
 */
function useFarewell(gone: boolean) {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (!gone) return;
    void navigate("/", { replace: true });
    return () => {
      setTimeout(() => {
        void forgetSession(client);
        toastSuccess("Conta excluída", "Seus dados foram apagados.");
      });
    };
  }, [gone, navigate, client]);
}

function DeletionForm({ remove, onCancel }: { remove: ReturnType<typeof useDeleteAccount>; onCancel: () => void }) {
  const form = useZodForm(deletionInput, { currentPassword: "" });
  const [refused, setRefused] = useState<string>();
  const submit = form.handleSubmit((input) => {
    setRefused(undefined);
    remove.mutate(input, {
      onError: (error) => {
        if (showFieldErrors(form, error)) return;
        setRefused(error instanceof ApiError ? error.message : ERRORS.internal[1]);
      },
    });
  });
  const busy = remove.isPending || remove.isSuccess;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        disabled={busy}
        error={form.formState.errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <FormError message={refused} />
      <div className="dialog-actions">
        <Button look="secondary" disabled={busy} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" look="danger" busy={busy} busyLabel="Excluindo...">
          Excluir minha conta
        </Button>
      </div>
    </form>
  );
}
