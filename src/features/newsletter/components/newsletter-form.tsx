import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/**
 * The footer's form. The address only counts once its owner has confirmed it by mail. It is on every page, so what sends it is
 * loaded when it is sent.
 */
export function NewsletterForm() {
  const [state, setState] = useState<"idle" | "sending" | "taken">("idle");
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    setState("sending");
    const problem = await import("../subscribe.ts").then(
      ({ subscribe }) => subscribe(email),
      () => "Não encontramos sua conexão. Verifique a internet e tente de novo.",
    );
    setError(problem);
    setState(problem === undefined ? "taken" : "idle");
  };

  if (state === "taken") {
    return (
      <div role="status">
        <p className="strong">Pedido recebido.</p>
        <p className="meta">A inscrição só vale depois de confirmada por e-mail. Até lá, nada será enviado.</p>
      </div>
    );
  }
  return (
    // Before the script runs a press must not put the address into the URL, as GET would.
    <form className="packed" method="post" onSubmit={submit}>
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
          name="email"
          type="email"
          required
          autoComplete="email"
          aria-describedby="newsletter-help newsletter-error"
          aria-invalid={Boolean(error)}
        />
        <Button look="secondary" type="submit" busy={state === "sending"} busyLabel="Inscrevendo...">
          Inscrever
        </Button>
      </div>
      <p className="field" id="newsletter-error" role="status">
        {error && <span className="err">{error}</span>}
      </p>
    </form>
  );
}
