import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { codeOf } from "../certificates.policy.ts";
import styles from "../pages/certificates.module.css";

/** Asks for a certificate's code, as it was read from the sheet, and leads to what it attests. */
export function CodeForm() {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("codigo")); // also what was typed before the scripts came
    if (code.trim()) void navigate(`/certificado/${encodeURIComponent(codeOf(code) || code.trim().slice(0, 60))}`);
  };
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor="codigo">Código, como está na folha</label>
      <div className={styles.row}>
        <input
          id="codigo"
          name="codigo"
          className="input"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          required
        />
        <Button type="submit" look="secondary">
          Conferir
        </Button>
      </div>
    </form>
  );
}
