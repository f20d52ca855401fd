import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { DegreeStep } from "#app/features/courses/components/lock-notice.tsx";
import { coversDegree, DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { PLATES } from "#app/lib/plates.ts";
import { Emblem } from "#app/ui/emblems.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import type { AssessmentOutcome } from "../assessment.answers.ts";
import styles from "../pages/assessment.module.css";
import { Arch } from "./arch.tsx";

type Step = { title: string; text: string /** The module whose emblem stands beside it. */; module: number };

const MESSAGE: Record<Degree, { text: string; steps: Step[] }> = {
  aprendiz: {
    text: "Comece pelo começo, sem pressa. As primeiras lições explicam o que é a Ordem, de onde veio e como se lê um símbolo.",
    steps: [
      { title: "Leia “O que é a Maçonaria”", text: "É a primeira lição do primeiro módulo, e está aberta.", module: 1 },
      { title: "Tenha o dicionário à mão", text: "Abra-o sempre que um termo parar a leitura.", module: 2 },
      { title: "Reserve duas noites por semana", text: "Cada lição leva de dez a quinze minutos.", module: 3 },
    ],
  },
  companheiro: {
    text: "Você já traz as imagens do primeiro grau. O estudo da Geometria, das artes liberais e das colunas dará método ao que você sabe.",
    steps: [
      { title: "Reveja os módulos de Aprendiz", text: "Conclua os que faltam: o que você já sabe anda depressa.", module: 1 },
      { title: "Avance para “Geometria Sagrada”", text: "O módulo abre com o grau de Companheiro.", module: 6 },
      { title: "Converse com um Mestre Instrutor", text: "Pergunte sobre o que mais lhe interessa.", module: 8 },
    ],
  },
  mestre: {
    text: "Você conhece os temas dos três graus. O proveito agora está na profundidade: fontes, história e o caminho que segue no Rito de York.",
    steps: [
      { title: "Releia com as fontes à mão", text: "As lições do seu grau dizem de onde vem cada coisa.", module: 10 },
      { title: "Prepare uma peça de arquitetura", text: "A biblioteca tem com que começar.", module: 11 },
      { title: "Considere ensinar", text: "Quem explica um assunto o aprende de novo.", module: 12 },
    ],
  },
};

/** "Seu nível", what it suggests, and each question explained. */
export function Outcome({ outcome, onRetake }: { outcome: AssessmentOutcome; onRetake: () => void }) {
  const { level, questions } = outcome;
  const { degree } = useMember();
  const above = !coversDegree(degree, level);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={`${styles.outcome} deg-${level}`}>
      <header className={`page-head ${styles.outcomeHead}`}>
        <div>
          <p className="caps caps-gold">Seu nível</p>
          <h1 ref={heading} tabIndex={-1}>
            {DEGREE_LABEL[level]}
          </h1>
          <p className="lead">{MESSAGE[level].text}</p>
        </div>
        <figure className={`plate ${styles.plate}`}>
          <div className="plate-art">
            <Arch set={5} />
          </div>
          <figcaption>
            <span>Cinco pedras, o arco se sustenta</span>
            <b>Pr. {PLATES.assessment}</b>
          </figcaption>
        </figure>
      </header>
      <section aria-labelledby="t-dois">
        <h2 id="t-dois">Nível e grau são duas coisas</h2>
        <ol className={styles.stair}>
          <li className={`deg-${degree}`}>
            <Emblem name={degree} />
            <p>
              <span className="meta">Seu grau, registrado</span>
              <br />
              <b>{DEGREE_LABEL[degree]}</b>
              <br />
              Diz o que está aberto para você.
            </p>
          </li>
          <li className={`deg-${level} ${above ? styles.above : ""}`}>
            <Emblem name={level} />
            <p>
              <span className="meta">Seu nível, sugerido</span>
              <br />
              <b>{DEGREE_LABEL[level]}</b>
              <br />
              Diz por onde estudar.
            </p>
          </li>
        </ol>
        <div className="note">
          <p>Este resultado é um nível de estudo sugerido. Grau maçônico só se recebe em Loja.</p>
          {above && (
            <p>
              Os módulos de {DEGREE_LABEL[level]} abrem quando esse grau for confirmado. <DegreeStep />. Até lá, há o que fazer
              nos <Link to={`/modulos?nivel=${degree}`}>módulos de {DEGREE_LABEL[degree]}</Link>.
            </p>
          )}
        </div>
      </section>
      <section className={styles.outcomeSteps} aria-labelledby="t-passos">
        <h2 id="t-passos">Próximos passos</h2>
        <ol>
          {MESSAGE[level].steps.map(({ title, text, module }) => (
            <li key={title}>
              <ModuleEmblem id={module} />
              <div>
                <h3>{title}</h3>
                <p className="meta">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="calls">
          <Link className="btn" to={`/modulos/${level}`}>
            Ver Módulos Recomendados
          </Link>
          <Link className="btn btn-2" to="/dashboard">
            Ir para o painel
          </Link>
          <button type="button" className="go" onClick={onRetake}>
            Refazer a avaliação
          </button>
        </div>
      </section>
      <section aria-labelledby="t-respostas">
        <h2 id="t-respostas">As perguntas, explicadas</h2>
        <ol className={styles.explained}>
          {questions.map(({ id, prompt, options, chosen, right, why }) => {
            const textOf = (option: string) => options.find((candidate) => candidate.id === option)?.text;
            const hit = chosen === right;
            return (
              <li key={id}>
                <h3>{prompt}</h3>
                <p className={hit ? styles.hit : styles.miss}>
                  <Icon name={hit ? "check" : "close"} />
                  <span>
                    <span className="visually-hidden">{hit ? "Certa: " : "Sua resposta: "}</span>
                    {textOf(chosen)}
                  </span>
                </p>
                {!hit && (
                  <p className={styles.hit}>
                    <Icon name="check" />
                    <span>
                      <span className="visually-hidden">Resposta certa: </span>
                      {textOf(right)}
                    </span>
                  </p>
                )}
                <p className="meta">{why}</p>
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}
