import { useState } from "react";
import { KIND_LABEL } from "#app/features/search/kinds.ts";
import { searchProblem } from "#app/lib/search.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { useLinkTargets } from "../posts/posts.queries.ts";
import styles from "./dialogs.module.css";

type Props = { onClose: () => void; onPick: (words: string) => void };

/** Looks for a lesson, a term, a document or a degree, and gives its link. */
export function LinkPicker({ onClose, onPick }: Props) {
  const [search, setSearch] = useState("");
  const settled = useSettledSearch(search).trim();
  const found = useLinkTargets(settled);
  const targets = found.data ?? [];
  return (
    <Dialog open onClose={onClose} title="Ligar a uma página">
      <TextField
        label="Lição, termo, documento, estudo ou grau"
        type="search"
        autoComplete="off"
        error={searchProblem(search)}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <p className="meta" role="status">
        {settled === "" && "Escreva uma palavra do título."}
        {settled !== "" && found.isError && found.error.message}
        {settled !== "" && found.data && targets.length === 0 && "Nada encontrado. Confira as letras, ou use outra palavra."}
      </p>
      {targets.length > 0 && (
        <ul className={styles.targets}>
          {targets.map(({ kind, path, title }) => (
            <li key={path}>
              <button type="button" onClick={() => onPick(`[${title.replace(/[[\]]/g, "")}](${path})`)}>
                <strong>{title}</strong>
                <span className="meta">{KIND_LABEL[kind].one}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
