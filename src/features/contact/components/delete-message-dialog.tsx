import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ContactMessage } from "../contact.answers.ts";
import { useDeleteMessage } from "../contact.queries.ts";

export function DeleteMessageDialog({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const remove = useDeleteMessage();
  const confirm = () =>
    remove.mutate(message.id, {
      onSuccess: () => {
        toastSuccess("Mensagem excluída");
        onClose();
      },
      onError: (error) => toastFailure("Não foi possível excluir a mensagem.", error),
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Excluir esta mensagem?"
      description={
        <p>
          “{message.subject}”, de <strong>{message.name}</strong>, some daqui e não pode ser recuperada. O que já foi enviado por
          e-mail aos administradores continua nas caixas de correio deles.
        </p>
      }
      action="Excluir mensagem"
      busy={remove.isPending}
      busyLabel="Apagando..."
      onConfirm={confirm}
    />
  );
}
