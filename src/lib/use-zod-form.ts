import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "./api.ts";

/** A form over the schema that the server validates with too. The first wrong field is focused. */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  mode: "onTouched" | "onSubmit" = "onTouched",
) {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode });
}

/**
 * Shows what the server said about single fields under them.
 * @returns whether it did; if not, the error is the form's
 */
export function showFieldErrors<Input extends FieldValues, Context, Output>(
  form: UseFormReturn<Input, Context, Output>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.entries(error.fields).filter(([field]) => field in form.getValues());
  for (const [field, message] of known) form.setError(field as Path<Input>, { message });
  // Fields are disabled until the end of the request has been drawn, and a disabled one takes no focus.
  const [first] = known;
  if (first) setTimeout(() => form.setFocus(first[0] as Path<Input>), 50);
  return known.length > 0;
}
