import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { LibraryRecord } from "../library.answers.ts";
import { useDeleteItem } from "../library.queries.ts";
import itemStyles from "../pages/item.module.css";

/** What the keeper of the library may do with an item. */
export function ItemActions({ item }: { item: LibraryRecord }) {
  const [asking, setAsking] = useState(false);
  if (!item.can.edit && !item.can.delete) return null;
  return (
    <div className={`${itemStyles.itemActions} no-print`}>
      {item.can.edit && (
        <Link className="btn btn-2 btn-sm" to={`/biblioteca/${item.id}/editar`} prefetch="intent">
          <Icon name="note" />
          Editar
        </Link>
      )}
      {item.can.delete && (
        <Button look="danger" small onClick={() => setAsking(true)}>
          <Icon name="trash" />
          Excluir
        </Button>
      )}
      <DeleteDialog item={item} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

function DeleteDialog({ item, open, onClose }: { item: LibraryRecord; open: boolean; onClose: () => void }) {
  const remove = useDeleteItem(item.id);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: (_, here) => {
        toastSuccess("Item excluído", item.title);
        if (here) void navigate("/biblioteca", { replace: true });
      },
      onError: (error) => toastFailure("Erro ao excluir item", error),
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Excluir “${item.title}”?`}
      description={<p>{whatIsLost(item)}</p>}
      action="Excluir item"
      busy={remove.isPending}
      busyLabel="Excluindo..."
      onConfirm={confirm}
    />
  );
}

function whatIsLost({ text, coverImageUrl, document }: LibraryRecord): string {
  const parts = ["a ficha", text && "o texto", coverImageUrl && "a capa", document && `o arquivo ${document.format}`];
  const named = new Intl.ListFormat("pt-BR").format(parts.filter((part) => typeof part === "string"));
  const sentence =
    named === "a ficha" ? "A ficha será excluída." : `${named[0]!.toUpperCase()}${named.slice(1)} serão excluídos.`;
  return `${sentence} Não há como desfazer.`;
}
