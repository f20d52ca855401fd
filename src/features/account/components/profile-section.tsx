import { LodgeField } from "#app/features/lodges/components/lodge-field.tsx";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Profile } from "../account.answers.ts";
import { useMember } from "../account.queries.ts";
import { useProfile, useUpdateProfile } from "../own-account.queries.ts";
import { eachProfileField, profileInput } from "../profile.schema.ts";
import { AccountSection } from "./account-section.tsx";
import { ProfileFields } from "./profile-fields.tsx";

export function ProfileSection() {
  const member = useMember();
  const profile = useProfile();
  const known = profile.data ?? { name: member.name, lodge: member.lodge };
  return (
    <AccountSection id="perfil" title="Perfil" intro="É assim que mentores e a administração veem você.">
      {profile.isError ? (
        <ErrorState title="Erro ao carregar o perfil" error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <ProfileForm key={profile.status} profile={known} loading={profile.isPending} />
      )}
    </AccountSection>
  );
}

/** @param loading the profile is on its way: the part that the session knows is shown, and nothing can be changed yet */
function ProfileForm({ profile, loading }: { profile: Partial<Profile>; loading: boolean }) {
  const form = useZodForm(profileInput, valuesOf(profile));
  const update = useUpdateProfile();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    update.mutate(input, {
      onSuccess: (saved) => {
        form.reset(valuesOf(saved));
        toastSuccess("Perfil atualizado", "Suas alterações foram salvas.");
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Erro ao atualizar o perfil", error);
      },
    }),
  );
  const busy = update.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <ProfileFields disabled={busy || loading} errors={errors} register={form.register} />
      <LodgeField
        label="Loja (opcional)"
        autoComplete="organization"
        disabled={busy || loading}
        error={errors.lodge?.message}
        {...form.register("lodge")}
      />
      <Button type="submit" className="at-start" busy={busy} disabled={loading} busyLabel="Salvando...">
        Salvar
      </Button>
    </form>
  );
}

/** The form's values: what is not given is an empty text. */
const valuesOf = (profile: Partial<Profile>) => ({
  ...eachProfileField((field) => profile[field] ?? ""),
  lodge: profile.lodge ?? "",
});
