import { type FormEvent, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { adviceOn } from "../failure.ts";
import { type FactorAnswer, passkeysWork } from "../second-factor/device.ts";

type Method = FactorAnswer["method"];

const OTHER_WAY: Record<Method, string> = {
  passkey: "Usar a chave de acesso",
  totp: "Usar o aplicativo autenticador",
  "recovery-code": "Usar um código de recuperação",
};

type Props = {
  methods: readonly Method[];
  onAnswer: (answer: FactorAnswer & { trust: boolean }) => void;
  busy: boolean;
  error: Error | null;
  action: string;
  /** Offers to trust this browser. */
  offerTrust?: boolean;
};

/** Asks for a second factor: the first way that the member has, and the others as links. */
export function FactorForm({ methods, onAnswer, busy, error, action, offerTrust = false }: Props) {
  const ways = methods.filter((method) => method !== "passkey" || passkeysWork());
  const [chosen, setChosen] = useState<Method>();
  const [code, setCode] = useState("");
  const [trust, setTrust] = useState(false);
  const method = chosen ?? ways[0] ?? "recovery-code";
  const wrong = error instanceof ApiError ? error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(method === "passkey" ? { method, trust } : { method, code, trust });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      {method === "passkey" && <p>Confirme com a digital, o rosto ou o PIN deste aparelho, ou com a sua chave de segurança.</p>}
      {method === "totp" && (
        <TextField
          label="Código do aplicativo"
          help="Os 6 números que o aplicativo autenticador mostra agora."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          disabled={busy}
          error={wrong?.fields.code}
        />
      )}
      {method === "recovery-code" && (
        <TextField
          label="Código de recuperação"
          help="Um dos dez códigos que você guardou. Cada um vale uma vez."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          disabled={busy}
          error={wrong?.fields.code}
        />
      )}
      {offerTrust && (
        <label className="tick">
          <input type="checkbox" checked={trust} disabled={busy} onChange={(event) => setTrust(event.target.checked)} />
          <span>Confiar neste aparelho por 30 dias</span>
        </label>
      )}
      <FormError message={wrong && !wrong.fields.code ? (adviceOn(wrong) ?? wrong.message) : undefined} />
      <Button type="submit" busy={busy} busyLabel="Confirmando...">
        {action}
      </Button>
      {ways
        .filter((way) => way !== method)
        .map((way) => (
          <Button
            key={way}
            look="secondary"
            disabled={busy}
            onClick={() => {
              setChosen(way);
              setCode("");
            }}
          >
            {OTHER_WAY[way]}
          </Button>
        ))}
    </form>
  );
}
