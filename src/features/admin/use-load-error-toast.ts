import { useEffect } from "react";
import { toastError } from "../../ui/toasts.tsx";
import { isForbidden } from "./admin.queries.ts";

/** The specification tells a failed load by toast; the list's error state stands beside it, with the way to try again. */
export function useLoadErrorToast(error: Error | null): void {
  useEffect(() => {
    if (error && !isForbidden(error)) toastError("Erro", "Não foi possível carregar os dados.");
  }, [error]);
}
