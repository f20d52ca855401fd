import { Link } from "react-router";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useMember } from "../account.queries.ts";
import { useUpdateProfile } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { profileInput } from "../profile.schema.ts";
import { AccountSection } from "./account-section.tsx";

export function ProfileSection() {
  const member = useMember();
  const form = useZodForm(profileInput, { fullName: member.name, lodge: member.lodge ?? "" });
  const update = useUpdateProfile();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    update.mutate(input, {
      onSuccess: ({ fullName, lodge }) => {
        form.reset({ fullName, lodge: lodge ?? "" });
        toastSuccess("Perfil atualizado", "Suas alterações foram salvas.");
      },
      onError: (error) => {
        if (showFieldErrors(form, error)) return;
        toastFailure("Erro ao atualizar o perfil", error);
      },
    }),
  );
  const busy = update.isPending;
  return (
    <AccountSection id="perfil" title="Perfil" intro="É assim que mentores e a administração veem você.">
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label="Nome Completo"
          autoComplete="name"
          disabled={busy}
          error={errors.fullName?.message}
          {...form.register("fullName")}
        />
        <TextField
          label="Loja (opcional)"
          autoComplete="organization"
          disabled={busy}
          error={errors.lodge?.message}
          {...form.register("lodge")}
        />
        <dl className={ownAccountStyles.accountFact}>
          <dt>Email</dt>
          <dd>{member.email}</dd>
          <dd className="meta">
            Para trocar o e-mail, <Link to="/contato">fale conosco</Link>.
          </dd>
        </dl>
        <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Salvando...">
          Salvar
        </Button>
      </form>
    </AccountSection>
  );
}
