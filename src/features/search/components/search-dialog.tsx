import { Autocomplete } from "@base-ui/react/autocomplete";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { queryClient } from "#app/lib/query-client.ts";
import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { KIND_LABEL } from "../kinds.ts";
import { searchAddress } from "../search.address.ts";
import type { SearchBrief, SearchResult } from "../search.answers.ts";
import { useSearchBrief } from "../search.queries.ts";
import { Pieces, plainOf } from "./pieces.tsx";
import styles from "./search-dialog.module.css";

type Props = { open: boolean; onClose: () => void };

/** The site's search over any page: what is typed, and below it the best of each kind. Some pages have no queries of their own, so it brings them. */
export function SearchDialog({ open, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title="Buscar" firstFocus={input}>
      <QueryClientProvider client={queryClient}>
        <CSPProvider disableStyleElements>
          <SearchField inputRef={input} onClose={onClose} />
        </CSPProvider>
      </QueryClientProvider>
    </Dialog>
  );
}

type Group = { label: string; items: SearchResult[] };

function SearchField({ inputRef, onClose }: Pick<Props, "onClose"> & { inputRef: Ref<HTMLInputElement> }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const wanted = useSettledSearch(typed).trim();
  const found = useSearchBrief(wanted);
  const groups = wanted && found.data ? groupsOf(found.data) : [];
  const follow = (path: string) => {
    onClose();
    void navigate(path);
  };
  const seeAll = () => {
    if (typed.trim() && !searchProblem(typed)) follow(searchAddress({ q: typed.trim(), kind: null, page: 1 }));
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          seeAll();
        }}
      >
        <Autocomplete.Root
          open
          inline
          mode="none"
          items={groups}
          value={typed}
          onValueChange={(text, { reason }) => reason !== "item-press" && setTyped(text)}
          itemToStringValue={(result: SearchResult) => plainOf(result.title)}
        >
          <div className={`field ${styles.field}`}>
            <Autocomplete.Input
              ref={inputRef}
              className="input"
              aria-label="Buscar na Academia"
              placeholder="Lições, verbetes, graus, documentos..."
              enterKeyHint="search"
              autoComplete="off"
            />
          </div>
          <Autocomplete.Status className={`meta ${styles.status}`}>
            {statusOf(typed, wanted, found.data, found.error)}
          </Autocomplete.Status>
          <Autocomplete.List className={styles.list}>
            {({ label, items }: Group) => (
              <Autocomplete.Group key={label} items={items} className={styles.group}>
                <Autocomplete.GroupLabel className="caps caps-gold">{label}</Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(result: SearchResult) => (
                    <Autocomplete.Item
                      key={result.path}
                      value={result}
                      className={`float-item ${styles.item}`}
                      onClick={() => follow(result.path)}
                    >
                      <span>
                        <Pieces pieces={result.title} />
                      </span>
                      <span className="meta">{result.context}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
        {groups.length > 0 && found.data?.near.length === 0 && (
          <button type="submit" className="go">
            Ver todos os resultados <Icon name="arrow" />
          </button>
        )}
      </form>
    </search>
  );
}

const groupsOf = ({ groups, near }: SearchBrief): Group[] => [
  ...groups.map(({ kind, results }) => ({ label: KIND_LABEL[kind].many, items: results })),
  ...(near.length > 0 ? [{ label: "Você quis dizer", items: near }] : []),
];

/** Said as the answers come. */
function statusOf(typed: string, wanted: string, found: SearchBrief | undefined, error: Error | null): ReactNode {
  const problem = searchProblem(typed);
  if (problem) return problem;
  if (!wanted) return <span className={styles.keys}>Use as setas para escolher e Enter para abrir.</span>;
  if (error) return error.message;
  if (!found) return "Buscando...";
  const total = found.groups.reduce((sum, group) => sum + group.total, 0);
  return total === 0 ? `Nenhum resultado para “${wanted}”.` : plural(total, "resultado", "resultados");
}
