import type { Notices } from "#app/server/notify/notice.ts";

/** A post by its place. Neither its words nor what was said of it are kept in a notice. */
type OfPost = { topicId: string; number: number };

const openPost = ({ topicId, number }: OfPost) => ({
  label: "Abrir a conversa",
  path: `/comunidade/assunto/${topicId}#p${number}`,
});

const ofPost = (title: string) => ({
  to: "member" as const,
  topic: "community" as const,
  title,
  link: openPost,
});

export const MODERATION_NOTICES: Notices<{
  "community-held": OfPost;
  "community-hidden": OfPost;
  "community-shown": OfPost;
  "community-word": OfPost;
  "community-report-decided": OfPost & { decision: "hidden" | "kept" };
  "community-waiting": Record<string, never>;
}> = {
  "community-held": ofPost("Uma mensagem sua está em revisão"),
  "community-hidden": ofPost("Uma mensagem sua foi ocultada pela moderação"),
  "community-shown": ofPost("Uma mensagem sua saiu da revisão"),
  "community-word": ofPost("A moderação escreveu a você"),
  "community-report-decided": {
    ...ofPost("Sua denúncia foi respondida"),
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
