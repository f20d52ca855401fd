import { momentInBrasilia } from "#app/lib/format.ts";
import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

export const ACCOUNT_NOTICES: Notices<{
  "sign-up-refused": NoFacts;
  "password-reset": { token: string };
  "password-changed": NoFacts;
  "new-browser": { device: string; at: string };
  "address-wanted": NoFacts;
  "member-suspended": NoFacts;
  "suspension-lifted": NoFacts;
  "made-administrator": NoFacts;
  "administrator-added": { name: string };
}> = {
  "sign-up-refused": {
    to: "member",
    topic: "security",
    title: "Tentativa de cadastro com o seu e-mail",
    link: () => ({ label: "Redefinir a senha", path: "/forgot-password" }),
    letter: () => ({
      paragraphs: [
        "Alguém tentou criar uma conta na Academia com este endereço, que já tem uma conta. Nada mudou nela.",
        "Se foi você e a senha se perdeu, peça uma nova.",
      ],
      footer: "Se não foi você, não é preciso fazer nada.",
    }),
  },
  "password-reset": {
    to: "member",
    topic: "security",
    title: "Redefinição de senha",
    bell: false,
    link: ({ token }) => ({ label: "Escolher uma nova senha", path: `/reset-password#token=${token}` }),
    letter: () => ({
      paragraphs: [
        "Recebemos um pedido para redefinir a senha da sua conta. O link vale por uma hora e só pode ser usado uma vez.",
      ],
      footer: "Se não foi você, ignore esta mensagem: a senha continua a mesma.",
    }),
  },
  /** After every change of password (ASVS 6.3.7). */
  "password-changed": {
    to: "member",
    topic: "security",
    title: "Sua senha foi alterada",
    link: () => ({ label: "Não fui eu: redefinir a senha", path: "/forgot-password" }),
    letter: () => ({
      paragraphs: ["A senha da sua conta acaba de ser alterada, e as outras sessões foram encerradas."],
      footer: "Se foi você, não é preciso fazer nada.",
    }),
  },
  "new-browser": {
    to: "member",
    topic: "security",
    title: "Entrada em um aparelho novo",
    link: () => ({ label: "Ver as sessões abertas", path: "/conta#sessoes" }),
    letter: ({ device, at }) => ({
      paragraphs: [
        `A sua conta foi aberta em um aparelho que ainda não conhecíamos: ${device}, em ${momentInBrasilia(at)} (horário de Brasília).`,
      ],
      footer: "Se foi você, não é preciso fazer nada. Se não foi, encerre as outras sessões e troque a senha em Minha conta.",
    }),
  },
  "address-wanted": {
    to: "member",
    topic: "security",
    title: "Pedido de troca para o seu e-mail",
    link: () => ({ label: "Abrir Minha conta", path: "/conta" }),
    letter: () => ({
      paragraphs: ["Alguém pediu para usar este endereço em outra conta. Ele já tem uma conta, e nada mudou nela."],
      footer: "Se não foi você, não é preciso fazer nada.",
    }),
  },
  "member-suspended": {
    to: "member",
    topic: "security",
    title: "Sua conta foi suspensa",
    link: () => ({ label: "Falar com a administração", path: "/contato" }),
    letter: () => ({
      paragraphs: [
        "A administração suspendeu a sua conta, e as sessões abertas foram encerradas. Os seus dados continuam guardados.",
        "Ao entrar com a sua senha você lê o motivo, e pode baixar os seus dados ou excluir a conta.",
      ],
      footer: "Se você acha que é um engano, fale com a administração.",
    }),
  },
  "suspension-lifted": {
    to: "member",
    topic: "security",
    title: "Sua conta foi reaberta",
    link: () => ({ label: "Entrar", path: "/login" }),
    letter: () => ({
      paragraphs: ["A suspensão da sua conta terminou. Você pode entrar de novo, e tudo está como você deixou."],
      footer: "Você recebe esta mensagem porque tem uma conta na Academia.",
    }),
  },
  "made-administrator": {
    to: "member",
    topic: "security",
    title: "Você passou a administrar a Academia",
    link: () => ({ label: "Abrir o painel", path: "/admin" }),
    letter: () => ({
      paragraphs: [
        "A sua conta recebeu a permissão de administrar: ver o cadastro dos membros, confirmar pedidos e mudar permissões.",
        "Proteja-a com a verificação em duas etapas, em Minha conta.",
      ],
      footer: "Se você não esperava isso, avise a administração.",
    }),
  },
  "administrator-added": {
    to: "member",
    topic: "security",
    title: "A Academia tem um novo administrador",
    bell: { line: (_, { from }) => `${from} passou a administrar a Academia`, letterOnly: ["name"] },
    link: () => ({ label: "Ver o registro de ações", path: "/admin/registro" }),
    letter: ({ name }, { confirmed }) => ({
      paragraphs: [
        confirmed ? `${name} recebeu a permissão de administrar.` : "Um membro recebeu a permissão de administrar.",
        "Quem deu a permissão, e quando, está no registro de ações.",
      ],
      footer: "Todos os administradores recebem este aviso. Se não era para ser, retire a permissão no painel.",
    }),
  },
};

const codeAndLink = (code: string) => `O código é ${code}. Ele e o link valem por 24 horas; depois, peça outros em Minha conta.`;

/** To addresses that nobody has proved to be theirs: a stranger may have typed them. */
export const ADDRESS_NOTICES: Notices<
  {
    "confirm-address": { token: string; code: string };
    "confirm-new-address": { token: string; code: string };
    "email-changed": { token: string };
  },
  "address"
> = {
  "confirm-address": {
    to: "address",
    topic: null,
    title: "Confirme o seu e-mail",
    link: ({ token }) => ({ label: "Confirmar o e-mail", path: `/confirmar-email#token=${token}` }),
    letter: ({ code }) => ({
      paragraphs: [
        "Uma conta na Academia foi criada com este endereço. Confirme que ele é seu: digite o código onde você a criou, ou abra o botão abaixo no mesmo aparelho.",
        "Em outro aparelho o botão também serve: ali você escolhe de novo a senha.",
        codeAndLink(code),
      ],
      footer: "Se você não criou a conta, ignore esta mensagem e não confirme.",
    }),
  },
  "confirm-new-address": {
    to: "address",
    topic: null,
    title: "Confirme o novo e-mail da sua conta",
    link: ({ token }) => ({ label: "Confirmar o novo e-mail", path: `/confirmar-email#token=${token}` }),
    letter: ({ code }) => ({
      paragraphs: [
        "O dono de uma conta na Academia pediu para usar este endereço. Confirme que ele é seu: digite o código em Minha conta, ou abra o botão abaixo no aparelho em que você pediu a troca.",
        codeAndLink(code),
      ],
      footer: "Se não foi você, ignore esta mensagem e não confirme.",
    }),
  },
  "email-changed": {
    to: "address",
    topic: null,
    title: "O e-mail da sua conta foi trocado",
    link: ({ token }) => ({ label: "Não fui eu: desfazer a troca", path: `/desfazer-email#token=${token}` }),
    letter: () => ({
      paragraphs: [
        "A sua conta na Academia passou a usar outro endereço. As mensagens seguintes vão para ele.",
        "Por 72 horas você pode desfazer a troca aqui. As sessões são encerradas, e você escolhe uma nova senha.",
      ],
      footer: "Se foi você, não é preciso fazer nada.",
    }),
  },
};
