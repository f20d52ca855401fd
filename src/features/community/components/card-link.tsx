import { Link } from "react-router";
import type { Card } from "../posts/posts.answers.ts";
import styles from "./post.module.css";

const CARD_KIND: Record<Card["kind"], string> = {
  lesson: "Lição",
  study: "Estudo",
  document: "Documento",
  term: "Dicionário",
  degree: "Grau",
};

/** A page of the academy that is talked about. */
export function CardLink({ card: { kind, path, title, shelf } }: { card: Card }) {
  return (
    <Link className={styles.card} to={path}>
      <span className="caps">{CARD_KIND[kind]}</span>
      <strong>{title}</strong>
      <span className="meta">{shelf}</span>
    </Link>
  );
}
