import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Subscriber } from "../newsletter.answers.ts";
import { useDeleteSubscriber } from "../newsletter.queries.ts";

export function DeleteSubscriberDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const remove = useDeleteSubscriber();
  const confirm = () =>
    remove.mutate(subscriber.id, {
      onSuccess: () => {
        toastSuccess("Endereço excluído");
        onClose();
      },
      onError: (error) => toastFailure("Não foi possível excluir o endereço.", error),
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Excluir este endereço?"
      description={
        <p>
          <strong>{subscriber.email}</strong> some da lista, e com ele a marca de quem cancelou. Exclua só a pedido do dono; para
          deixar de escrever, basta o cancelamento.
        </p>
      }
      action="Excluir endereço"
      busy={remove.isPending}
      busyLabel="Apagando..."
      onConfirm={confirm}
    />
  );
}
