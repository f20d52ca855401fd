import { YOUR_CORRECTED } from "#app/features/account/profile.schema.ts";
import type { NoFacts, Notice, Notices } from "#app/server/notify/notice.ts";

/** The letters name neither degree nor reason: others may read them over the member's shoulder. */
const notice = (title: string, paragraph: string, link: { label: string; path: string }): Notice<NoFacts> => ({
  to: "member",
  topic: "degree",
  title,
  link: () => link,
  letter: () => ({ paragraphs: [paragraph], footer: "Você recebe esta mensagem porque tem uma conta na Academia." }),
});

export const DEGREE_NOTICES: Notices<{
  "degree-approved": NoFacts;
  "degree-refused": NoFacts;
  "degree-changed": NoFacts;
  "record-corrected": NoFacts;
  "degree-above-own": NoFacts;
}> = {
  "degree-approved": notice(
    "Seu pedido foi aprovado",
    "O pedido que você fez na sua conta foi aprovado. Entre para ver o que se abriu.",
    { label: "Ver os módulos", path: "/modulos" },
  ),
  "degree-refused": notice(
    "Seu pedido foi respondido",
    "O pedido que você fez na sua conta não foi aprovado. O motivo está na página da sua conta, onde você pode pedir de novo.",
    { label: "Ler a resposta", path: "/conta" },
  ),
  "degree-changed": notice(
    "Seu cadastro foi atualizado",
    "Um administrador atualizou o seu cadastro. Entre para ver como ficou.",
    { label: "Ver a minha conta", path: "/conta" },
  ),
  "record-corrected": notice(
    "Seu cadastro foi corrigido",
    `Um administrador corrigiu ${YOUR_CORRECTED}. Entre para conferir; se algo estiver errado, você mesmo o muda na sua conta.`,
    { label: "Ver a minha conta", path: "/conta" },
  ),
  /** To the other administrators: only the first one may do it, who has to begin with somebody. */
  "degree-above-own": {
    to: "member",
    topic: "security",
    title: "Uma confirmação pede a sua atenção",
    bell: { line: (_, { from }) => `${from} confirmou um grau acima do próprio` },
    link: () => ({ label: "Ver o registro de ações", path: "/admin/registro" }),
    letter: () => ({
      paragraphs: [
        "Um administrador confirmou a um membro o que ele mesmo não tem registrado. Quem foi, e a quem, está no registro de ações.",
      ],
      footer: "Os outros administradores recebem este aviso. Se não era para ser, corrija o cadastro no painel.",
    }),
  },
};
