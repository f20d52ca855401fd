import { useState } from "react";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { searchProblem } from "#app/lib/search.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SearchSelect } from "#app/ui/search-select.tsx";
import { FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Board } from "../boards/boards.answers.ts";
import type { ModeratorCandidate } from "../moderation/moderation.answers.ts";
import { useChangeModerators, useModeratorCandidates, useModerators } from "../moderation/moderation.queries.ts";
import { SHORTEST_CANDIDATE } from "../moderation/moderation.schema.ts";
import styles from "../pages/community.module.css";

type Named = { id: string; name: string };

/** Who moderates a board besides the administrators. */
export function ModeratorsDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const moderators = useModerators(board.id);
  const change = useChangeModerators(board.id);
  const [typed, setTyped] = useState("");
  const search = useSettledSearch(typed.trim());
  const isShort = search.length < SHORTEST_CANDIDATE;
  const found = useModeratorCandidates(board.id, search, !isShort);
  const list = moderators.data?.moderators ?? [];
  const save = (members: Named[], done: string) =>
    change.mutate(
      { memberIds: members.map(({ id }) => id), before: list.map(({ id }) => id) },
      {
        onSuccess: () => toastSuccess(done),
        onError: (error) => toastFailure("Não foi possível guardar", error),
      },
    );
  // nothing that an earlier text has found: Enter would take a member who was not looked for
  const searching = !isShort && (found.isPending || search !== typed.trim());
  const candidates = searching ? [] : (found.data?.candidates ?? []).filter(({ id }) => !list.some((named) => named.id === id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Moderadores da sala ${board.name}`}
      description={<p>Administradores moderam todas as salas. Aqui se nomeiam irmãos que moderam esta.</p>}
    >
      {moderators.isPending && <Skeleton label="Carregando..." lines={1} />}
      {moderators.isError && <FormError message={moderators.error.message} />}
      {moderators.data && list.length === 0 && <p>Ninguém ainda.</p>}
      <ul className={styles.moderators}>
        {list.map((moderator) => (
          <li key={moderator.id}>
            <span>{moderator.name}</span>
            <Button
              small
              look="secondary"
              aria-label={`Retirar ${moderator.name}`}
              onClick={() =>
                save(
                  list.filter(({ id }) => id !== moderator.id),
                  "Moderador retirado",
                )
              }
            >
              Retirar
            </Button>
          </li>
        ))}
      </ul>
      <SearchSelect<ModeratorCandidate>
        label="Nomear um irmão"
        help="Digite parte do nome, do e-mail, da Loja ou do nome com que ele assina na comunidade."
        items={candidates}
        value={null}
        onChange={(member) => member && save([...list, member], "Moderador nomeado")}
        onSearch={setTyped}
        status={searchProblem(typed) ?? statusOf({ isShort, searching, failed: found.isError, count: candidates.length })}
        disabled={!moderators.data || change.isPending}
        idOf={({ id }) => id}
        textOf={({ name }) => name}
      >
        {({ name, ...member }) => (
          <span className={styles.candidate}>
            {name}
            <span className="meta">{knownBy(member)}</span>
          </span>
        )}
      </SearchSelect>
    </Dialog>
  );
}

/** What tells brothers of the same name apart. */
const knownBy = ({ email, signsAs, degree, lodge }: Omit<ModeratorCandidate, "name">): string =>
  [signsAs && `assina ${signsAs}`, DEGREE_LABEL[degree], lodge, email].filter(Boolean).join(" · ");

type Found = { isShort: boolean; searching: boolean; failed: boolean; count: number };

function statusOf({ isShort, searching, failed, count }: Found): string | null {
  if (isShort) return "Digite ao menos três letras.";
  if (failed) return "A busca falhou. Digite de novo para tentar.";
  if (searching) return "Buscando...";
  return count === 0 ? "Nenhum irmão que possa entrar nesta sala." : null;
}
