import { Link, useNavigate } from "react-router";
import { ConsentNotice } from "#app/features/account/components/consent-notice.tsx";
import { NewPasswordField } from "#app/features/account/components/new-password-field.tsx";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDate } from "#app/lib/format.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { LinkAction } from "#app/ui/link-action.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import type { OpenedInvitation } from "../invitations.answers.ts";
import { useAcceptInvitation, useJoinByInvitation, useOpenInvitation } from "../invitations.queries.ts";
import { acceptForm } from "../invitations.schema.ts";

const ACCEPT = "Aceitar o convite";

/** Where an invitation's link leads. It is read by a press and accepted by another: mail programs open links by themselves. */
export default function RedeemPage() {
  const open = useOpenInvitation();
  const invitation = open.data;
  const token = open.variables ?? "";
  return (
    <LinkAction
      heading="O seu convite"
      description="Abra o convite que você recebeu da Academia."
      button={{ label: "Abrir o convite", busyLabel: "Abrindo..." }}
      action={open}
      done={{
        heading: "O seu convite",
        text: invitation && (
          <>
            <Facts invitation={invitation} />
            {invitation.account === "none" && <AcceptForm token={token} invitation={invitation} />}
            {invitation.account === "here" && <Join token={token} />}
            {invitation.account === "elsewhere" && (
              <p>
                Este endereço já tem conta. <Link to="/login">Entre com a sua senha</Link> e abra o link do convite de novo: ele
                só vale na sua conta.
              </p>
            )}
          </>
        ),
      }}
      broken="Se você já aceitou o convite, entre com o seu e-mail e a sua senha."
    >
      <p>Um convite vale para uma pessoa, uma vez.</p>
    </LinkAction>
  );
}

const Facts = ({ invitation: { email, lodge, degree, expiresAt } }: { invitation: OpenedInvitation }) => (
  <>
    <p>
      O convite é para <strong>{email}</strong>, grau de {DEGREE_LABEL[degree]}
      {lodge && (
        <>
          , da Loja <strong>{lodge}</strong>
        </>
      )}
      . Vale até {longDate(new Date(expiresAt))}.
    </p>
    {!lodge && (
      <p className="meta">Ele não traz Loja, ou a Loja saiu da lista: você entra sem Loja e pode dizê-la em Minha conta.</p>
    )}
  </>
);

function AcceptForm({ token, invitation: { name, email, lodge } }: { token: string; invitation: OpenedInvitation }) {
  const form = useZodForm(acceptForm, { fullName: name, password: "" });
  const accept = useAcceptInvitation();
  const navigate = useNavigate();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    accept.mutate(
      { token, ...input },
      {
        onSuccess: (_, here) => {
          toastSuccess("Convite aceito", "A sua conta está pronta, e você já entrou.");
          if (here) void navigate("/dashboard");
        },
        onError: (error) => void showFieldErrors(form, error),
      },
    ),
  );
  const busy = accept.isPending;
  const failed = accept.error as (Error & { fields?: object }) | null;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Nome Completo"
        help="Corrija, se não estiver certo."
        autoComplete="name"
        disabled={busy}
        error={errors.fullName?.message}
        {...form.register("fullName")}
      />
      {/* lets password managers keep the address with the password */}
      <input
        type="email"
        className="visually-hidden"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <NewPasswordField
        label="Senha"
        required
        disabled={busy}
        watched={form.watch("password")}
        personal={[email, String(form.watch("fullName")), lodge ?? ""]}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <ConsentNotice button={ACCEPT} />
      <FormError message={failed && Object.keys(failed.fields ?? {}).length === 0 ? failed.message : undefined} />
      <Button type="submit" className="at-start" busy={busy} busyLabel="Aceitando...">
        {ACCEPT}
      </Button>
    </form>
  );
}

function Join({ token }: { token: string }) {
  const join = useJoinByInvitation();
  const navigate = useNavigate();
  return (
    <div className="form">
      <p>Você já tem conta com este endereço. Ao aceitar, a Loja e o grau do convite passam a valer nela.</p>
      <FormError message={join.error?.message} />
      <Button
        className="at-start"
        busy={join.isPending}
        busyLabel="Aceitando..."
        onClick={() =>
          join.mutate(token, {
            onSuccess: (_, here) => {
              toastSuccess("Convite aceito", "A sua conta está atualizada.");
              if (here) void navigate("/dashboard");
            },
          })
        }
      >
        {ACCEPT}
      </Button>
    </div>
  );
}
