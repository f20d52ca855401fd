import { useState } from "react";
import { Link } from "react-router";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ManagedAnnouncement } from "../announcements.answers.ts";
import { useChangeAnnouncement, useDeleteAnnouncement, useReturnedLetters } from "../announcements.queries.ts";
import { announcementInput } from "../announcements.schema.ts";
import styles from "../pages/letters.module.css";
import { resultInWords, toWhom, whenInWords } from "../words.ts";

type Open = { kind: "change" | "delete" | "returned"; announcement: ManagedAnnouncement };

/** What has been told, newest first, with what became of it. */
export function SentList({ announcements, delivers }: { announcements: ManagedAnnouncement[]; delivers: boolean }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ol className={styles.went}>
        {announcements.map((announcement) => {
          const { id, title, to, author, asNotice, letters } = announcement;
          const act = (kind: Open["kind"]) => () => setOpen({ kind, announcement });
          return (
            <li key={id}>
              <h3>{title}</h3>
              <p className="meta">
                {whenInWords(announcement)}, {toWhom(to)}
                {author && `, por ${author}`}
              </p>
              <p>{resultInWords(announcement, delivers)}</p>
              <p className={styles.quiets}>
                {letters.returned > 0 && (
                  <button type="button" className="quiet" onClick={act("returned")}>
                    Ver as devolvidas
                  </button>
                )}
                {asNotice && (
                  <Link className="quiet" to={`/avisos#${id}`}>
                    Ver o aviso
                  </Link>
                )}
                <button type="button" className="quiet" aria-label={`Mudar: ${title}`} onClick={act("change")}>
                  Mudar
                </button>
                <button type="button" className="quiet" aria-label={`Excluir: ${title}`} onClick={act("delete")}>
                  Excluir
                </button>
              </p>
            </li>
          );
        })}
      </ol>
      {open?.kind === "change" && <Changed announcement={open.announcement} onClose={close} />}
      {open?.kind === "delete" && <Deleted announcement={open.announcement} onClose={close} />}
      {open?.kind === "returned" && <Returned announcement={open.announcement} onClose={close} />}
    </>
  );
}

function Changed({ announcement: { id, title, source }, onClose }: { announcement: ManagedAnnouncement; onClose: () => void }) {
  const form = useZodForm(announcementInput, { title, source });
  const forget = useDraft(form, `carta:${id}`, ["title", "source"]);
  const change = useChangeAnnouncement();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    change.mutate(
      { id, ...input },
      {
        onSuccess: () => {
          forget();
          onClose();
          toastSuccess("Texto mudado");
        },
        onError: (error, here) => {
          if (here && showFieldErrors(form, error)) return;
          toastFailure("Texto não mudado", error);
        },
      },
    ),
  );
  return (
    <FormDialog
      title="Mudar o texto"
      description={<p>Muda no aviso e nas cartas que ainda não saíram. Ninguém é avisado de novo.</p>}
      action="Guardar"
      busyLabel="Guardando..."
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Assunto" autoComplete="off" error={errors.title?.message} {...form.register("title")} />
      <TextAreaField label="Texto" rows={8} error={errors.source?.message} {...form.register("source")} />
    </FormDialog>
  );
}

function Deleted({ announcement: { id, title, letters }, onClose }: { announcement: ManagedAnnouncement; onClose: () => void }) {
  const remove = useDeleteAnnouncement();
  return (
    <ConfirmDialog
      title="Excluir?"
      description={`“${title}” some da página de avisos, do sino e desta lista. ${letters.waiting > 0 ? "As cartas que faltam não saem. " : ""}Não há como desfazer; carta saída não volta.`}
      action="Excluir"
      busyLabel="Apagando..."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            toastSuccess("Excluído");
          },
          onError: (error) => toastFailure("Nada foi excluído.", error),
        })
      }
    />
  );
}

/** Whose letters came back, and what their mail servers said. */
function Returned({ announcement: { id, title }, onClose }: { announcement: ManagedAnnouncement; onClose: () => void }) {
  const asked = useReturnedLetters(id);
  return (
    <Dialog open onClose={onClose} title="Cartas devolvidas">
      <p className="meta">“{title}”</p>
      {asked.isPending && <Skeleton label="Carregando..." />}
      {asked.error && (
        <ErrorState title="Não foi possível carregar os dados." error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      <ul className={styles.returned}>
        {asked.data?.returned.map(({ name, address, memberId, why }) => (
          <li key={address}>
            <p>
              {memberId && name ? <Link to={`/admin/membros/${memberId}`}>{name}</Link> : "Assinante do boletim"}, {address}
            </p>
            <p className="meta">{why}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
