import type { Degree } from "#app/lib/degrees.ts";

type Step = { degree: Degree; ordinal: string; title: string; text: string; modules: string[]; lessons: number };

/** The three steps as the landing page shows them; a test compares them with content/modules.yaml. */
export const PATH: Step[] = [
  {
    degree: "aprendiz",
    ordinal: "Primeiro grau",
    title: "Aprendiz",
    text: "Ler os símbolos, conhecer as ferramentas e repartir bem o dia.",
    modules: [
      "Introdução à Maçonaria",
      "Símbolos do Primeiro Grau",
      "Ferramentas do Aprendiz",
      "O Templo e sua Estrutura",
      "Rituais e Cerimônias Iniciais",
    ],
    lessons: 30,
  },
  {
    degree: "companheiro",
    ordinal: "Segundo grau",
    title: "Companheiro",
    text: "Medir e provar: a Geometria, as artes liberais e as colunas.",
    modules: ["Geometria Sagrada", "As Sete Artes Liberais", "Colunas e sua Significância"],
    lessons: 19,
  },
  {
    degree: "mestre",
    ordinal: "Terceiro grau",
    title: "Mestre",
    text: "Assentar a pedra: fidelidade, liderança e o caminho adiante.",
    modules: [
      "A Lenda de Hiram",
      "Liderança Maçônica",
      "Filosofia Maçônica Avançada",
      "Caminho ao Real Arco: introdução ao Rito de York",
    ],
    lessons: 24,
  },
];
