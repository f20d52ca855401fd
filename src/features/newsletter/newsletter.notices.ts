import type { Notices } from "#app/server/notify/notice.ts";
import { leavePath } from "./link-tokens.service.ts";

export const NEWSLETTER_NOTICES: Notices<
  { "newsletter-confirmation": { token: string }; "newsletter-subscribed": { leaveToken: string } },
  "address"
> = {
  /** Asks the owner of an address whether it was they who filled in the form. */
  "newsletter-confirmation": {
    to: "address",
    topic: null,
    title: "Confirme a sua inscrição no boletim",
    link: ({ token }) => ({ label: "Confirmar a inscrição", path: `/boletim/confirmar#token=${token}` }),
    letter: () => ({
      paragraphs: [
        "Recebemos um pedido para enviar o nosso boletim a este endereço. Ele traz as novas lições e artigos.",
        "A inscrição só vale depois que você a confirmar. O link vale por sete dias e só pode ser usado uma vez.",
      ],
      footer: "Se não foi você, ignore esta mensagem: nada mais será enviado, e o endereço é excluído em 30 dias.",
    }),
  },
  /** Answers a request for an address that is already on the list. */
  "newsletter-subscribed": {
    to: "address",
    topic: null,
    title: "Este endereço já recebe o boletim",
    link: ({ leaveToken }) => ({ label: "Sair do boletim", path: leavePath(leaveToken) }),
    letter: () => ({
      paragraphs: [
        "Recebemos um pedido para enviar o nosso boletim a este endereço, que já está inscrito. Não é preciso fazer nada.",
        "Se não quiser mais recebê-lo, saia por este link.",
      ],
      footer: "Se o pedido não foi seu, ignore esta mensagem: nada mudou.",
    }),
  },
};
