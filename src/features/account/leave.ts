import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { signOut } from "./session.ts";

/** "Sair": ends the session and says so, or says that it failed. @returns whether the member has left; the way to /login is the caller's */
export async function leave(): Promise<boolean> {
  try {
    await signOut();
  } catch {
    toastError("Erro ao sair", "Não foi possível realizar o logout. Tente novamente.");
    return false;
  }
  toastSuccess("Logout realizado", "Até logo!");
  return true;
}
