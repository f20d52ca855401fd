import { useForm } from "react-hook-form";
import { ApiError } from "../../../lib/api.ts";
import { Button } from "../../../ui/button.tsx";
import { useSubscribe } from "../newsletter.queries.ts";

/** The footer's form. The address only counts once its owner has confirmed it by mail. */
export function NewsletterForm() {
  const subscribe = useSubscribe();
  const { register, handleSubmit } = useForm<{ email: string }>();
  const error = subscribe.error instanceof ApiError ? (subscribe.error.fields.email ?? subscribe.error.message) : undefined;
  if (subscribe.isSuccess) {
    return (
      <div role="status">
        <p className="font-semibold">Pedido recebido.</p>
        <p className="meta">A inscrição só vale depois de confirmada por e-mail. Até lá, nada será enviado.</p>
      </div>
    );
  }
  return (
    <form onSubmit={handleSubmit(({ email }) => subscribe.mutate(email))}>
      <div className="field">
        <label htmlFor="newsletter-email">Boletim por e-mail</label>
        <p className="help" id="newsletter-help">
          Novas lições e artigos. Pedimos confirmação por e-mail; sair é um clique.
        </p>
      </div>
      <div className="row">
        <input
          className="input"
          id="newsletter-email"
          type="email"
          required
          maxLength={255}
          autoComplete="email"
          aria-describedby="newsletter-help newsletter-error"
          aria-invalid={error ? true : undefined}
          {...register("email")}
        />
        <Button look="secondary" type="submit" busy={subscribe.isPending} busyLabel="Inscrevendo...">
          Inscrever
        </Button>
      </div>
      <p className="field" id="newsletter-error" role="status">
        {error && <span className="err">{error}</span>}
      </p>
    </form>
  );
}
