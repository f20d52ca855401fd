import { LinkAction } from "#app/ui/link-action.tsx";
import { useConfirmSubscription } from "../newsletter.queries.ts";

export default function ConfirmSubscriptionPage() {
  return (
    <LinkAction
      heading="Confirmar a inscrição"
      description="Confirme a inscrição do seu e-mail no boletim da Academia."
      button={{ label: "Confirmar a inscrição", busyLabel: "Confirmando..." }}
      action={useConfirmSubscription()}
      done={{
        heading: "Inscrição confirmada",
        text: "Você passa a receber o boletim. Em cada edição há um link para sair, com um só clique.",
      }}
      broken="Se você já confirmou, não é preciso fazer mais nada. Se não, inscreva-se de novo no rodapé desta página, e enviaremos outro link."
    >
      <p>
        Ao confirmar, você consente em receber por e-mail as novas lições e artigos da Academia. O endereço não serve a mais nada.
      </p>
    </LinkAction>
  );
}
