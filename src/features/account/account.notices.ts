import { momentInBrasilia } from "#app/lib/format.ts";
import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

export const ACCOUNT_NOTICES: Notices<{
  "sign-up-refused": NoFacts;
  "password-reset": { token: string };
  "password-changed": NoFacts;
  "new-browser": { device: string; at: string };
}> = {
  "sign-up-refused": {
    to: "member",
    switchable: false,
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
    switchable: false,
    title: "Redefinição de senha",
    link: ({ token }) => ({ label: "Escolher uma nova senha", path: `/reset-password?token=${token}` }),
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
    switchable: false,
    title: "Sua senha foi alterada",
    link: () => ({ label: "Não fui eu: redefinir a senha", path: "/forgot-password" }),
    letter: () => ({
      paragraphs: ["A senha da sua conta acaba de ser alterada, e as outras sessões foram encerradas."],
      footer: "Se foi você, não é preciso fazer nada.",
    }),
  },
  "new-browser": {
    to: "member",
    switchable: false,
    title: "Entrada em um aparelho novo",
    link: () => ({ label: "Ver as sessões abertas", path: "/conta#sessoes" }),
    letter: ({ device, at }) => ({
      paragraphs: [
        `A sua conta foi aberta em um aparelho que ainda não conhecíamos: ${device}, em ${momentInBrasilia(at)} (horário de Brasília).`,
      ],
      footer: "Se foi você, não é preciso fazer nada. Se não foi, encerre as outras sessões e troque a senha em Minha conta.",
    }),
  },
};
