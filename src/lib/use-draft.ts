import { useCallback, useEffect, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { draftOf, forgetDraft, keepDraft } from "./drafts.ts";
import { NO_DATE } from "./no-date.ts";

type Form<Input extends FieldValues, Output> = Pick<
  UseFormReturn<Input, unknown, Output>,
  "setValue" | "subscribe" | "getValues" | "formState"
>;

type Options = { anyone?: boolean; off?: boolean };

/**
 * Keeps these fields of a form, texts, dates and choices, as they change, and fills them again when the form is mounted again. Never a password.
 * @param name says which form it is, and of what
 * @returns forgets the draft; for when it was sent
 */
export function useDraft<Input extends FieldValues, Output>(
  form: Form<Input, Output>,
  name: string,
  fields: readonly Path<Input>[],
  { anyone = false, off = false }: Options = {},
): () => void {
  const list = fields.join(" ");
  const { setValue, subscribe, getValues } = form;
  const { defaultValues } = form.formState;
  // What the fields begin with. Not their values at this moment: they may hold what was typed before the scripts ran.
  const [before] = useState(() => ({ ...defaultValues }) as Record<string, unknown>);
  useEffect(() => {
    if (off) return;
    const names = list.split(" ") as Path<Input>[];
    const current = getValues();
    const kept = draftOf<Record<string, unknown>>(name) ?? {};
    for (const field of names)
      if (/^(string|number|boolean)$/.test(typeof kept[field]) && kept[field] !== keptAs(current[field]))
        setValue(field, kept[field] as PathValue<Input, Path<Input>>, { shouldDirty: true, shouldTouch: false });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const filled = names.map((field) => [field, keptAs(values[field])] as const);
        if (filled.every(([field, value]) => value === keptAs(before[field]))) forgetDraft(name);
        else keepDraft(name, Object.fromEntries(filled), { anyone });
      },
    });
  }, [name, list, anyone, off, before, setValue, subscribe, getValues]);
  return useCallback(() => forgetDraft(name), [name]);
}

/** As it is kept: half a date and an empty number cannot be given back. */
const keptAs = (value: unknown): unknown => (value === NO_DATE || Number.isNaN(value) ? "" : (value ?? ""));
