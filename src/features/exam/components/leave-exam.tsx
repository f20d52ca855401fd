import { useState } from "react";
import { useNavigate } from "react-router";
import { hourAndMinute } from "#app/lib/format.ts";
import { numberInWords, opening, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { ReducedHeader } from "#app/ui/reduced-header.tsx";

type Props = {
  closesAt: string;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead: number;
  /** Answers that have not arrived. */
  unsaved: number;
};

/** While an exam runs the header has no other way out. It says what leaving means: the answers stay, and so does the clock. */
export function LeaveExam({ closesAt, ahead, unsaved }: Props) {
  const [leavingAt, setLeavingAt] = useState<number>();
  const navigate = useNavigate();
  const closes = Date.parse(closesAt) - ahead;
  const minutes = Math.max(1, Math.ceil((closes - (leavingAt ?? closes)) / 60_000));
  const left = minutes === 1 ? "resta 1 minuto" : `restam ${plural(minutes, "minuto", "minutos")}`;
  return (
    <ReducedHeader>
      <Button look="secondary" small onClick={() => setLeavingAt(Date.now())}>
        <span>
          Sair<span className="wide"> do exame</span>
        </span>
      </Button>
      <ConfirmDialog
        open={leavingAt !== undefined}
        onClose={() => setLeavingAt(undefined)}
        title="Sair do exame?"
        look="primary"
        action="Sair do exame"
        onConfirm={() => void navigate("/dashboard")}
      >
        <p>{unsaved === 0 ? "As respostas dadas ficam guardadas." : waiting(unsaved)}</p>
        <p>
          O tempo continua a correr: {left}, e às {hourAndMinute(new Date(closes))} o que estiver guardado é entregue. Até lá,
          volte por “Voltar ao exame”, no painel ou nos módulos.
        </p>
      </ConfirmDialog>
    </ReducedHeader>
  );
}

const waiting = (count: number) =>
  count === 1
    ? "Uma resposta ainda não chegou à Academia. Ela fica neste aparelho, e vai quando você voltar ao exame nele. As outras estão guardadas."
    : `${opening(numberInWords(count, "f"))} respostas ainda não chegaram à Academia. Elas ficam neste aparelho, e vão quando você voltar ao exame nele. As outras estão guardadas.`;
