import { Link } from "react-router";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { GRADES, type Grade } from "../dictionary.schema.ts";
import { ALPHABET, addressOf, type ListState, START } from "../dictionary.search.ts";
import styles from "../pages/dictionary.module.css";

type Props = {
  state: ListState;
  typed: string;
  /** What is wrong with the search, in words. */
  problem: string | undefined;
  /** Letters that have terms; the others are disabled. */
  letters: string[];
  onType: (text: string) => void;
  onGo: (change: Partial<ListState>) => void;
  /** A letter's link is being followed. */
  onLetter: () => void;
};

/** Search, grade and letter. The letters are an index of links where there is room for it, and a select on the phone. */
export function ListFilters({ state, typed, problem, letters, onType, onGo, onLetter }: Props) {
  return (
    <>
      <search>
        <form
          className={styles.dictionarySearch}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() && !problem) onGo({ search: typed.trim(), letter: null });
          }}
        >
          <TextField
            label="Pesquisar no dicionário"
            type="search"
            placeholder="Pesquisar termos..."
            autoComplete="off"
            enterKeyHint="search"
            error={problem}
            value={typed}
            onChange={(event) => onType(event.target.value)}
          />
          <div className={styles.dictLetterSelect}>
            <SelectField
              label="Letra"
              value={state.letter ?? ""}
              onChange={(event) => onGo({ search: "", letter: event.target.value || null })}
            >
              <option value="">Todas</option>
              {letters.map((letter) => (
                <option key={letter}>{letter}</option>
              ))}
            </SelectField>
          </div>
          <SelectField
            label="Grau"
            value={state.grade ?? ""}
            onChange={(event) => onGo({ grade: (event.target.value || null) as Grade | null })}
          >
            <option value="">Qualquer</option>
            {GRADES.map((grade) => (
              <option key={grade}>{grade}</option>
            ))}
          </SelectField>
        </form>
      </search>
      <nav className={styles.dictLetters} aria-label="Índice de A a Z">
        <ul>
          {ALPHABET.map((letter) => (
            <li key={letter}>
              {letters.includes(letter) ? (
                <Link
                  to={addressOf({ ...START, grade: state.grade, letter: state.letter === letter ? null : letter })}
                  aria-current={state.letter === letter ? "true" : undefined}
                  onClick={onLetter}
                  preventScrollReset
                >
                  {letter}
                </Link>
              ) : (
                <span aria-hidden="true">{letter}</span>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
