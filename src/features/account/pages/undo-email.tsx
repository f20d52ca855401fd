import { LinkAction } from "#app/ui/link-action.tsx";
import { useUndoEmailChange } from "../address.queries.ts";

export default function UndoEmailPage() {
  return (
    <LinkAction
      heading="Desfazer a troca de e-mail"
      description="Desfaça a troca do e-mail da sua conta na Academia."
      button={{ label: "Desfazer a troca", busyLabel: "Desfazendo..." }}
      action={useUndoEmailChange()}
      done={{
        heading: "Troca desfeita",
        text: "A sua conta voltou a este e-mail, e as sessões foram encerradas. Enviamos um link para você escolher uma nova senha.",
      }}
      broken="O link vale por 72 horas e uma só vez. Se a troca não foi sua, fale com a administração pela página de contato."
    >
      <p>A conta volta ao e-mail que recebeu o aviso. A senha de agora deixa de valer, e você escolhe outra.</p>
    </LinkAction>
  );
}
