import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { isForbidden } from "./admin.queries.ts";

/** The administration's toast for a failed load. One who is no administrator any more is told by the page instead. */
export const useAdminLoadErrorToast = (error: Error | null): void =>
  useLoadErrorToast(isForbidden(error) ? null : error, "Erro", "Não foi possível carregar os dados.");
