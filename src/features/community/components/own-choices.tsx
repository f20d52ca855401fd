import { useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Community } from "../boards/boards.answers.ts";
import styles from "../pages/community.module.css";
import { useChangeProfile, useWeeklyLetter } from "../profile/profile.queries.ts";
import { communityProfileInput } from "../profile/profile.schema.ts";

/** How the member signs what they write here, and the way to change it. */
export function SignsAs({ me }: { me: Community["me"] }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.shelf} aria-labelledby="t-assina">
      <h2 id="t-assina">Como você assina</h2>
      <p>
        <b>{me.name}</b>, {DEGREE_LABEL[me.degree]}
        {me.showLodge ? ", com a sua Loja" : ""}.
      </p>
      <p className="meta">O seu e-mail não aparece aqui.</p>
      <button type="button" className="go" onClick={() => setOpen(true)}>
        Mudar a assinatura
      </button>
      {open && <SignatureDialog me={me} onClose={() => setOpen(false)} />}
    </section>
  );
}

function SignatureDialog({ me, onClose }: { me: Community["me"]; onClose: () => void }) {
  const change = useChangeProfile();
  const form = useZodForm(communityProfileInput, { displayName: me.displayName ?? "", showLodge: me.showLodge });
  const submit = form.handleSubmit((input) =>
    change.mutate(input, {
      onSuccess: () => {
        onClose();
        toastSuccess("Assinatura guardada", "Vale também para o que você já escreveu.");
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Erro ao guardar a assinatura", error);
      },
    }),
  );
  return (
    <FormDialog
      title="Como você assina"
      action="Guardar"
      busyLabel="Guardando..."
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Nome na comunidade"
        help={`Deixe em branco para assinar ${me.displayName ? "com o primeiro nome e a inicial do último" : `como ${me.name}`}.`}
        autoComplete="nickname"
        error={form.formState.errors.displayName?.message}
        {...form.register("displayName")}
      />
      <label className="tick">
        <input type="checkbox" {...form.register("showLodge")} />
        <span>Mostrar a minha Loja junto do nome</span>
      </label>
      <p className="meta">
        O grau aparece sempre. A Loja é a do <Link to="/conta#perfil">seu perfil</Link>.
      </p>
    </FormDialog>
  );
}

/** The weekly letter of what is new, switched by one press; the same choice as in /notificacoes. */
export function WeeklyLetter({ on }: { on: boolean }) {
  const change = useWeeklyLetter();
  return (
    <section className={styles.shelf} aria-labelledby="t-carta">
      <h2 id="t-carta">Carta da semana</h2>
      <p>Às segundas, os títulos do que houve de novo nos assuntos que você acompanha.</p>
      <p className="meta">{on ? "Está ligada." : "Está desligada."}</p>
      <button
        type="button"
        className="go"
        onClick={() => change.mutate(!on, { onError: (error) => toastFailure("Não foi possível guardar", error) })}
      >
        {on ? "Desligar a carta" : "Ligar a carta"}
      </button>
    </section>
  );
}
