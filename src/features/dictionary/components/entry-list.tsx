import { Link } from "react-router";
import type { Entry } from "../dictionary.answers.ts";
import { letterOf, wordsOf } from "../dictionary.search.ts";
import styles from "../pages/dictionary.module.css";
import { GradeChip } from "./grade-chip.tsx";
import { Marked } from "./marked.tsx";

/** Entries under the letters they begin with; those of a search come in the order of the search, without letters. */
export function EntryList({ entries, search }: { entries: Entry[]; search: string }) {
  const words = wordsOf(search);
  const groups = words.length > 0 ? [{ letter: "", entries }] : byLetter(entries);
  return groups.map(({ letter, entries }) => (
    <div className={styles.dictLetterGroup} key={letter}>
      {letter && (
        <p className={styles.dictInitial} aria-hidden="true">
          {letter}
        </p>
      )}
      <div className={styles.dictEntries}>
        {entries.map((entry) => (
          <EntryCard key={entry.slug} entry={entry} words={words} />
        ))}
      </div>
    </div>
  ));
}

function EntryCard({ entry: { slug, term, grade, definition, aliases, see }, words }: { entry: Entry; words: string[] }) {
  return (
    <article className={styles.dictEntry}>
      <div className={styles.dictEntryHead}>
        <h3 className="entry-title">
          <Link to={`/dicionario/${slug}`} prefetch="intent">
            <Marked text={term} words={words} />
          </Link>
        </h3>
        <GradeChip grade={grade} />
      </div>
      <div className="dict-entry-text">
        <p className={styles.definition}>
          <Marked text={definition} words={words} />
        </p>
        {aliases.length > 0 && (
          <p className="meta">
            Também:{" "}
            <i>
              <Marked text={aliases.join("; ")} words={words} />
            </i>
          </p>
        )}
        {see.length > 0 && (
          <p className={styles.dictSee}>
            <span>Ver também</span>
            {see.map(({ slug, term }) => (
              <Link key={slug} to={`/dicionario/${slug}`} prefetch="intent">
                {term}
              </Link>
            ))}
          </p>
        )}
      </div>
    </article>
  );
}

function byLetter(entries: Entry[]): { letter: string; entries: Entry[] }[] {
  const groups: { letter: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const letter = letterOf(entry.term);
    const last = groups.at(-1);
    if (last?.letter === letter) last.entries.push(entry);
    else groups.push({ letter, entries: [entry] });
  }
  return groups;
}
