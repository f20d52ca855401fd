import type { Notices } from "#app/server/notify/notice.ts";

/** A post, by its place. The title of its topic is read when the notice is shown, by who may read it then. */
type OfPost = { topicId: string; number: number };

const FOOTER = "Você recebe este aviso porque participa da comunidade da Academia.";

/** The line under the bell for all that is new in a topic. */
export const topicGroup = (topicId: string): string => `community:${topicId}`;

const openPost = ({ topicId, number }: OfPost) => ({
  label: "Abrir a conversa",
  path: `/comunidade/assunto/${topicId}#p${number}`,
});

export const COMMUNITY_NOTICES: Notices<{ "community-reply": OfPost; "community-mention": OfPost }> = {
  "community-reply": {
    to: "member",
    topic: "community",
    title: "Há respostas novas em um assunto que você acompanha",
    link: openPost,
    bell: {
      line: ({ number }, { from, count, about }) => {
        if (count === 1 && number === 1) return `${from} abriu ${about ? `“${about}”` : "um assunto"}`;
        const where = about ? `em “${about}”` : "em um assunto que você acompanha";
        return count === 1 ? `${from} respondeu ${where}` : `${count} respostas ${where}`;
      },
      key: ({ topicId, number }) => `${topicId}:${number}`,
      group: ({ topicId }) => topicGroup(topicId),
      unfold: { label: "Uma por uma", part: (_, { from }) => from },
    },
    letter: () => ({ paragraphs: ["Há respostas novas em um assunto que você acompanha."], footer: FOOTER }),
  },
  "community-mention": {
    to: "member",
    topic: "community",
    title: "Você foi citado em uma conversa",
    link: openPost,
    bell: {
      line: (_, { from, about }) => `${from} citou você ${about ? `em “${about}”` : "em uma conversa"}`,
      key: ({ topicId, number }) => `${topicId}:${number}`,
    },
    letter: () => ({ paragraphs: ["Um membro citou o seu nome em uma conversa."], footer: FOOTER }),
  },
};
