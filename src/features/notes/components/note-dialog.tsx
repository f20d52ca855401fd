import { useEffect, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { keepDraft } from "#app/lib/drafts.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { COLOUR_LABEL, NOTE_COLOURS, type NoteColour } from "../colours.ts";
import { draftName, forgetUnsent, type KnownNote, type NewNote, passageName } from "../note-drafts.ts";
import { useCreateNote, useFreshNote, useUpdateNote } from "../notes.queries.ts";
import { type NoteForm, noteForm } from "../notes.schema.ts";
import { sendNoteLater, waitingWords } from "../outbox.ts";
import { COLOUR_CLASS } from "./colour-class.tsx";
import styles from "./notes.module.css";

type Props = {
  note: NewNote | KnownNote;
  /** What became of the passage, where it is not in the text as it was. */
  about?: string;
  onClose: () => void;
  /** Absent while the note is new. */
  onDelete?: () => void;
};

/** Writes a note, or changes one. What is typed is kept until it is sent: without a connection, and when another tab was faster. */
export function NoteDialog({ note, about, onClose, onDelete }: Props) {
  const known = "version" in note ? note : undefined;
  const form = useZodForm<NoteForm, NoteForm>(
    noteForm,
    known ? wordsOf(waitingWords(known.id) ?? known) : { colour: "gold", body: "" },
  );
  const forgetBody = useDraft(form, draftName(note), ["body"]);
  const { problem, other, busy, send, takeOther } = useSending(note, form, () => {
    forgetBody();
    if (!known) forgetUnsent(note as NewNote);
    onClose();
  });
  useEffect(() => {
    if (!("version" in note)) keepDraft(passageName(note), note);
  }, [note]);
  const { errors } = form.formState;
  return (
    <Dialog open onClose={() => !busy && onClose()} title={known ? "Sua anotação" : "Anotar"}>
      <form className="form" onSubmit={form.handleSubmit(send)} noValidate>
        {about && <p className="meta">{about}</p>}
        {note.quote && <blockquote className={styles.quote}>{note.quote}</blockquote>}
        <fieldset className={styles.colours}>
          <legend>Cor da marca</legend>
          {NOTE_COLOURS.map((colour) => (
            <label key={colour} className={COLOUR_CLASS[colour]}>
              <input type="radio" value={colour} {...form.register("colour")} />
              <span>{COLOUR_LABEL[colour]}</span>
            </label>
          ))}
        </fieldset>
        <TextAreaField
          label="Anotação (opcional)"
          help="Só você a lê."
          rows={6}
          error={errors.body?.message}
          {...form.register("body")}
        />
        {other && (
          <div className="note">
            <p>
              <strong>Na outra aba ou no outro aparelho ela diz:</strong>
            </p>
            <p className={styles.body}>{other.body || "(só a marca, sem palavras)"}</p>
            <Button look="secondary" small onClick={takeOther}>
              Ficar com a de lá
            </Button>
          </div>
        )}
        <FormError message={problem} />
        <div className="dialog-actions">
          {onDelete && (
            <Button look="secondary" disabled={busy} onClick={onDelete}>
              Excluir
            </Button>
          )}
          <Button type="submit" busy={busy} busyLabel="Guardando...">
            {other ? "Guardar a minha" : "Guardar"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const wordsOf = ({ colour, body }: NoteForm): NoteForm => ({ colour, body });

type Form = ReturnType<typeof useZodForm<NoteForm, NoteForm>>;
type Other = { version: number; colour: NoteColour; body: string };

/** Sends the note. What finds no server goes out later by itself; when a known note was changed elsewhere meanwhile, shows how, and the next sending counts. */
function useSending(note: NewNote | KnownNote, form: Form, onSent: () => void) {
  const create = useCreateNote();
  const update = useUpdateNote();
  const freshNote = useFreshNote();
  const [problem, setProblem] = useState<string>();
  const [other, setOther] = useState<Other>();
  const version = "version" in note ? (other?.version ?? note.version) : undefined;

  const onError = async (error: Error, words: NoteForm) => {
    if (showFieldErrors(form, error)) return;
    const code = error instanceof ApiError ? error.code : undefined;
    const later = version === undefined ? { ...(note as NewNote), ...words } : { ...(note as KnownNote), ...words, version };
    if (canWait(error) && sendNoteLater(later)) return onSent();
    if (code === "offline") return setProblem("Sem conexão. A anotação fica neste aparelho: tente guardar de novo mais tarde.");
    const now = code === "conflict" && version !== undefined ? await freshNote(note.id).catch(() => undefined) : undefined;
    if (now && now.version !== version) setOther(now);
    setProblem(
      code === "not_found" && version !== undefined
        ? "Esta anotação foi excluída em outra aba ou em outro aparelho. Copie o que quiser manter."
        : error.message,
    );
  };
  const send = (words: NoteForm) => {
    setProblem(undefined);
    const callbacks = { onSuccess: onSent, onError: (error: Error) => void onError(error, words) };
    if (version === undefined) create.mutate({ ...(note as NewNote), ...words }, callbacks);
    else update.mutate({ noteId: note.id, version, ...words }, callbacks);
  };
  const takeOther = () => {
    form.reset({ colour: other!.colour, body: other!.body });
    onSent();
  };
  return { problem, other, busy: create.isPending || update.isPending, send, takeOther };
}
