import { useState } from "react";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { TextDetail } from "../authoring.answers.ts";
import { useDiscard, useRetire } from "../authoring.queries.ts";
import styles from "./text-ends.module.css";

const WORDS = {
  lesson: {
    retire: "Retirar do curso",
    bring: "Trazer de volta ao curso",
    back: "A lição voltou ao curso, no fim do seu módulo.",
    what: "A lição deixa o módulo e as suas questões deixam os exames novos. O que os membros fizeram nela fica guardado. As ligações para ela, em outros textos, viram texto simples.",
  },
  question: {
    retire: "Tirar dos exames novos",
    bring: "Trazer de volta aos exames",
    back: "A questão voltou aos exames novos.",
    what: "A questão deixa a lição, a revisão e os exames novos. As respostas já dadas ficam, e os exames em curso a conservam.",
  },
  document: {
    retire: "Retirar da coleção",
    bring: "Trazer de volta à coleção",
    back: "O documento voltou à coleção.",
    what: "O documento deixa a coleção, a linha do tempo, a busca e a revisão, e as suas questões deixam os exames novos. As anotações e as respostas ficam guardadas.",
  },
  article: {
    retire: "Retirar da biblioteca",
    bring: "Trazer de volta à biblioteca",
    back: "O artigo voltou à biblioteca.",
    what: "O artigo deixa a biblioteca e a busca. As anotações de quem o leu ficam guardadas.",
  },
  term: {
    retire: "Retirar do dicionário",
    bring: "Trazer de volta ao dicionário",
    back: "O verbete voltou ao dicionário.",
    what: "O verbete deixa o dicionário, a busca e a revisão. As fichas de quem o revia ficam guardadas.",
  },
  study: {
    retire: "Retirar da estante",
    bring: "Trazer de volta à estante",
    back: "O texto voltou à estante, no seu lugar.",
    what: "O texto deixa a estante, a busca e a revisão. As anotações e o ponto em que cada um parou ficam guardados.",
  },
};

type Props = { text: TextDetail; version: number; onDiscarded: () => void };

/** What ends a draft or a text: thrown away, retired, brought back. */
export function TextEnds({ text, version, onDiscarded }: Props) {
  const [asking, setAsking] = useState<"discard" | "retire" | null>(null);
  const discard = useDiscard(text);
  const retire = useRetire(text);
  const { can, draft, published, retired } = text;
  const words = WORDS[text.kind];
  const close = () => setAsking(null);
  const bringBack = () =>
    retire.mutate(false, {
      onSuccess: () => toastSuccess("De volta", words.back),
      onError: (error) => toastFailure("Não foi possível trazer o texto de volta.", error),
    });
  return (
    <div className={styles.ends}>
      {can.write && draft && draft.state !== "scheduled" && (
        <button type="button" className="quiet" onClick={() => setAsking("discard")}>
          Descartar o rascunho
        </button>
      )}
      {can.retire && published && (
        <button type="button" className="quiet" onClick={retired ? bringBack : () => setAsking("retire")}>
          {retired ? words.bring : words.retire}
        </button>
      )}
      {asking === "discard" && (
        <ConfirmDialog
          title="Descartar o rascunho"
          description={
            <p>Os membros continuam a ler o que está publicado. Uma cópia do rascunho fica na história por noventa dias.</p>
          }
          action="Descartar"
          busyLabel="Descartando..."
          busy={discard.isPending}
          onClose={close}
          onConfirm={() =>
            discard.mutate(version, {
              onSuccess: onDiscarded,
              onError: (error) => toastFailure("O rascunho não foi descartado.", error),
            })
          }
        />
      )}
      {asking === "retire" && (
        <ConfirmDialog
          title={words.retire}
          description={<p>{words.what}</p>}
          action={words.retire}
          busyLabel="Retirando..."
          busy={retire.isPending}
          onClose={close}
          onConfirm={() =>
            retire.mutate(true, {
              onSuccess: close,
              onError: (error) => toastFailure("O texto não foi retirado.", error),
            })
          }
        />
      )}
    </div>
  );
}
