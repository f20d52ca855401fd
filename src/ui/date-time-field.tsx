import { format } from "date-fns/format";
import type { Ref } from "react";
import { NO_DATE } from "#app/lib/no-date.ts";
import { DateField } from "./date-field.tsx";

const forInput = (date: Date): string => format(date, "yyyy-MM-dd'T'HH:mm");

type Props = {
  label: string;
  error: string | undefined;
  disabled?: boolean;
  /** ISO moment, null while none is chosen, or NO_DATE. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
};

/** Date and time in the reader's time zone; the form holds the moment itself. */
export function DateTimeField({ value, onChange, ...field }: Props) {
  return (
    <DateField
      {...field}
      type="datetime-local"
      min={forInput(new Date())}
      value={value && value !== NO_DATE ? forInput(new Date(value)) : (value ?? "")}
      onChange={(text) => onChange(text && text !== NO_DATE ? new Date(text).toISOString() : text || null)}
    />
  );
}
