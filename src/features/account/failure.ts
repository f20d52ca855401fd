import { ApiError } from "#app/lib/api.ts";
import { ERRORS } from "#app/lib/errors.ts";
import { plural } from "#app/lib/text.ts";

/**
 * What the member can do about a failure, where the fixed text of the toast does not say it: wait, or look after the connection. It is
 * in the form. Undefined where the toast and the fields say all.
 */
export function adviceOn(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "too_many_tries") return `Muitas tentativas em pouco tempo. Espere ${waitOf(error)} e tente de novo.`;
  if (error.code === "internal" || error.code === "unavailable") return ERRORS[error.code][1];
  return ["offline", "reset_link_invalid", "signup_closed"].includes(error.code) ? error.message : undefined;
}

/**
 * What a form says of its failure, beside it: what can be done about it, else the fixed text of the toast, which goes. Undefined where
 * nothing failed, and where the fields say it.
 */
export function failureIn(error: Error | null, text: string): string | undefined {
  if (!error) return undefined;
  const inFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return adviceOn(error) ?? (inFields ? undefined : text);
}

/** Whether the new password was refused: the field says it, and a toast would lie over the rules. */
export const isAboutPassword = (error: Error): boolean => error instanceof ApiError && "password" in error.fields;

/** "40 segundos", "4 minutos" */
function waitOf({ retryAfterSeconds }: ApiError): string {
  if (!retryAfterSeconds) return "um pouco";
  return retryAfterSeconds < 90
    ? plural(retryAfterSeconds, "segundo", "segundos")
    : plural(Math.ceil(retryAfterSeconds / 60), "minuto", "minutos");
}
