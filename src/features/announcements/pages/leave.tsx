import { LinkAction } from "#app/ui/link-action.tsx";
import { useLeaveLetters } from "../announcements.queries.ts";

export default function LeaveLettersPage() {
  return (
    <LinkAction
      heading="Não receber mais cartas"
      description="Deixe de receber as cartas da administração da Academia."
      button={{ label: "Não receber mais cartas", busyLabel: "Saindo..." }}
      action={useLeaveLetters()}
      done={{
        heading: "Você não recebe mais cartas",
        text: "O que a administração tem a dizer continua no sino e na página de avisos. Em Notificações você muda de ideia quando quiser.",
      }}
      broken="Abra de novo o link, inteiro, a partir da carta; ou entre na sua conta e mude a escolha em Notificações."
    >
      <p>Com um toque você deixa de receber por e-mail o que a administração diz a todos. O resto da sua conta não muda.</p>
    </LinkAction>
  );
}
