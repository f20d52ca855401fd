import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { nearDate } from "#app/lib/format.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Announcement } from "../announcements.answers.ts";
import {
  useAnnouncementPreview,
  useAnnouncements,
  useChangeAnnouncement,
  useDeleteAnnouncement,
  usePublishAnnouncement,
} from "../announcements.queries.ts";
import { announcementInput, newAnnouncementInput } from "../announcements.schema.ts";
import styles from "../pages/announcements.module.css";

type Open = { kind: "new" } | { kind: "change" | "delete"; announcement: Announcement };

/** What the administration tells the members, for those who write it. */
export function AnnouncementsTab() {
  const list = useAnnouncements();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (list.isPending) return <Skeleton label="Carregando..." />;
  if (list.isError && !list.data)
    return <ErrorState title="Não foi possível carregar os dados." error={list.error} onRetry={() => void list.refetch()} />;
  const announcements = list.data.pages.flatMap((page) => page.announcements);
  return (
    <div className="stack">
      <p>
        <Button onClick={() => setOpen({ kind: "new" })}>
          <Icon name="plus" /> Publicar aviso
        </Button>
      </p>
      {announcements.length === 0 ? (
        <EmptyState title="Nenhum aviso ainda">
          <p>O que você publicar chega ao sino de quem escolher, e por e-mail a quem quis assim.</p>
        </EmptyState>
      ) : (
        <table className={tableStyles.records}>
          <caption className="visually-hidden">Avisos publicados, os mais novos primeiro</caption>
          <thead>
            <tr>
              <th scope="col">Aviso</th>
              <th scope="col">A quem</th>
              <th scope="col">Quando</th>
              <th scope="col">
                <span className="visually-hidden">Ações</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {announcements.map((announcement) => (
              <tr key={announcement.id}>
                <th scope="row">
                  <Link to={`/avisos#${announcement.id}`}>{announcement.title}</Link>
                </th>
                <td data-label="A quem" className={tableStyles.half}>
                  {audience(announcement.degree)}
                </td>
                <td data-label="Quando" className={tableStyles.half}>
                  {nearDate(new Date(announcement.at))}
                </td>
                <td className={tableStyles.acts}>
                  <div className="calls">
                    <Button
                      small
                      look="secondary"
                      aria-label={`Mudar: ${announcement.title}`}
                      onClick={() => setOpen({ kind: "change", announcement })}
                    >
                      Mudar
                    </Button>
                    <Button
                      small
                      look="danger"
                      aria-label={`Apagar: ${announcement.title}`}
                      onClick={() => setOpen({ kind: "delete", announcement })}
                    >
                      Apagar
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ShowMore list={list} label="Avisos anteriores" />
      {open?.kind === "new" && <NewAnnouncement onClose={close} />}
      {open?.kind === "change" && <ChangedAnnouncement announcement={open.announcement} onClose={close} />}
      {open?.kind === "delete" && <DeletedAnnouncement announcement={open.announcement} onClose={close} />}
    </div>
  );
}

const audience = (degree: Degree | null): string => (degree ? `${DEGREE_LABEL[degree]} em diante` : "Todos os membros");

/** What is written is kept in the tab until it is published. */
function NewAnnouncement({ onClose }: { onClose: () => void }) {
  const form = useZodForm(newAnnouncementInput, { title: "", source: "", degree: null });
  const forget = useDraft(form, "aviso", ["title", "source", "degree"]);
  const publish = usePublishAnnouncement();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    publish.mutate(input, {
      onSuccess: () => {
        forget();
        onClose();
        toastSuccess("Aviso publicado", `Dirigido a: ${audience(input.degree).toLocaleLowerCase("pt-BR")}.`);
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Aviso não publicado", error);
      },
    }),
  );
  return (
    <FormDialog
      title="Publicar aviso"
      description={<p>Cada um é avisado uma vez, como escolheu. Depois o texto ainda pode mudar; a quem se dirige, não.</p>}
      action="Publicar"
      busyLabel="Publicando..."
      busy={publish.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Título" autoComplete="off" error={errors.title?.message} {...form.register("title")} />
      <SelectField
        label="A quem"
        error={errors.degree?.message}
        {...form.register("degree", { setValueAs: (value) => value || null })}
      >
        <option value="">{audience(null)}</option>
        {DEGREES.map((degree) => (
          <option key={degree} value={degree}>
            {audience(degree)}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Texto, em Markdown" rows={8} error={errors.source?.message} {...form.register("source")} />
      <Preview source={form.watch("source")} />
    </FormDialog>
  );
}

function ChangedAnnouncement({
  announcement: { id, title, source },
  onClose,
}: {
  announcement: Announcement;
  onClose: () => void;
}) {
  const form = useZodForm(announcementInput, { title, source: source ?? "" });
  const forget = useDraft(form, `aviso:${id}`, ["title", "source"]);
  const change = useChangeAnnouncement();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    change.mutate(
      { id, ...input },
      {
        onSuccess: () => {
          forget();
          onClose();
          toastSuccess("Aviso mudado");
        },
        onError: (error, here) => {
          if (here && showFieldErrors(form, error)) return;
          toastFailure("Aviso não mudado", error);
        },
      },
    ),
  );
  return (
    <FormDialog
      title="Mudar o aviso"
      description={<p>Ninguém é avisado de novo.</p>}
      action="Guardar"
      busyLabel="Guardando..."
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Título" autoComplete="off" error={errors.title?.message} {...form.register("title")} />
      <TextAreaField label="Texto, em Markdown" rows={8} error={errors.source?.message} {...form.register("source")} />
      <Preview source={form.watch("source")} />
    </FormDialog>
  );
}

/** What the members will read, at a press. */
function Preview({ source }: { source: string }) {
  const preview = useAnnouncementPreview();
  const shown = useRef<HTMLDivElement>(null);
  const { data } = preview;
  useEffect(() => {
    if (data) shown.current?.scrollIntoView({ block: "nearest" });
  }, [data]);
  return (
    <>
      <div>
        <Button
          look="secondary"
          small
          disabled={!source.trim()}
          busy={preview.isPending}
          busyLabel="Preparando..."
          onClick={() => preview.mutate(source, { onError: (error) => toastFailure("Erro ao pré-visualizar", error) })}
        >
          Pré-visualizar
        </Button>
      </div>
      {data && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server (render-post.ts)
        <div ref={shown} className={`${styles.text} ${styles.preview}`} dangerouslySetInnerHTML={{ __html: data.html }} />
      )}
    </>
  );
}

function DeletedAnnouncement({ announcement: { id, title }, onClose }: { announcement: Announcement; onClose: () => void }) {
  const remove = useDeleteAnnouncement();
  return (
    <ConfirmDialog
      title="Apagar o aviso?"
      description={`“${title}” some da página de avisos e do sino. Não há como desfazer.`}
      action="Apagar"
      busyLabel="Apagando..."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            toastSuccess("Aviso apagado");
          },
          onError: (error) => toastFailure("Erro ao apagar o aviso", error),
        })
      }
    />
  );
}
