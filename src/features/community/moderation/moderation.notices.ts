import type { Notices } from "#app/server/notify/notice.ts";

/** A post by its place. Neither its words nor what was said of it are kept in a notice. */
type OfPost = { topicId: string; number: number };

const FOOTER = "Você recebe este aviso porque participa das conversas. Em Notificações você escolhe como quer ser avisado.";

const openPost = ({ topicId, number }: OfPost) => ({
  label: "Abrir a conversa",
  path: `/comunidade/assunto/${topicId}#p${number}`,
});

const ofPost = (title: string, paragraph: string) => ({
  to: "member" as const,
  topic: "community" as const,
  title,
  link: openPost,
  letter: () => ({ paragraphs: [paragraph], footer: FOOTER }),
});

export const MODERATION_NOTICES: Notices<{
  "community-held": OfPost;
  "community-hidden": OfPost;
  "community-shown": OfPost;
  "community-retitled": OfPost;
  "community-word": OfPost;
  "community-report-decided": OfPost & { decision: "hidden" | "kept" };
  "community-waiting": Record<string, never>;
}> = {
  "community-held": ofPost(
    "Uma mensagem sua está em revisão",
    "Três membros pediram que um moderador olhasse uma mensagem sua. Até lá só você e a moderação a leem, e nada do que escreveu se perdeu.",
  ),
  "community-hidden": ofPost(
    "Uma mensagem sua foi ocultada pela moderação",
    "Um moderador ocultou uma mensagem sua. O motivo está ao lado dela, e você continua a lê-la.",
  ),
  "community-shown": ofPost(
    "Uma mensagem sua saiu da revisão",
    "Um moderador olhou uma mensagem sua, e todos da sala podem lê-la.",
  ),
  "community-retitled": ofPost(
    "Um assunto seu tem outro título",
    "Um moderador mudou o título de um assunto que você abriu. As mensagens continuam como estavam.",
  ),
  "community-word": ofPost(
    "A moderação escreveu a você",
    "Um moderador escreveu a você sobre uma mensagem sua. O que ele disse está ao lado dela.",
  ),
  "community-report-decided": {
    ...ofPost(
      "Sua denúncia foi respondida",
      "Um moderador olhou a mensagem que você denunciou e decidiu. Obrigado por cuidar da conversa.",
    ),
    bell: {
      line: ({ decision }) =>
        decision === "hidden"
          ? "A mensagem que você denunciou foi ocultada"
          : "A mensagem que você denunciou foi olhada e mantida",
    },
  },
  "community-waiting": {
    to: "member",
    topic: "community",
    title: "Uma mensagem espera por um moderador",
    bell: {
      line: (_, { count }) =>
        count === 1 ? "Uma mensagem espera por um moderador" : `${count} mensagens esperam por um moderador`,
      group: () => "community-waiting",
    },
    link: () => ({ label: "Abrir a fila", path: "/comunidade/moderacao" }),
  },
};
