import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import { OFFLINE } from "#app/lib/api.ts";
import { onProofRequired } from "#app/lib/proof.ts";
import type { ProofDialog } from "./proof-dialog.tsx";

type Asked = ComponentProps<typeof ProofDialog> & { Dialog: ComponentType<ComponentProps<typeof ProofDialog>> };

const loadDialog = () =>
  import("./proof-dialog.tsx").catch(() => {
    throw OFFLINE;
  });

/** The one place that asks again who is there; the act that wanted to know goes on by itself afterwards. The dialog is fetched when it is needed. */
export function ProofGate() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      onProofRequired(async () => {
        const { ProofDialog } = await loadDialog();
        const proved = await new Promise<boolean>((answer) => setAsked({ Dialog: ProofDialog, answer }));
        setAsked(undefined);
        return proved;
      }),
    [],
  );
  return asked ? <asked.Dialog answer={asked.answer} /> : null;
}
