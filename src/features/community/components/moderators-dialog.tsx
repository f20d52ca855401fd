import { useState } from "react";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SearchSelect } from "#app/ui/search-select.tsx";
import { FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Board } from "../boards/boards.answers.ts";
import { useChangeModerators, useModerators } from "../moderation/moderation.queries.ts";
import styles from "../pages/community.module.css";
import { useMentions } from "../posts/posts.queries.ts";

type Named = { id: string; name: string };

/** Who moderates a board besides the administrators. */
export function ModeratorsDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const moderators = useModerators(board.id);
  const change = useChangeModerators(board.id);
  const [typed, setTyped] = useState("");
  const search = useSettledSearch(typed.trim());
  const found = useMentions(board.id, search || undefined);
  const list = moderators.data?.moderators ?? [];
  const save = (members: Named[], done: string) =>
    change.mutate(
      { memberIds: members.map(({ id }) => id), before: list.map(({ id }) => id) },
      {
        onSuccess: () => toastSuccess(done),
        onError: (error) => toastFailure("Não foi possível guardar", error),
      },
    );
  const candidates = (found.data?.members ?? []).filter(({ id }) => !list.some((moderator) => moderator.id === id));
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
      <SearchSelect<Named>
        label="Nomear um irmão"
        help="Digite o começo do nome com que ele assina na comunidade."
        items={candidates}
        value={null}
        onChange={(member) => member && save([...list, member], "Moderador nomeado")}
        onSearch={setTyped}
        status={statusOf(search, found.isFetching, candidates.length)}
        disabled={!moderators.data || change.isPending}
        idOf={({ id }) => id}
        textOf={({ name }) => name}
      >
        {({ name }) => name}
      </SearchSelect>
    </Dialog>
  );
}

function statusOf(search: string, searching: boolean, count: number): string | null {
  if (!search) return "Digite um nome.";
  if (searching) return "Buscando...";
  return count === 0 ? "Nenhum irmão encontrado nesta sala." : null;
}
