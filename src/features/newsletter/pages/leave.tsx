import { LinkAction } from "#app/ui/link-action.tsx";
import { useUnsubscribe } from "../newsletter.queries.ts";

export default function LeaveNewsletterPage() {
  return (
    <LinkAction
      heading="Sair do boletim"
      description="Deixe de receber o boletim da Academia."
      button={{ label: "Sair do boletim", busyLabel: "Saindo..." }}
      action={useUnsubscribe()}
      done={{
        heading: "Você saiu do boletim",
        text: "Não escreveremos mais a este endereço. Se mudar de ideia, basta inscrever-se de novo no rodapé desta página.",
      }}
      broken="Abra de novo o link, inteiro, a partir de uma edição do boletim. Se não der certo, escreva pela página de contato."
    >
      <p>Com um clique você deixa de receber o boletim neste endereço. A sua conta, se houver uma, não muda.</p>
    </LinkAction>
  );
}
