import { plural } from "#app/lib/text.ts";
import type { Notices } from "#app/server/notify/notice.ts";

export const INVITATION_NOTICES: Notices<{
  "invitations-sent": { batchId: string; sent: number; total: number; stopped: boolean };
}> = {
  "invitations-sent": {
    to: "member",
    topic: "administration",
    title: "O envio dos convites terminou",
    bell: {
      key: ({ batchId }) => batchId,
      line: ({ sent, total, stopped }) =>
        stopped
          ? `O envio dos convites parou: ${sent.toLocaleString("pt-BR")} de ${total.toLocaleString("pt-BR")} saíram`
          : `O envio terminou: ${plural(sent, "convite saiu", "convites saíram")}`,
    },
    link: () => ({ label: "Ver os convites", path: "/admin/convites" }),
  },
};

/** To an address that an administrator typed: it may be a stranger's, so that nobody is named. */
export const INVITED_NOTICES: Notices<{ invitation: { token: string; until: string; byLodge: boolean } }, "address"> = {
  invitation: {
    to: "address",
    topic: null,
    title: "Você tem um convite",
    link: ({ token }) => ({ label: "Abrir o convite", path: `/convite#token=${token}` }),
    letter: ({ until, byLodge }) => ({
      paragraphs: [
        byLodge ? "A sua Loja abriu um lugar para você na Academia." : "Há um lugar para você na Academia.",
        `Abra o convite, confira o seu nome e escolha uma senha. O link vale até ${until} e só pode ser usado uma vez.`,
      ],
      footer: "Se você não esperava este convite, ignore a mensagem: sem o seu aceite nenhuma conta é criada.",
    }),
  },
};
