import { useCallback, useEffect, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { draftOf, forgetDraft, keepDraft } from "./drafts.ts";

type Form<Input extends FieldValues, Output> = Pick<
  UseFormReturn<Input, unknown, Output>,
  "setValue" | "subscribe" | "getValues" | "formState"
>;

type Options = { anyone?: boolean; off?: boolean };

/**
 * Keeps these text fields of a form as they are typed, and fills them again when the form is mounted again. Never a password.
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
    const kept = draftOf<Record<string, string>>(name) ?? {};
    for (const field of names)
      if (typeof kept[field] === "string" && kept[field] !== current[field])
        setValue(field, kept[field] as PathValue<Input, Path<Input>>, { shouldDirty: true, shouldTouch: false });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const texts = names.map((field) => [field, values[field] ?? ""] as const);
        if (texts.every(([field, text]) => text === (before[field] ?? ""))) forgetDraft(name);
        else keepDraft(name, Object.fromEntries(texts), anyone);
      },
    });
  }, [name, list, anyone, off, before, setValue, subscribe, getValues]);
  return useCallback(() => forgetDraft(name), [name]);
}
