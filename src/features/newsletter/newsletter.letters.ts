import type { Services } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import type { Letter } from "#app/server/mail/letter.ts";
import { unsubscribeToken } from "./link-tokens.ts";

type WithEnv = Pick<Services, "env">;

/** Where a subscriber leaves with one press, on a page. */
export const leaveUrl = (services: WithEnv, subscriberId: string): string =>
  `${publicAddress(services.env)}/boletim/sair?token=${unsubscribeToken(services.env.AUTH_SECRET, subscriberId)}`;

/**
 * The headers that every issue of the newsletter must carry, so that mail programs show their own "leave" button (RFC 2369) and
 * it works with one press (RFC 8058).
 */
export function unsubscribeHeaders(services: WithEnv, subscriberId: string): Record<string, string> {
  const token = unsubscribeToken(services.env.AUTH_SECRET, subscriberId);
  return {
    "List-Unsubscribe": `<${publicAddress(services.env)}/api/newsletter/one-click?token=${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Asks the owner of an address whether it was he who filled in the form. */
export const confirmationLetter = (services: WithEnv, token: string): Letter => ({
  subject: "Confirme a sua inscrição no boletim",
  greeting: "Olá.",
  paragraphs: [
    "Recebemos um pedido para enviar o nosso boletim a este endereço. Ele traz as novas lições e artigos.",
    "A inscrição só vale depois que você a confirmar. O link vale por sete dias e só pode ser usado uma vez.",
  ],
  action: { label: "Confirmar a inscrição", url: `${publicAddress(services.env)}/boletim/confirmar?token=${token}` },
  footer: "Se não foi você, ignore esta mensagem: nada mais será enviado, e o endereço é apagado em 30 dias.",
});

/** Answers a request for an address that is already on the list. */
export const alreadySubscribedLetter = (services: WithEnv, subscriberId: string): Letter => ({
  subject: "Este endereço já recebe o boletim",
  greeting: "Olá.",
  paragraphs: [
    "Recebemos um pedido para enviar o nosso boletim a este endereço, que já está inscrito. Não é preciso fazer nada.",
    "Se não quiser mais recebê-lo, saia por este link.",
  ],
  action: { label: "Sair do boletim", url: leaveUrl(services, subscriberId) },
  footer: "Se o pedido não foi seu, ignore esta mensagem: nada mudou.",
});
