import type { CSSProperties } from "react";
import type { LibraryCard } from "../library.answers.ts";
import styles from "./cover.module.css";
import { clothOf, Vignette } from "./vignettes.tsx";

type Props = {
  item: Pick<LibraryCard, "type" | "title" | "author" | "year" | "category" | "coverImageUrl">;
  /** Where it is on the page that shows it. */
  className?: string;
};

/** The uploaded cover, or a title page set from the record. Decorative: the part that shows it names it in words. */
export function Cover({ item: { type, title, author, year, category, coverImageUrl }, className = "" }: Props) {
  if (coverImageUrl) {
    return (
      <span className={`${styles.cover} ${styles.coverPhoto} ${className}`}>
        <img src={coverImageUrl} alt="" loading="lazy" decoding="async" />
      </span>
    );
  }
  return (
    <span
      className={`${styles.cover} ${type === "article" ? styles.coverArticle : ""} ${className}`}
      style={{ "--title": titleSize(title), "--cloth": clothOf(category) } as CSSProperties}
      aria-hidden="true"
    >
      <span className={styles.coverPage}>
        {type === "article" && <span className={styles.coverRunning}>Artigo</span>}
        <span className={styles.coverTitle}>{title}</span>
        <span className={styles.coverAuthor}>{author}</span>
        <Vignette category={category} />
        {year && <span className={styles.coverYear}>{year}</span>}
      </span>
    </span>
  );
}

/** Size of the title in hundredths of the page's width: its longest word fits in a line, the whole in the upper half. */
function titleSize(title: string): number {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  return Math.max(6.4, Math.min(14.5, 134 / longestWord, 74 / Math.sqrt(title.length)));
}
