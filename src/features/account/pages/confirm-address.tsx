import { Link } from "react-router";
import { LinkAction } from "#app/ui/link-action.tsx";
import { useConfirmByLink } from "../address.queries.ts";
import { ClaimForm } from "../components/claim-form.tsx";

export default function ConfirmAddressPage() {
  const confirm = useConfirmByLink();
  const next = confirm.data?.next;
  return (
    <LinkAction
      heading="Confirmar o e-mail"
      description="Confirme o e-mail da sua conta na Academia."
      button={{ label: "Confirmar o e-mail", busyLabel: "Confirmando..." }}
      action={confirm}
      done={
        next === "new-password"
          ? { heading: "Falta um passo", text: <NewPassword token={confirm.variables ?? ""} /> }
          : next === "own-session"
            ? { heading: "Confirme na sua conta", text: <OwnSession /> }
            : { heading: "E-mail confirmado", text: <p>Tudo certo. Você já pode continuar.</p> }
      }
      broken="Se você já confirmou, não é preciso fazer mais nada. Se não, entre e peça outra mensagem em Minha conta."
    >
      <p>Ao confirmar, você diz que a conta com este endereço é sua.</p>
    </LinkAction>
  );
}

const NewPassword = ({ token }: { token: string }) => (
  <>
    <p>
      Este aparelho não é o que criou a conta. Se você está com o outro à mão, digite nele o código de 6 números da mensagem, e
      está pronto.
    </p>
    <p>Ou confirme aqui: diga de novo o seu nome e escolha uma senha. Só a senha nova passa a valer.</p>
    <ClaimForm token={token} />
  </>
);

const OwnSession = () => (
  <p>
    Este link confirma a troca do e-mail de uma conta, e só vale na sessão que pediu a troca. Se foi você, entre na sua conta e
    digite em <Link to="/conta#email">Minha conta</Link> o código de 6 números da mensagem. Se não foi, não faça nada: sem isso
    nada muda.
  </p>
);
