import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { isForbidden } from "./admin.queries.ts";

/** The administration's toast for a failed load. Somebody who is no longer an administrator sees it on the page instead. */
export const useAdminLoadErrorToast = (error: Error | null): void =>
  useLoadErrorToast(isForbidden(error) ? null : error, "Erro", "Não foi possível carregar os dados.");
