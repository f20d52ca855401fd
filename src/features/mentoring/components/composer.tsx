import { type KeyboardEvent, useRef } from "react";
import { canWait } from "#app/lib/keep-trying.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useFileUpload } from "#app/lib/use-file-upload.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useSendFile, useSendMessage } from "../messages/messages.queries.ts";
import { FILE_LIMIT, newMessageInput } from "../messages/messages.schema.ts";
import { sendMessageLater, useMessagesWaiting } from "../messages/outbox.ts";
import styles from "../pages/mentoring.module.css";

const empty = () => ({ body: "", key: newUuid(), fileId: "", fileName: "" });

/** Writes a message. What was typed and chosen stays until it was sent; sending again after a lost answer does not write it twice. */
export function Composer({ mentorshipSessionId }: { mentorshipSessionId: string }) {
  const send = useSendMessage(mentorshipSessionId);
  const waiting = useMessagesWaiting(mentorshipSessionId);
  const form = useZodForm(newMessageInput, empty(), "onSubmit"); // a field left empty is no mistake here
  const forget = useDraft(form, `mensagem:${mentorshipSessionId}`, ["body", "fileId", "fileName"]);
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form.formState;
  const setFile = (fileId: string, fileName: string) => {
    form.setValue("fileId", fileId);
    form.setValue("fileName", fileName);
    form.clearErrors();
  };
  const file = useFileUpload(useSendFile(mentorshipSessionId), FILE_LIMIT, (id, { name }) => setFile(id, name));
  const clear = () => {
    forget();
    file.forget();
    form.reset(empty());
    form.setFocus("body");
  };
  const submit = form.handleSubmit((input) =>
    send.mutate(input, {
      onSuccess: clear,
      onError: (error, here) => {
        if (here && canWait(error) && sendMessageLater({ mentorshipSessionId, input })) return clear();
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Mensagem não enviada", error);
      },
    }),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit();
  };
  const sending = file.part !== undefined;
  const fileName = form.watch("fileName");
  return (
    <form className={styles.composer} ref={element} onSubmit={submit} noValidate>
      <TextAreaField
        label="Sua mensagem"
        rows={3}
        readOnly={send.isPending}
        error={errors.body?.message}
        onKeyDown={onKeyDown}
        {...form.register("body")}
      />
      {fileName && (
        <p className={styles.file}>
          <Icon name="clip" />
          <span>{fileName}</span>
          <button
            type="button"
            className="quiet"
            disabled={send.isPending}
            onClick={() => {
              file.forget();
              setFile("", "");
            }}
          >
            Retirar
          </button>
        </p>
      )}
      {sending && (
        <p className={styles.file} role="status">
          <Icon name="clip" />
          <span>{file.part! < 1 ? `Enviando o arquivo... ${Math.floor(file.part! * 100)}%` : "Conferindo o arquivo..."}</span>
          <button type="button" className="quiet" onClick={file.cancel}>
            Cancelar o envio
          </button>
        </p>
      )}
      <FieldError id="message-file-error" message={file.problem ?? errors.fileId?.message ?? errors.fileName?.message} />
      {waiting > 0 && (
        <p className="meta" role="status">
          {waiting === 1 ? "Sem rede. Sai sozinha quando voltar." : `Sem rede. ${waiting} mensagens saem sozinhas quando voltar.`}
        </p>
      )}
      <div className={styles.composerActions}>
        <label className={`btn btn-2 ${styles.attach}`}>
          <Icon name="clip" />
          Anexar
          <input
            type="file"
            className="visually-hidden"
            accept="image/jpeg,image/png,image/webp,application/pdf,.pdf"
            aria-describedby="message-file-error"
            disabled={sending || send.isPending}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              target.value = ""; // the same file may be chosen again
              if (chosen) file.send(chosen);
            }}
          />
        </label>
        <Button type="submit" disabled={sending} busy={send.isPending} busyLabel="Enviando...">
          Enviar
        </Button>
      </div>
    </form>
  );
}
