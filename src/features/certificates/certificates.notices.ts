import type { NoFacts, Notice, Notices } from "#app/server/notify/notice.ts";

/** The letters name neither degree nor reason: others may read them over the member's shoulder. */
const notice = (title: string, paragraphs: string[]): Notice<NoFacts> => ({
  to: "member",
  topic: "study",
  title,
  link: () => ({ label: "Ver os meus certificados", path: "/certificados" }),
  letter: () => ({ paragraphs, footer: "Você recebe esta mensagem porque tem uma conta na Academia." }),
});

export const CERTIFICATE_NOTICES: Notices<{
  "certificate-issued": NoFacts;
  "certificate-revoked": NoFacts;
  "certificate-reissued": NoFacts;
}> = {
  "certificate-issued": notice("Seu certificado está pronto", [
    "Você passou no exame, e o seu certificado de estudo foi emitido. Na página dele você escolhe o nome que aparece, baixa a folha e decide se outros podem conferi-lo.",
  ]),
  "certificate-revoked": notice("Um certificado seu foi revogado", [
    "Um administrador revogou um certificado de estudo seu. O motivo está na página dos seus certificados. Se não concordar, escreva à Academia pela página de contato.",
  ]),
  "certificate-reissued": notice("Seu certificado foi emitido de novo", [
    "Um administrador emitiu de novo um certificado de estudo seu, com outro código. O código anterior deixou de valer. O motivo está na página dos seus certificados.",
  ]),
};
