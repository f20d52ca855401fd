import type { UseFormRegisterReturn } from "react-hook-form";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { MENTEES } from "../mentors/mentors.schema.ts";

type Field = "bio" | "specialties" | "maxMentees";
type Props = { disabled: boolean; errors: { [Name in Field]?: { message?: string | undefined } | undefined } } & {
  [Name in Field]: UseFormRegisterReturn;
};

/** What the administration says of a mentor, new or known: each field as `register` of its form gives it. */
export function MentorFields({ disabled, errors, bio, specialties, maxMentees }: Props) {
  return (
    <>
      <TextAreaField label="Biografia *" rows={4} disabled={disabled} error={errors.bio?.message} {...bio} />
      <TextField
        label="Especialidades"
        help="Separadas por vírgulas"
        placeholder="Ritual, História, Filosofia"
        disabled={disabled}
        error={errors.specialties?.message}
        {...specialties}
      />
      <TextField
        label="Máximo de Aprendizes"
        type="number"
        inputMode="numeric"
        min={MENTEES.min}
        max={MENTEES.max}
        disabled={disabled}
        error={errors.maxMentees?.message}
        {...maxMentees}
      />
    </>
  );
}
