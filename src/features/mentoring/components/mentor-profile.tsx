import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Agenda } from "../mentors/hours.answers.ts";
import { useSaveProfile } from "../mentors/hours.queries.ts";
import { profileInput } from "../mentors/hours.schema.ts";

/** What a mentor says of themselves, as members read it among the mentors. */
export function MentorProfile({ agenda: { bio, specialties } }: { agenda: Agenda }) {
  const save = useSaveProfile();
  const form = useZodForm(profileInput, { bio, specialties: specialties.join(", ") });
  const forget = useDraft(form, "perfil-de-mentor", ["bio", "specialties"]);
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    save.mutate(input, {
      onSuccess: () => {
        forget();
        toastSuccess("Perfil guardado");
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("O perfil não foi guardado", error);
      },
    }),
  );
  return (
    <form className="form" onSubmit={submit} noValidate aria-labelledby="t-perfil">
      <h2 id="t-perfil">O seu perfil</h2>
      <TextAreaField
        label="Biografia *"
        help="O que os irmãos leem de você."
        rows={5}
        disabled={save.isPending}
        error={errors.bio?.message}
        {...form.register("bio")}
      />
      <TextField
        label="Especialidades"
        help="Separadas por vírgulas"
        disabled={save.isPending}
        error={errors.specialties?.message}
        {...form.register("specialties")}
      />
      <Button type="submit" look="secondary" busy={save.isPending} busyLabel="Guardando...">
        Guardar o perfil
      </Button>
    </form>
  );
}
