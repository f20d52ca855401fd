import { ProfileFields } from "#app/features/account/components/profile-fields.tsx";
import { CORRECTED, correctionInput, eachProfileField, PROFILE_FIELD_NAMES } from "#app/features/account/profile.schema.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { SelectField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AdminMember } from "../admin.answers.ts";
import { useCorrectMember } from "../admin.queries.ts";
import { useMemberChoices } from "../member-list.queries.ts";

/** Corrects the profile, and says which Lodge of the list a member is of. */
export function CorrectMember({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const form = useZodForm(correctionInput, { ...eachProfileField((field) => member[field]), lodgeId: null });
  const forget = useDraft(form, `cadastro:${member.id}`, [...PROFILE_FIELD_NAMES, "lodgeId"]);
  const correct = useCorrectMember();
  const lodges = useMemberChoices().data?.lodges ?? [];
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    correct.mutate(
      { member, ...input },
      {
        onSuccess: (_, here) => {
          forget();
          toastSuccess("Cadastro corrigido", `${input.name} recebe um aviso.`);
          if (here) onClose();
        },
        onError: (error, here) => {
          if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível corrigir o cadastro.", error);
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title={`Corrigir ${CORRECTED}`}
      description={<p>{member.email}</p>}
      action="Corrigir"
      busyLabel="Corrigindo..."
      busy={correct.isPending}
    >
      <ProfileFields others errors={errors} register={form.register} />
      <SelectField
        label="Loja"
        help="A Loja que você escolher fica confirmada, e os oficiais dela passam a vê-lo. Um cargo em outra Loja deixa de valer."
        error={errors.lodgeId?.message}
        {...form.register("lodgeId", { setValueAs: (value) => value || null })}
      >
        <option value="">{member.lodge ? `Como está: ${member.lodge}` : "Como está: não informada"}</option>
        {lodges.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className="meta">Certificados já emitidos ficam com o nome que trazem.</p>
    </FormDialog>
  );
}
