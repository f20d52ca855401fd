import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "#app/ui/field.tsx";
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileField } from "../profile.schema.ts";

type Props = {
  errors: FieldErrors<Record<ProfileField, string>>;
  register: (field: ProfileField) => UseFormRegisterReturn;
  disabled?: boolean;
  /** The browser offers what it knows of the person in front of it. */
  others?: boolean;
};

/** The fields of a profile, in a form of its member or of an administrator. */
export const ProfileFields = ({ errors, register, disabled = false, others = false }: Props) =>
  PROFILE_FIELD_NAMES.map((field) => (
    <TextField
      key={field}
      label={PROFILE_FIELDS[field].label}
      autoComplete={others ? "off" : PROFILE_FIELDS[field].autoComplete}
      disabled={disabled}
      error={errors[field]?.message}
      {...register(field)}
    />
  ));
