import { useController } from "react-hook-form";
import { DEGREES, isDegree } from "#app/lib/degrees.ts";
import { hourAndMinute } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTimeField } from "#app/ui/date-time-field.tsx";
import { FieldError, SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Reach, Recipients } from "../announcements.answers.ts";
import { usePublishAnnouncement, useRecipients, useSendTestLetter } from "../announcements.queries.ts";
import { type Audience, newAnnouncementInput } from "../announcements.schema.ts";
import styles from "../pages/letters.module.css";
import { degreeChoice } from "../words.ts";

const EMPTY = {
  title: "",
  source: "",
  audience: "everyone",
  degree: null,
  lodgeId: null,
  asNotice: true,
  asLetter: true,
  startsAt: null,
  endsAt: null,
} as const;

const FIELDS = ["title", "source", "audience", "degree", "lodgeId", "asNotice", "asLetter", "startsAt", "endsAt"] as const;

export type ComposerForm = ReturnType<typeof useComposer>;

/** The letter that is being written. It is kept in the tab until it is sent. */
export function useComposer() {
  const form = useZodForm(newAnnouncementInput, EMPTY);
  const forget = useDraft(form, "carta", FIELDS);
  return { form, forget };
}

const AUDIENCES: { value: Audience; label: string; help: (recipients: Recipients | undefined) => string }[] = [
  {
    value: "everyone",
    label: "A todos",
    help: (recipients) =>
      recipients ? plural(recipients.everyone.people, "irmão confirmado", "irmãos confirmados") : "Todos os irmãos",
  },
  { value: "degree", label: "A um grau", help: () => "Recebe quem tem exatamente este grau." },
  { value: "lodge", label: "A uma Loja", help: () => "Recebem os irmãos que a Loja confirmou." },
  {
    value: "subscribers",
    label: "A quem assina o boletim",
    help: (recipients) =>
      recipients ? `${plural(recipients.subscribers.people, "endereço", "endereços")}, com conta ou sem` : "Com conta ou sem",
  },
];

/** How many what is written would reach; null while that is not known. */
function reachOf(recipients: Recipients | undefined, audience: Audience, degree: string | null): Reach | null {
  if (!recipients) return null;
  if (audience === "degree") return degree !== null && isDegree(degree) ? recipients.degrees[degree] : null;
  return recipients[audience];
}

