import { useEffect, useRef } from "react";
import { useSession } from "#app/features/account/account.queries.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { useSendMessage } from "../contact.queries.ts";
import { contactForm, MESSAGE_LIMIT } from "../contact.schema.ts";
import contactStyles from "../pages/contact.module.css";

const EMPTY = { name: "", email: "", subject: "", message: "", website: "" };

/** What was typed stays in the fields whatever goes wrong, so it can be sent again. */
export function ContactForm({ onSent }: { onSent: (answerTo: string) => void }) {
  const form = useZodForm(contactForm, EMPTY);
  const send = useSendMessage();
  const member = useSession().data?.member;
  const forget = useDraft(form, "contato", ["name", "email", "subject", "message"], { anyone: true });
  const appearedAt = useRef(0);
  useEffect(() => {
    appearedAt.current = performance.now();
  }, []);
  useEffect(() => {
    if (member) form.reset({ ...EMPTY, name: member.name, email: member.email }, { keepDirtyValues: true });
  }, [member, form]);
  const submit = form.handleSubmit((values) =>
    send.mutate(
      { ...values, elapsedMs: Math.round(performance.now() - appearedAt.current) },
      {
        onSuccess: () => {
          forget();
          onSent(values.email);
        },
        onError: (error) => void showFieldErrors(form, error),
      },
    ),
  );
  const { errors } = form.formState;
  const written = form.watch("message").length;
  return (
    // Before the script runs a press must not put what was typed into the address, as GET would.
    <form className={`form ${contactStyles.contactForm}`} method="post" onSubmit={submit} noValidate>
      <TextField label="Nome" autoComplete="name" required error={errors.name?.message} {...form.register("name")} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        help="A resposta vai para este endereço."
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField label="Assunto" autoComplete="off" required error={errors.subject?.message} {...form.register("subject")} />
      <TextAreaField
        label="Mensagem"
        rows={9}
        required
        help={
          <>
            {written.toLocaleString("pt-BR")} de {MESSAGE_LIMIT.toLocaleString("pt-BR")} caracteres
          </>
        }
        error={errors.message?.message}
        {...form.register("message")}
      />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="contact-website">Deixe este campo vazio</label>
        <input id="contact-website" type="text" tabIndex={-1} autoComplete="off" {...form.register("website")} />
      </div>
      <FormError message={send.isError && Object.keys(errors).length === 0 ? send.error.message : undefined} />
      <div className={contactStyles.contactSend}>
        <Button type="submit" busy={send.isPending} busyLabel="Enviando...">
          Enviar mensagem
        </Button>
        <p className="meta">{member ? "Você está conectado: a mensagem fica ligada à sua conta." : "Não é preciso ter conta."}</p>
      </div>
    </form>
  );
}
