import { useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import type { Board } from "../boards/boards.answers.ts";
import { useCommunity } from "../boards/boards.queries.ts";
import styles from "../pages/community.module.css";
import { BoardDialog, NewBoardDialog } from "./board-dialogs.tsx";
import { ModeratorsDialog } from "./moderators-dialog.tsx";

type Open = { kind: "new" } | { kind: "change" | "moderators"; board: Board };

/** The boards, for administrators: what they are called, for whom they are, who moderates them. */
export function BoardAdministration() {
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
    <div className="stack">
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
                <span className={styles.boardNote}>{board.description}</span>
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
      {open?.kind === "change" && <BoardDialog board={open.board} onClose={close} />}
      {open?.kind === "moderators" && <ModeratorsDialog board={open.board} onClose={close} />}
    </div>
  );
}
