import type { CSSProperties } from "react";
import type { LibraryCard } from "../library.answers.ts";
import { bindingOf } from "./binding.tsx";
import styles from "./cover.module.css";
import { Vignette } from "./vignettes.tsx";

type Props = {
  item: Pick<LibraryCard, "type" | "title" | "author" | "year" | "category" | "coverImageUrl">;
  /** Where it is on the page that shows it. */
  className?: string;
};

/** The uploaded cover, or one set in type from the record. Decorative: the part that shows it names it in words. */
export function Cover({ item: { type, title, author, year, category, coverImageUrl }, className = "" }: Props) {
  if (coverImageUrl) {
    return (
      <span className={`${styles.cover} ${styles.coverPhoto} ${className}`}>
        <img src={coverImageUrl} alt="" loading="lazy" decoding="async" />
      </span>
    );
  }
  const look = type === "article" ? styles.article : `${styles.book} ${bindingOf(category)}`;
  return (
    <span
      className={`${styles.cover} ${look} ${className}`}
      style={{ "--title": titleSize(title) } as CSSProperties}
      aria-hidden="true"
    >
      <span className={styles.coverPage}>
        <span className={styles.coverTitle}>{title}</span>
        <span className={styles.coverAuthor}>{author}</span>
        <Vignette category={category} />
        {type === "book" && year && <span className={styles.coverYear}>{year}</span>}
      </span>
    </span>
  );
}

/** Size of the title in hundredths of the cover's width: its longest word fits in a line, the whole in the upper half. */
function titleSize(title: string): number {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  return Math.max(6, Math.min(12, 112 / longestWord, 66 / Math.sqrt(title.length)));
}
