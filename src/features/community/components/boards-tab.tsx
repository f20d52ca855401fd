import { useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { slugOf } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { SearchSelect } from "#app/ui/search-select.tsx";
import { ErrorState, FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Board } from "../boards/boards.answers.ts";
import { useCommunity } from "../boards/boards.queries.ts";
import { useAddBoard, useChangeBoard, useChangeModerators, useModerators } from "../moderation/moderation.queries.ts";
import styles from "../pages/community.module.css";
import { useMentions } from "../posts/posts.queries.ts";

type Open = { kind: "new" } | { kind: "change" | "moderators"; board: Board };

/** The boards, for administrators: what they are called, for whom they are, who moderates them. */
export function BoardsTab() {
  const community = useCommunity();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (community.isPending) return <Skeleton label="Carregando..." />;
  if (community.isError)
    return (
      <ErrorState title="Não foi possível carregar os dados." error={community.error} onRetry={() => void community.refetch()} />
    );
  const { boards } = community.data;
  return (
    <div className="grid gap-6">
      <p className="calls">
        <Button onClick={() => setOpen({ kind: "new" })}>
          <Icon name="plus" /> Nova sala
        </Button>
        <Link className="go" to="/comunidade/moderacao">
          Ver a moderação <Icon name="arrow" />
        </Link>
      </p>
      <table className={tableStyles.records}>
        <caption className="visually-hidden">Salas da comunidade, na ordem em que aparecem</caption>
        <thead>
          <tr>
            <th scope="col">Sala</th>
            <th scope="col">Para quem</th>
            <th scope="col">Situação</th>
            <th scope="col">
              <span className="visually-hidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {boards.map((board) => (
            <tr key={board.id}>
              <th scope="row">
                <Link to={`/comunidade/sala/${board.id}`}>{board.name}</Link>
                <span className="meta block">{board.description}</span>
              </th>
              <td data-label="Para quem" className={tableStyles.half}>
                {board.degree ? `${DEGREE_LABEL[board.degree]} em diante` : "Todos os membros"}
              </td>
              <td data-label="Situação" className={tableStyles.half}>
                {board.closed ? "Fechada" : "Aberta"}
              </td>
              <td className={tableStyles.acts}>
                <div className="calls">
                  <Button
                    small
                    look="secondary"
                    aria-label={`Mudar a sala ${board.name}`}
                    onClick={() => setOpen({ kind: "change", board })}
                  >
                    Mudar
                  </Button>
                  <Button
                    small
                    look="secondary"
                    aria-label={`Moderadores da sala ${board.name}`}
                    onClick={() => setOpen({ kind: "moderators", board })}
                  >
                    Moderadores
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open?.kind === "new" && <NewBoardDialog onClose={close} />}
      {open?.kind === "change" && <BoardDialog board={open.board} place={boards.indexOf(open.board) + 1} onClose={close} />}
      {open?.kind === "moderators" && <ModeratorsDialog board={open.board} onClose={close} />}
    </div>
  );
}

const fieldsOf = (error: Error | null): Record<string, string> => (error instanceof ApiError ? error.fields : {});
const formMessage = (error: Error | null) => (Object.keys(fieldsOf(error)).length > 0 ? undefined : error?.message);

function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [degree, setDegree] = useState("");
  const add = useAddBoard();
  const fields = fieldsOf(add.error);
  return (
    <FormDialog
      title="Nova sala"
      action="Abrir a sala"
      busyLabel="Abrindo..."
      busy={add.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        const input = {
          id: slugOf(name),
          name: name.trim(),
          description: description.trim(),
          degree: (degree || null) as Degree | null,
        };
        add.mutate(input, {
          onSuccess: () => {
            onClose();
            toastSuccess("Sala aberta");
          },
        });
      }}
    >
      <TextField
        label="Nome"
        value={name}
        error={fields.name ?? fields.id}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Do que se trata nela"
        value={description}
        error={fields.description}
        autoComplete="off"
        onChange={({ target }) => setDescription(target.value)}
      />
      <SelectField
        label="Para quem"
        help="Não muda depois: o que se escreve nela é para esse grau."
        value={degree}
        error={fields.degree}
        onChange={({ target }) => setDegree(target.value)}
      >
        <option value="">Todos os membros</option>
        {DEGREES.map((each) => (
          <option key={each} value={each}>
            {DEGREE_LABEL[each]} em diante
          </option>
        ))}
      </SelectField>
      <FormError message={formMessage(add.error)} />
    </FormDialog>
  );
}

function BoardDialog({ board, place, onClose }: { board: Board; place: number; onClose: () => void }) {
  const [name, setName] = useState(board.name);
  const [description, setDescription] = useState(board.description);
  const [position, setPosition] = useState(String(place));
  const [closed, setClosed] = useState(board.closed);
  const change = useChangeBoard();
  const fields = fieldsOf(change.error);
  return (
    <FormDialog
      title={`Sala ${board.name}`}
      action="Guardar"
      busyLabel="Guardando..."
      busy={change.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        const input = { name: name.trim(), description: description.trim(), position: Number(position), closed };
        change.mutate(
          { boardId: board.id, ...input },
          {
            onSuccess: () => {
              onClose();
              toastSuccess("Sala guardada");
            },
          },
        );
      }}
    >
      <TextField
        label="Nome"
        value={name}
        error={fields.name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Do que se trata nela"
        value={description}
        error={fields.description}
        autoComplete="off"
        onChange={({ target }) => setDescription(target.value)}
      />
      <TextField
        label="Lugar na ordem"
        type="number"
        min={1}
        max={999}
        value={position}
        error={fields.position}
        onChange={({ target }) => setPosition(target.value)}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={closed} onChange={({ target }) => setClosed(target.checked)} />
        <span>Fechada: lê-se, mas não se escreve</span>
      </label>
      <FormError message={formMessage(change.error)} />
    </FormDialog>
  );
}

type Named = { id: string; name: string };

function ModeratorsDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const moderators = useModerators(board.id);
  const change = useChangeModerators(board.id);
  const [typed, setTyped] = useState("");
  const search = useSettledSearch(typed.trim());
  const found = useMentions(board.id, search || undefined);
  const list = moderators.data?.moderators ?? [];
  const save = (members: Named[], done: string) =>
    change.mutate(
      members.map(({ id }) => id),
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
