import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useAcceptRules } from "../profile/profile.queries.ts";

export function AcceptButton() {
  const accept = useAcceptRules();
  return (
    <Button
      busy={accept.isPending}
      busyLabel="Guardando..."
      onClick={() => accept.mutate(undefined, { onError: (error) => toastFailure("Não foi possível guardar", error) })}
    >
      Li e aceito as regras
    </Button>
  );
}

/** Before the first words: the rules of the house, accepted once. */
export const AcceptRules = () => (
  <div className="note">
    <p>
      Antes da sua primeira mensagem, leia as <Link to="/comunidade/regras">cinco regras da casa</Link>: escreva como falaria na
      antessala, com todos ouvindo, e deixe para cada grau o que é dele.
    </p>
    <AcceptButton />
  </div>
);
