import type { QuestionKind } from "#app/content/questions.ts";
import type { ExamResult } from "../exam.answers.ts";
import styles from "./result.module.css";
import { SectionHead } from "./result-parts.tsx";

/** What a kind of question is called, and how to read again for it. */
const KINDS: Record<QuestionKind, { title: string; advice: string }> = {
  fontes: {
    title: "Fontes, fato e lenda",
    advice: "Ao reler, repare no que o texto dá como documento, como tradição e como interpretação, e em que fonte se apoia.",
  },
  uso: {
    title: "Casos e uso das ferramentas",
    advice: "Ao reler, leve cada lição a uma situação da sua semana e pergunte o que ela lhe diria.",
  },
  sentido: {
    title: "Sentido dos símbolos",
    advice: "Ao reler, diga com as suas palavras o que o texto entende por cada símbolo, e de quem é cada leitura.",
  },
  fatos: {
    title: "Fatos, causas e ordem",
    advice: "Ao reler, refaça a ordem dos fatos e o que levou de um a outro.",
  },
};

/** How many were right of each kind of question, and how to read again for those that went less well. */
export function ByKind({ result: { items } }: { result: ExamResult }) {
  const kinds = Object.entries(KINDS).flatMap(([kind, words]) => {
    const own = items.filter((item) => item.kind === kind);
    return own.length === 0 ? [] : [{ kind, ...words, asked: own.length, right: own.filter(({ right }) => right).length }];
  });
  if (kinds.length === 0) return null;
  return (
    <section className={styles.kinds} aria-labelledby="t-tipos">
      <SectionHead id="t-tipos" title="Por tipo de questão" note="O que cada uma pedia, e como reler para ela." />
      <ul>
        {kinds.map(({ kind, title, advice, asked, right }) => (
          <li key={kind}>
            <h3>{title}</h3>
            <p className={styles.modN}>
              {right} de {asked}
            </p>
            {right < asked && <p className={styles.advice}>{advice}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
