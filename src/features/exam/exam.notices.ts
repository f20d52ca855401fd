import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import type { Notices } from "#app/server/notify/notice.ts";

export const EXAM_NOTICES: Notices<{ "exam-open": { degree: Degree } }> = {
  /** To the member who has finished the last module of a degree. The letter names no degree: others may read it over their shoulder. */
  "exam-open": {
    to: "member",
    topic: "study",
    title: "Seu exame está aberto",
    bell: { line: ({ degree }) => `Abriu o exame de ${DEGREE_LABEL[degree]}`, key: ({ degree }) => degree },
    link: ({ degree }) => ({ label: "Ver o exame", path: `/exame/${degree}` }),
    letter: () => ({
      paragraphs: [
        "Você concluiu os módulos que o exame pede. São vinte questões em quarenta minutos, no dia que você escolher.",
      ],
      footer: "Você recebe esta mensagem porque tem uma conta na Academia.",
    }),
  },
};
