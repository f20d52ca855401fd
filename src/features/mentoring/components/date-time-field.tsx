import { format } from "date-fns";
import type { Ref } from "react";
import { TextField } from "../../../ui/field.tsx";

const forInput = (date: Date): string => format(date, "yyyy-MM-dd'T'HH:mm");

type Props = {
  label: string;
  help?: string;
  error: string | undefined;
  disabled?: boolean;
  /** ISO moment, or null while none is chosen. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Date and time by the device's own picker, in the reader's time zone; the form holds the moment itself. */
export function DateTimeField({ value, onChange, inputRef, ...field }: Props) {
  const forFocus = { ref: inputRef }; // the way `register` of react-hook-form passes its own
  return (
    <TextField
      {...field}
      {...forFocus}
      type="datetime-local"
      min={forInput(new Date())}
      value={value ? forInput(new Date(value)) : ""}
      onChange={(event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)}
    />
  );
}
