import type { MentorshipSessionStatus, Side } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";

export type Story = {
  mentor: string;
  mentee: string;
  title: string;
  description: string;
  /** Days before now on which it was asked for. */
  asked: number;
  /** Hours until the mentor answered. */
  answeredAfter?: number;
  /** Days from now of the meeting, at 19:30 in Brasília. */
  meets?: number;
  place?: string;
  end: MentorshipSessionStatus;
  /** Another date that the mentee proposes, in days from now. */
  proposes?: { day: number; word: string };
  /** What the mentor left for the next time, and notes about the mentee for themselves. */
  nextStep?: string;
  note?: string;
  /** Who cancelled, and why. */
  cancelled?: { side: Side; reason: string };
  rating?: { grade: number; comment?: string };
  /** What was written, from the mentee's first message on, by turns. */
  messages?: string[];
  /** How many of the last messages the student has not read. */
  unread?: number;
};

const student = "aluno@academia.example";
const other = (number: number) => `membro${String(number).padStart(2, "0")}@academia.example`;

export const STORIES: Story[] = [
  {
    mentor: "mentor@academia.example",
    mentee: student,
    title: "O malho e o cinzel: do símbolo ao hábito",
    description:
      "Terminei a lição sobre o malho comum e queria conversar sobre como levar isso para a vida de todo dia. Tenho dificuldade em passar da leitura à prática.",
    asked: 4,
    answeredAfter: 12,
    meets: 6,
    place: "Loja Estrela do Planalto, sala de instrução",
    end: "accepted",
    messages: [
      "Boa noite, Roberto. Obrigado por aceitar. Levo alguma leitura preparada?",
      "Boa noite, Antônio. Leve só três situações da sua semana em que faltou paciência. Partimos delas.",
      "Perfeito. Já tenho a primeira.",
      "Ótimo. E releia com calma o fim da lição, sobre a régua. Até lá.",
    ],
    unread: 1,
  },
  {
    mentor: "mentor2@academia.example",
    mentee: student,
    title: "Por que o esquadro vem antes do compasso",
    description:
      "Li duas explicações diferentes e fiquei em dúvida. Gostaria de entender a ordem em que aparecem no primeiro grau.",
    asked: 1,
    meets: 12,
    end: "pending",
  },
  {
    mentor: "mentor@academia.example",
    mentee: student,
    title: "Primeiros passos como Aprendiz",
    description: "Acabei de ser recebido e queria saber por onde começar o estudo.",
    asked: 40,
    answeredAfter: 22,
    meets: -34,
    nextStep: "Trazer por escrito um dia de trabalho, hora por hora.",
    place: "https://chamada.example/academia",
    end: "completed",
    rating: { grade: 5, comment: "Saí com um plano de leitura e com menos pressa." },
    messages: [
      "Boa noite. Posso levar perguntas de iniciante?",
      "São as melhores. Traga todas.",
      "Obrigado pela conversa de ontem.",
    ],
  },
  {
    mentor: "mentor3@academia.example",
    mentee: student,
    title: "Revisão do meu primeiro trabalho",
    description: "Preciso apresentar duas páginas na Loja e queria uma leitura antes.",
    asked: 22,
    answeredAfter: 36,
    end: "cancelled",
    cancelled: { side: "mentor", reason: "Estarei em viagem até o fim do mês. O Roberto pode ajudá-lo antes disso." },
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(1),
    title: "Dúvidas antes do questionário",
    description: "Faltam dois módulos e tenho uma lista de perguntas.",
    asked: 2,
    end: "pending",
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(3),
    title: "A câmara do meio",
    description: "Queria conversar sobre a escada e as artes.",
    asked: 9,
    answeredAfter: 16,
    meets: 3,
    place: "Chamada por vídeo; o link segue na véspera",
    end: "accepted",
    proposes: { day: 5, word: "Nesse dia a Loja tem sessão magna. Dois dias depois tenho a noite livre." },
    note: "Lê devagar e bem. Começar sempre pelo desenho, e só depois o texto.",
  },
  {
    mentor: "mentor2@academia.example",
    mentee: other(6),
    title: "Geometria para quem esqueceu a escola",
    description: "Começando do zero, com paciência.",
    asked: 12,
    answeredAfter: 39,
    meets: -2,
    place: "Loja Pedra Angular",
    end: "accepted",
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(14),
    title: "O primeiro trabalho para a Loja",
    description: "Tenho o tema e três páginas soltas. Queria ajuda para achar o fio.",
    asked: 10,
    answeredAfter: 20,
    meets: -1,
    place: "Chamada por vídeo",
    end: "accepted",
  },
  {
    mentor: "mentor@academia.example",
    mentee: other(5),
    title: "Leitura em grupo",
    description: "Um plano para ler em quatro.",
    asked: 30,
    answeredAfter: 13,
    meets: -24,
    place: "Biblioteca da Loja",
    end: "cancelled",
    cancelled: { side: "mentee", reason: "Mudei de cidade; retomo quando me instalar." },
  },
  ...past("mentor@academia.example", [
    [2, "O painel do primeiro grau", 5, 96],
    [4, "Preparar a palavra em Loja", 5, 81],
    [5, "As três joias móveis", 4, 70],
    [7, "O silêncio do Aprendiz", 5, 63],
    [8, "História das Lojas de ofício", 5, 55],
    [10, "A régua de 24 polegadas", 4, 47],
    [12, "Virtudes cardeais", undefined, 28],
  ]),
  ...past("mentor2@academia.example", [
    [6, "As ordens de arquitetura", 5, 90],
    [11, "Geometria sagrada, com medida", 4, 66],
    [15, "As Sete Artes, por onde começar", 5, 44],
  ]),
  ...past("mentor3@academia.example", [
    [9, "Filosofia moral e ritual", 4, 75],
    [13, "Escrever para a Loja", 5, 36],
  ]),
];

/** Sessions of some time ago, completed: mentee, title, grade, days ago. */
function past(mentor: string, list: [number, string, number | undefined, number][]): Story[] {
  return list.map(([number, title, grade, asked], index) => ({
    mentor,
    mentee: other(number),
    title,
    description: "Conversa de acompanhamento sobre o que foi estudado no módulo.",
    asked,
    answeredAfter: [12, 15, 24, 11, 38, 23, 14][index % 7]!,
    meets: 5 - asked,
    place: "Loja Pedra Angular",
    end: "completed",
    ...(grade && { rating: { grade } }),
  }));
}
