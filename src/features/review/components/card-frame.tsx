import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { Icon } from "#app/ui/icons.tsx";
import { Scene } from "#app/ui/scene.tsx";
import "#app/ui/styles/prose.css";
import type { ReviewCard } from "../review.answers.ts";
import { sourceInWords } from "../words.ts";
import styles from "./review.module.css";

type Props = {
  kind: string;
  number: number;
  /** What happened, above a question that is a case. */
  scene?: string | null;
  title: string;
  /** A question is longer than the name of a thing. */
  long?: boolean;
  ask?: string;
  titleRef: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** A card of the review: what it is about, and below what belongs to it. */
export function CardFrame({ kind, number, scene, title, long = false, ask, titleRef, children }: Props) {
  return (
    <article className={styles.card} aria-labelledby="t-ficha">
      <div className={styles.cardIn}>
        <header>
          <span className="caps caps-gold">{kind}</span>
          <span className={styles.number}>Ficha {number}</span>
        </header>
        <div className={styles.front}>
          <Scene text={scene} />
          <h2 id="t-ficha" ref={titleRef} tabIndex={-1} className={long ? styles.long : undefined}>
            {title}
          </h2>
          {ask && <p className={styles.ask}>{ask}</p>}
        </div>
        {children}
      </div>
    </article>
  );
}

type Shown = Exclude<ReviewCard, { kind: "question" }>;

/** What is remembered of a term or a document: the other side of the card. It takes the focus, and so is read out. */
export function Back({ card, backRef }: { card: Shown; backRef: Ref<HTMLElement> }) {
  return (
    <section className={styles.back} ref={backRef} tabIndex={-1} aria-label="Resposta">
      {card.kind === "term" ? (
        <p className={styles.definition}>{card.definition}</p>
      ) : (
        card.commentary.map(({ title, html }) => (
          <div key={title} className={styles.commentary}>
            <h3 className="caps">{title}</h3>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
            <div className={styles.definition} dangerouslySetInnerHTML={{ __html: html }} />
          </div>
        ))
      )}
      {card.kind === "document" ? (
        <Source to={`/documentos/${card.subject}`}>Ler o documento</Source>
      ) : (
        <Source to={card.source.path}>{sourceInWords(card.source)}</Source>
      )}
    </section>
  );
}

export const Source = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className={styles.source}>
    <Link className="go" to={to}>
      {children} <Icon name="arrow" />
    </Link>
  </p>
);
