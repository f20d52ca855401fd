import { type KeyboardEvent, useRef } from "react";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useSendMessage } from "../messages/messages.queries.ts";
import { newMessageInput } from "../messages/messages.schema.ts";
import styles from "../pages/mentoring.module.css";

/** Writes a message. What was typed stays until it was sent; sending again after a lost answer does not write it twice. */
export function Composer({ mentorshipSessionId }: { mentorshipSessionId: string }) {
  const send = useSendMessage(mentorshipSessionId);
  const form = useZodForm(newMessageInput, { body: "", key: newUuid() }, "onSubmit"); // a field left empty is no mistake here
  const forget = useDraft(form, `mensagem:${mentorshipSessionId}`, ["body"]);
  const element = useRef<HTMLFormElement>(null);
  const submit = form.handleSubmit((input) =>
    send.mutate(input, {
      onSuccess: () => {
        forget();
        form.reset({ body: "", key: newUuid() });
        form.setFocus("body");
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Mensagem não enviada", error);
      },
    }),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit();
  };
  return (
    <form className={styles.composer} ref={element} onSubmit={submit} noValidate>
      <TextAreaField
        label="Sua mensagem"
        rows={3}
        readOnly={send.isPending}
        error={form.formState.errors.body?.message}
        onKeyDown={onKeyDown}
        {...form.register("body")}
      />
      {send.isPaused && (
        <p className="meta" role="status">
          Sem rede. Sai sozinha quando voltar.
        </p>
      )}
      <Button type="submit" busy={send.isPending} busyLabel="Enviando...">
        Enviar
      </Button>
    </form>
  );
}
