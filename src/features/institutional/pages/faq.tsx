import { useEffect } from "react";
import { Link, useLoaderData, useLocation } from "react-router";
import { Contents } from "#app/features/reader/components/contents.tsx";
import folioStyles from "#app/features/reader/components/folio.module.css";
import { Icon } from "#app/ui/icons.tsx";
import { readFaq } from "../institutional.content.ts";
import type { FaqGroup, FaqItem } from "../institutional.schema.ts";
import styles from "./faq.module.css";

/** Runs in the build. */
export const loader = () => readFaq();

const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

export default function FaqPage() {
  const groups = useLoaderData<typeof loader>();
  useOpenTarget();
  return (
    <div className={`page ${folioStyles.folio}`}>
      <title>Perguntas frequentes · Academia</title>
      <meta
        name="description"
        content="Respostas curtas sobre a Academia do Rito de York: conta e acesso, grau e nível, lições, biblioteca, mentoria e privacidade."
      />
      <header className={folioStyles.folioHead}>
        <p className={folioStyles.folioRunning}>
          <span className="caps">Ajuda</span>
          <span>{groups.reduce((total, { items }) => total + items.length, 0)} perguntas</span>
        </p>
        <h1>Perguntas frequentes</h1>
        <p className="lead">Respostas curtas sobre a conta, o grau, o estudo, a mentoria e a privacidade.</p>
      </header>
      <Contents title="Nesta página" items={groups} className={folioStyles.contents} />
      <div className={folioStyles.folioText}>
        {groups.map((group, index) => (
          <Group key={group.id} group={group} numeral={ROMAN[index] ?? String(index + 1)} />
        ))}
        <section className={`${styles.faqAsk} no-print`} aria-labelledby="t-outra">
          <h2 id="t-outra">A sua pergunta não está aqui?</h2>
          <p>Escreva para os administradores. Se ela servir a outros, entra nesta página.</p>
          <Link className="btn" to="/contato">
            Escrever para a Academia
          </Link>
        </section>
      </div>
    </div>
  );
}

function Group({ group: { id, title, items }, numeral }: { group: FaqGroup; numeral: string }) {
  return (
    <section className={styles.faqGroup} aria-labelledby={id}>
      <h2 id={id}>
        <span className={`${folioStyles.folioSec} ${styles.num}`} aria-hidden="true">
          {numeral}
        </span>{" "}
        {title}
      </h2>
      {items.map((item) => (
        <Question key={item.id} item={item} />
      ))}
    </section>
  );
}

/**
 * `details` instead of a scripted accordion: the answers are in the HTML, open without a script, and are found by the browser's
 * own search, and no style attribute is needed, which the pages' CSP would refuse.
 */
function Question({ item: { id, number, question, answer } }: { item: FaqItem }) {
  return (
    <details className={styles.faqItem} id={id}>
      <summary>
        <span className={styles.faqNum} aria-hidden="true">
          {number}
        </span>
        <h3>{question}</h3>
        <Icon name="down" />
      </summary>
      <div className={styles.faqAnswer}>
        <p>{answer}</p>
        <p className={`${styles.faqLink} no-print`}>
          <a href={`#${id}`}>
            Endereço desta pergunta<span className="visually-hidden">: {question}</span>
          </a>
        </p>
      </div>
    </details>
  );
}

/** Opens the question that the address names, on arriving and on following a link inside the page. */
function useOpenTarget() {
  const { hash } = useLocation();
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }, [hash]);
}
