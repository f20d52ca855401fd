import type { ReactNode } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { fromDayAndHour } from "#app/lib/format.ts";
import { numberInWords, opening } from "#app/lib/text.ts";
import { Emblem } from "#app/ui/emblems.tsx";
import type { ExamResult } from "../exam.answers.ts";
import styles from "./result.module.css";
import { Go, Reread, SectionHead } from "./result-parts.tsx";

/** What passing gives. @param figure the sheet in small @param studied what it attests, once it is known */
export function Award({ figure, studied }: { figure: ReactNode; studied: string | undefined }) {
  return (
    <section className={styles.award} aria-labelledby="t-certificado">
      {figure}
      <div>
        <p className="caps caps-gold">Emitido com a aprovação</p>
        <h2 id="t-certificado">Certificado de estudo</h2>
        <p>
          {studied && `${studied}. `}Uma folha A4 para imprimir, com um código que qualquer pessoa confere. Você escolhe o nome
          que aparece.
        </p>
        <Link className="btn" to="/certificados">
          Ver o certificado
        </Link>
      </div>
    </section>
  );
}

/** What passing opens. */
export function Opens({ result: { degree, rightCount, questions } }: { result: ExamResult }) {
  const missed = questions - rightCount;
  const next = ({ aprendiz: "companheiro", companheiro: "mestre", mestre: null } as const)[degree];
  return (
    <section className={styles.opens} aria-labelledby="t-abre">
      <SectionHead id="t-abre" title="O que se abre agora" />
      <ol>
        <li>
          <Emblem name="em-obra" />
          <h3>A face está pronta</h3>
          <p>A régua de {DEGREE_LABEL[degree]} chega à polegada 24: dezoito de lições, seis do exame.</p>
          <Go to="/dashboard">Ver no painel</Go>
        </li>
        {next && (
          <li>
            <Emblem name={next} />
            <h3>O caminho de {DEGREE_LABEL[next]}</h3>
            <p>Abre quando a sua Loja confirmar o grau. O exame mostra estudo; o grau, só a Loja confere.</p>
            <Go to="/conta#grau">Solicitar confirmação</Go>
          </li>
        )}
        {missed > 0 && (
          <li>
            <Emblem name="fichas" />
            <h3>{missed === 1 ? "Uma ficha na revisão" : `${opening(numberInWords(missed, "f"))} fichas na revisão`}</h3>
            <p>O que errou volta na revisão diária, até ficar seu.</p>
            <Go to="/revisao">Abrir a revisão</Go>
          </li>
        )}
      </ol>
    </section>
  );
}

/** When the next attempt begins, and where to begin until then: the modules with most that is missing. */
export function Again({ result: { degree, opensAt, modules, items } }: { result: ExamResult }) {
  const open = new Date(opensAt!) <= new Date();
  const weak = modules
    .map((module) => ({ ...module, items: items.filter(({ moduleId }) => moduleId === module.id) }))
    .map((module) => ({ ...module, missed: module.items.filter(({ right }) => !right) }))
    .filter(({ missed }) => missed.length > 0)
    .toSorted((a, b) => b.missed.length / b.items.length - a.missed.length / a.items.length)
    .slice(0, 3);
  return (
    <section className={styles.again}>
      <div className={styles.againWhen}>
        <p className="caps caps-gold">Próxima tentativa</p>
        <p className={styles.when}>{open ? "Já está aberta" : opening(fromDayAndHour(new Date(opensAt!)))}</p>
        <p>Vinte questões sorteadas de novo, os mesmos quarenta minutos. As lições e a revisão ficam abertas enquanto isso.</p>
        <Link className="btn btn-2" to={open ? `/exame/${degree}` : "/dashboard"}>
          {open ? "Ir ao exame" : "Voltar ao painel"}
        </Link>
      </div>
      <div className={styles.againWhere}>
        <h2 className="caps">Até lá, por onde começar</h2>
        <p>
          Comece pelos trechos das questões que errou: cada uma tem o seu, logo abaixo. Depois abra a{" "}
          <Link to="/revisao">revisão</Link>, onde elas já esperam. Não é preciso reler o curso inteiro.
        </p>
        <ul>
          {weak.map(({ id, title, items: asked, missed }) => {
            const first = missed.find(({ lesson, document }) => lesson ?? document);
            return (
              <li key={id}>
                <span className={styles.l}>{title}</span>
                <span className={styles.g}>
                  {asked.length - missed.length} de {asked.length}
                </span>
                {first && <Reread item={first} />}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
