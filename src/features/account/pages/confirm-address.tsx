import { LinkAction } from "#app/ui/link-action.tsx";
import { useConfirmByLink } from "../address.queries.ts";

export default function ConfirmAddressPage() {
  return (
    <LinkAction
      heading="Confirmar o e-mail"
      description="Confirme o e-mail da sua conta na Academia."
      button={{ label: "Confirmar o e-mail", busyLabel: "Confirmando..." }}
      action={useConfirmByLink()}
      done={{
        heading: "E-mail confirmado",
        text: "Tudo certo. Se você está com a sessão aberta, já pode continuar; senão, entre com este e-mail.",
      }}
      broken="Se você já confirmou, não é preciso fazer mais nada. Se não, entre e peça outra mensagem em Minha conta."
    >
      <p>Ao confirmar, você diz que a conta com este endereço é sua.</p>
    </LinkAction>
  );
}
