import type { CSSProperties } from "react";
import type { LibraryCard } from "../library.answers.ts";
import { clothOf, Vignette } from "./vignettes.tsx";
import "./cover.css";

type Props = { item: Pick<LibraryCard, "type" | "title" | "author" | "year" | "category" | "coverImageUrl"> };

/** The uploaded cover, or a title page set from the record. Decorative: whoever shows it says beside it what it is. */
export function Cover({ item: { type, title, author, year, category, coverImageUrl } }: Props) {
  if (coverImageUrl) {
    return (
      <span className="cover cover-photo">
        <img src={coverImageUrl} alt="" loading="lazy" decoding="async" />
      </span>
    );
  }
  return (
    <span
      className={`cover cover-${type}`}
      style={{ "--title": titleSize(title), "--cloth": clothOf(category) } as CSSProperties}
      aria-hidden="true"
    >
      <span className="cover-page">
        {type === "article" && <span className="cover-running">Artigo</span>}
        <span className="cover-title">{title}</span>
        <span className="cover-author">{author}</span>
        <Vignette category={category} />
        {year && <span className="cover-year">{year}</span>}
      </span>
    </span>
  );
}

/** Size of the title in hundredths of the page's width: its longest word fits in a line, the whole in the upper half. */
function titleSize(title: string): number {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  return Math.max(6.4, Math.min(14.5, 134 / longestWord, 74 / Math.sqrt(title.length)));
}
