import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import contactStyles from "../pages/contact.module.css";

/** Replaces the form. Its heading takes the focus, so that a screen reader says what happened. */
export function MessageSent({ answerTo, onAnother }: { answerTo: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={contactStyles.contactSent} aria-labelledby="t-enviada">
      <h2 id="t-enviada" ref={heading} tabIndex={-1}>
        Mensagem enviada
      </h2>
      <p>
        A resposta irá para <strong>{answerTo}</strong>. Se o endereço tiver um erro, escreva de novo: de outro modo não temos
        como responder.
      </p>
      <Button look="secondary" onClick={onAnother}>
        Escrever outra mensagem
      </Button>
    </section>
  );
}
