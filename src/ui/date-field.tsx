import type { FocusEvent, KeyboardEvent, Ref, SyntheticEvent } from "react";
import { NO_DATE } from "#app/lib/no-date.ts";
import { TextField } from "./field.tsx";

type Props = {
  type: "date" | "datetime-local";
  label: string;
  help?: string;
  error: string | undefined;
  disabled?: boolean;
  min?: string;
  max?: string;
  /** As the input writes it: "2026-11-30", "2026-11-30T19:30"; empty while nothing is typed, or NO_DATE. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
};

/**
 * A date by the device's own picker. To the browser a date that is half typed is an empty one, and it reports no change; so the field is
 * asked after each key too, and what was meant as a date is never taken for none.
 */
export function DateField({ value, onChange, onBlur, inputRef, ...field }: Props) {
  const read = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    const next = input.validity.badInput ? NO_DATE : input.value;
    if (next !== value) onChange(next);
  };
  const forFocus = { ref: inputRef }; // the way `register` of react-hook-form passes its own
  return (
    <TextField
      {...field}
      {...forFocus}
      value={value === NO_DATE ? "" : value}
      onChange={read}
      onKeyUp={(event: KeyboardEvent<HTMLInputElement>) => read(event)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        read(event);
        onBlur();
      }}
    />
  );
}
