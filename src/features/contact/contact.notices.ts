import type { Notices } from "#app/server/notify/notice.ts";

type Written = { name: string; email: string; subject: string; message: string; fromMember: boolean };

export const CONTACT_NOTICES: Notices<{ "contact-message": Written }> = {
  /** To every administrator. What strangers wrote is in the body only. */
  "contact-message": {
    to: "member",
    topic: "administration",
    title: "Nova mensagem pelo site",
    bell: {
      line: (_, { count }) => (count === 1 ? "Nova mensagem pelo site" : `${count} mensagens pelo site`),
      group: () => "contact",
      unfold: { label: "Uma por uma", part: () => "Mensagem pelo site" },
      letterOnly: ["name", "email", "subject", "message"],
    },
    link: () => ({ label: "Abrir no painel", path: "/admin/contato" }),
    letter: ({ name, email, subject, message, fromMember }, { confirmed }) =>
      confirmed
        ? {
            paragraphs: [
              "Chegou uma mensagem pela página de contato.",
              `De: ${name} (${email})`,
              `Assunto: ${subject}`,
              ...message.split("\n").filter((paragraph) => paragraph.trim() !== ""),
              fromMember
                ? "Foi escrita de dentro de uma conta da Academia."
                : "Foi escrita sem entrar em uma conta: nome e endereço são os que a pessoa informou.",
            ],
            footer: `Ao responder a este e-mail, você escreve para ${email}. Depois, marque a mensagem como resolvida no painel.`,
            replyTo: email,
          }
        : {
            paragraphs: ["Chegou uma mensagem pela página de contato. Abra o painel para ler."],
            footer: "Você recebe este aviso porque administra a Academia. O texto só vai a endereços confirmados.",
          },
  },
};
