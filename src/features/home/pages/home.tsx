import { Link } from "react-router";
import { PLATES } from "#app/lib/plates.ts";
import closingBandStyles from "#app/ui/closing-band.module.css";
import { Emblem, type EmblemName } from "#app/ui/emblems.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ArchPlate } from "../components/arch-plate.tsx";
import { PATH } from "../path.ts";
import styles from "./home.module.css";

export default function HomePage() {
  return (
    <>
      <title>Academia do Rito de York: o Rito de York, lição por lição</title>
      <meta
        name="description"
        content="Estudo do Rito de York (americano) em português: lições por grau, avaliação de nível, biblioteca, dicionário e mentoria com um Mestre Instrutor."
      />
      <Hero />
      <div className="mosaic" role="presentation" />
      <Features />
      <Path />
      <Voices />
      <Closing />
    </>
  );
}

function Hero() {
  return (
    <section className={`${styles.hero} page`} aria-labelledby="t-hero">
      <div className={styles.heroText}>
        <p className="caps caps-gold">Lições, biblioteca e mentoria</p>
        <h1 id="t-hero">
          O Rito de York, <em>lição por lição</em>
        </h1>
        <p className="lead">
          Um lugar de estudo para membros da Ordem: leituras curtas e bem documentadas, por grau, do primeiro dia como Aprendiz à
          entrada do Real Arco (ou Arco Real).
        </p>
        <div className="calls">
          <Link className="btn when-in" to="/continuar" prefetch="viewport">
            Continuar de onde parei
          </Link>
          <Link className="btn when-out" to="/avaliacao">
            Fazer a avaliação de nível
          </Link>
          <Link className="btn btn-2 when-in" to="/avaliacao">
            Fazer a avaliação de nível
          </Link>
          <Link className="btn btn-2" to="/modulos">
            Ver os módulos
          </Link>
          <Link className="go when-out" to="/login" state={{ tab: "registrar" }}>
            Criar uma conta <Icon name="arrow" />
          </Link>
          <Link className="go when-out" to="/leitura">
            Ler um artigo antes <Icon name="arrow" />
          </Link>
        </div>
        <dl className={styles.imprint}>
          {[
            ["Módulos", PATH.reduce((total, { modules }) => total + modules.length, 0)],
            ["Lições", PATH.reduce((total, { lessons }) => total + lessons, 0)],
            ["Graus", 13],
            ["Corpos", 4],
          ].map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figure className={`plate ${styles.heroPlate}`}>
        <div className="plate-art">
          <ArchPlate />
        </div>
        <figcaption>
          <span>O arco ao fim do pavimento</span>
          <b>Pr. {PLATES.home}</b>
        </figcaption>
      </figure>
    </section>
  );
}

function Features() {
  return (
    <section className={`page ${styles.block}`} aria-labelledby="t-sumario">
      <header className={styles.blockHead}>
        <h2 id="t-sumario">O que há na Academia</h2>
        <p className="meta">Seis partes, uma só leitura.</p>
      </header>
      <div className={styles.features}>
        <article className={`${styles.feature} ${styles.wide}`}>
          <Numeral>I</Numeral>
          <div>
            <h3>
              <Link to="/modulos">Módulos por grau</Link>
            </h3>
            <p>O curso vai de Aprendiz a Mestre. Cada módulo diz o que falta para abrir o seguinte.</p>
          </div>
          <table className={styles.ledger}>
            <caption className="visually-hidden">Módulos e lições por grau</caption>
            <thead>
              <tr>
                <th scope="col">Grau</th>
                <th scope="col">Módulos</th>
                <th scope="col">Lições</th>
              </tr>
            </thead>
            <tbody>
              {PATH.map(({ degree, title, modules, lessons }) => (
                <tr key={degree}>
                  <th scope="row">{title}</th>
                  <td>{modules.length}</td>
                  <td>{lessons}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
        <Feature numeral="II" to="/avaliacao" title="Avaliação de nível">
          Cinco perguntas sugerem por onde começar. O resultado é um nível de estudo; o grau, só a Loja confere.
        </Feature>
        <Feature numeral="III" to="/biblioteca" title="Biblioteca digital">
          Livros e artigos, dos monitores de 1797 à história no Brasil: fichas completas, artigos para ler aqui e onde encontrar
          cada livro.
        </Feature>
        <Feature numeral="IV" to="/dicionario" title="Dicionário">
          Mais de 100 termos em ordem alfabética, abertos a qualquer visitante e ligados às lições.
        </Feature>
        <Feature numeral="V" to="/mentoria" title="Mentoria">
          Um Mestre Instrutor acompanha o seu estudo, com data marcada. Combine também com sua Loja.
        </Feature>
        <article className={`${styles.feature} ${styles.wide}`}>
          <Numeral>VI</Numeral>
          <div>
            <h3>
              <Link to="/modulos">Questionários</Link>
            </h3>
            <p>Uma questão ao fim de cada lição, e a explicação depois da resposta. Sem limite de tentativas.</p>
          </div>
          <div className={styles.specimen}>
            <p className={styles.q}>O que o piso preto e branco sugere?</p>
            <ol>
              <li>A divisão entre os membros</li>
              <li className={styles.right}>
                A alternância da vida <Icon name="check" />
              </li>
              <li>A planta do Templo</li>
              <li>O dia e a noite de reunião</li>
            </ol>
          </div>
        </article>
      </div>
    </section>
  );
}

function Numeral({ children }: { children: string }) {
  return (
    <span className={styles.num} aria-hidden="true">
      {children}
    </span>
  );
}

function Feature({ numeral, to, title, children }: { numeral: string; to: string; title: string; children: string }) {
  return (
    <article className={styles.feature}>
      <Numeral>{numeral}</Numeral>
      <div>
        <h3>
          <Link to={to}>{title}</Link>
        </h3>
        <p>{children}</p>
      </div>
    </article>
  );
}

function Path() {
  return (
    <section className={styles.path} aria-labelledby="t-caminho">
      <div className="page">
        <header className={styles.blockHead}>
          <h2 id="t-caminho">Um caminho em três degraus</h2>
          <p className="meta">Da pedra bruta à pedra assentada.</p>
        </header>
        <ol className={styles.degrees}>
          {PATH.map(({ degree, ordinal, title, text, modules }) => (
            <li key={degree} className={`deg-${degree}`}>
              <article className={styles.degree}>
                <Emblem name={degree as EmblemName} />
                <p className="caps">{ordinal}</p>
                <h3>{title}</h3>
                <p>{text}</p>
                <ul className={styles.mods}>
                  {modules.map((module) => (
                    <li key={module}>{module}</li>
                  ))}
                </ul>
                <Link className="go" to={`/modulos?nivel=${degree}`}>
                  Módulos de {title} <Icon name="arrow" />
                </Link>
              </article>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const VOICES = [
  {
    quote:
      "Leio uma lição depois da reunião, antes de dormir. Em quinze minutos aprendo algo que posso levar à Loja na semana seguinte.",
    who: "Um Aprendiz",
  },
  {
    quote:
      "O que é lenda vem como lenda, o que é documento vem com a fonte. Era o que me faltava para preparar uma peça de arquitetura.",
    who: "Um Companheiro",
  },
  { quote: "Acompanho três irmãos de cidades diferentes. A conversa já chega com a leitura feita.", who: "Um Mestre Instrutor" },
];

function Voices() {
  return (
    <section className={`page ${styles.block} voices`} aria-labelledby="t-vozes">
      <header className={styles.blockHead}>
        <h2 id="t-vozes">Como se lê aqui</h2>
        <p className="meta">Depoimentos ilustrativos, escritos pela Academia. Não são de membros reais.</p>
      </header>
      <div className={styles.quotes}>
        {VOICES.map(({ quote, who }, index) => (
          <figure key={who} className={index === 0 ? styles.first : undefined}>
            <blockquote>
              <p>“{quote}”</p>
            </blockquote>
            <figcaption>
              <span className="badge">Ilustrativo</span> {who}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Closing() {
  return (
    <section className={closingBandStyles.closing} aria-labelledby="t-fim">
      <div className="page">
        <div>
          <h2 id="t-fim">Comece por cinco perguntas</h2>
          <p>
            A avaliação sugere um nível de estudo e os módulos para esta noite. Você pode{" "}
            <span className="unbroken">refazê-la</span> quando quiser.
          </p>
        </div>
        <Link className={`btn ${closingBandStyles.btnBand}`} to="/avaliacao">
          Fazer a avaliação de nível
        </Link>
      </div>
    </section>
  );
}