export function Composer({ form, forget }: ComposerForm) {
  const publish = usePublishAnnouncement();
  const test = useSendTestLetter();
  const { errors } = form.formState;
  const [audience, degree, lodgeId, asLetter, asNotice] = form.watch(["audience", "degree", "lodgeId", "asLetter", "asNotice"]);
  const recipients = useRecipients(lodgeId).data;
  const reach = reachOf(recipients, audience, degree);
  const startsAt = useController({ control: form.control, name: "startsAt" }).field;
  const endsAt = useController({ control: form.control, name: "endsAt" }).field;
  const choose = (next: Audience) => {
    form.setValue("audience", next, { shouldDirty: true });
    form.setValue("degree", next === "degree" ? "aprendiz" : null);
    form.setValue("lodgeId", next === "lodge" ? (recipients?.lodges[0]?.id ?? null) : null);
    if (next === "subscribers") {
      form.setValue("asNotice", false);
      form.setValue("asLetter", true);
    }
    form.clearErrors();
  };
  const submit = form.handleSubmit((input) =>
    publish.mutate(input, {
      onSuccess: () => {
        forget();
        form.reset(EMPTY);
        test.reset();
        toastSuccess(input.startsAt === null ? "Enviada" : "Marcada", "O que acontece com ela aparece nesta página.");
      },
      onError: (error, here) => {
        if (!here || !showFieldErrors(form, error)) toastFailure("Não foi enviada.", error);
      },
    }),
  );
  const prove = async () => {
    if (!(await form.trigger(["title", "source"], { shouldFocus: true }))) return;
    const { title, source } = form.getValues();
    test.mutate({ title, source }, { onError: (error) => void showFieldErrors(form, error) });
  };
  const people = reach ? plural(reach.people, "irmão", "irmãos") : null;
  const addresses = reach ? plural(reach.people, "endereço", "endereços") : null;
  const target = audience === "subscribers" ? addresses : people;
  return (
    <form className={styles.composer} onSubmit={submit} noValidate>
      <fieldset disabled={publish.isPending}>
        <legend>A quem</legend>
        {AUDIENCES.map(({ value, label, help }) => (
          <div key={value} className={styles.option}>
            <label>
              <input type="radio" name="audience" value={value} checked={audience === value} onChange={() => choose(value)} />
              <span>
                <strong>{label}</strong>
                <span className="meta">{help(recipients)}</span>
              </span>
            </label>
            {value === "degree" && audience === "degree" && (
              <SelectField label="Grau" error={errors.degree?.message} {...form.register("degree")}>
                {DEGREES.map((each) => (
                  <option key={each} value={each}>
                    {degreeChoice(each, recipients?.degrees[each].people ?? 0)}
                  </option>
                ))}
              </SelectField>
            )}
            {value === "lodge" && audience === "lodge" && (
              <SelectField label="Loja" error={errors.lodgeId?.message} {...form.register("lodgeId")}>
                {recipients?.lodges.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        ))}
      </fieldset>
      <fieldset disabled={publish.isPending}>
        <legend>Como</legend>
        <div className={styles.option}>
          <label>
            <input type="checkbox" {...form.register("asLetter")} disabled={audience === "subscribers"} />
            <span>
              <strong>Carta por e-mail</strong>
              <span className="meta">{letterReach(reach, audience)}</span>
            </span>
          </label>
        </div>
        <div className={styles.option}>
          <label>
            <input type="checkbox" {...form.register("asNotice")} disabled={audience === "subscribers"} />
            <span>
              <strong>Aviso na Academia</strong>
              <span className="meta">
                {audience === "subscribers"
                  ? "Quem assina o boletim pode não ter conta: só a carta chega a todos."
                  : "No sino de cada um, e na página de avisos."}
              </span>
            </span>
          </label>
          {asNotice && audience !== "subscribers" && (
            <DateTimeField
              label="Até quando (opcional)"
              error={errors.endsAt?.message}
              value={endsAt.value}
              onChange={endsAt.onChange}
              onBlur={endsAt.onBlur}
              inputRef={endsAt.ref}
            />
          )}
        </div>
        <FieldError id={undefined} message={errors.asLetter?.message ?? errors.asNotice?.message} />
      </fieldset>
      <TextField
        label="Assunto"
        help="Aparece na tela bloqueada do telefone. Sem nome da Ordem, sem grau."
        autoComplete="off"
        disabled={publish.isPending}
        error={errors.title?.message}
        {...form.register("title")}
      />
      <TextAreaField
        label="Texto"
        help="Em Markdown. Uma página da casa se cita pelo caminho: [Abrir a lição](/modulo/3/licao/1)."
        rows={10}
        disabled={publish.isPending}
        error={errors.source?.message}
        {...form.register("source")}
      />
      <DateTimeField
        label="Enviar em (vazio: agora)"
        error={errors.startsAt?.message}
        disabled={publish.isPending}
        value={startsAt.value}
        onChange={startsAt.onChange}
        onBlur={startsAt.onBlur}
        inputRef={startsAt.ref}
      />
      <FormError message={test.error && !errors.title && !errors.source ? test.error.message : undefined} />
      <div className={styles.acts}>
        <Button type="submit" busy={publish.isPending} busyLabel="Enviando...">
          {startsAt.value ? "Marcar o envio" : "Enviar"}
          {target && ` a ${target}`}
        </Button>
        {asLetter && (
          <Button look="secondary" busy={test.isPending} busyLabel="Enviando a prova..." onClick={() => void prove()}>
            Enviar prova a mim
          </Button>
        )}
      </div>
      {test.data && (
        <p className={styles.ok} role="status">
          <Icon name="check" /> A prova saiu para {test.data.address} às {hourAndMinute(new Date())}, igual à carta.
        </p>
      )}
    </form>
  );
}

function letterReach(reach: Reach | null, audience: Audience): string {
  if (!reach) return "O texto inteiro, com um link para não receber mais.";
  if (audience === "subscribers") return `${plural(reach.people, "endereço a recebe", "endereços a recebem")}.`;
  const unwanted = reach.people - reach.byLetter;
  const declined = unwanted > 0 ? `; ${plural(unwanted, "pediu", "pediram")} para não receber cartas` : "";
  return `${plural(reach.byLetter, "a recebe", "a recebem")}${declined}.`;
}
