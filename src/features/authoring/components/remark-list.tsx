import { type ReactNode, useState } from "react";
import { timeAgo } from "#app/lib/format.ts";
import { opening } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { Preview, TextDetail } from "../authoring.answers.ts";
import { useAddRemark, useSettleRemark } from "../authoring.queries.ts";
import styles from "./remark-list.module.css";

type Check = Preview["remarks"][number];

/** The words of the text that a remark quotes, where it does. */
export function passageOf(message: string, text: string): string | undefined {
  for (const [, quoted] of message.matchAll(/“([^”]{3,})”/g)) {
    const words = quoted!.replace(/^…|…$/g, "");
    const found = text.includes(words)
      ? words
      : /^[a-z0-9-]+$/.test(words) && text.includes(`:${words})`)
        ? `:${words})`
        : undefined;
    if (found) return found;
  }
  return undefined;
}

type Props = { checks: Check[]; text: string; onShow: (passage: string) => void };

/** What the checks say, those first that keep the text back. */
export function CheckList({ checks, text, onShow }: Props) {
  const [left, setLeft] = useState<string[]>([]);
  const shown = checks
    .filter(({ message, blocks }) => blocks || !left.includes(message))
    .toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
  if (shown.length === 0) return <p className="meta">Nenhum reparo: o texto segue as regras da casa.</p>;
  return (
    <ul className={styles.list}>
      {shown.map(({ message, blocks }) => {
        const passage = passageOf(message, text);
        return (
          <Note key={message} heavy={blocks} title={blocks ? "Impede a publicação" : "Reparo"}>
            <p>{sentence(message)}</p>
            {passage && (
              <button type="button" className="quiet" onClick={() => onShow(passage)}>
                Ver no texto
              </button>
            )}
            {!blocks && (
              <button type="button" className="quiet" onClick={() => setLeft((before) => [...before, message])}>
                Deixar
              </button>
            )}
          </Note>
        );
      })}
    </ul>
  );
}

const sentence = (message: string): string => `${opening(message)}${/[.?!…”]$/.test(message) ? "" : "."}`;

const Note = ({ heavy, title, children }: { heavy: boolean; title: string; children: ReactNode }) => (
  <li className={heavy ? `${styles.note} ${styles.heavy}` : styles.note}>
    <b>{title}</b>
    {children}
  </li>
);

/** What those who read the draft remarked, and a field for one's own. */
export function ReaderRemarks({ text, onShow }: { text: TextDetail; onShow: (passage: string) => void }) {
  const settle = useSettleRemark(text);
  const add = useAddRemark(text);
  const [passage, setPassage] = useState("");
  const [words, setWords] = useState("");
  const [writing, setWriting] = useState(false);
  if (!text.draft) return null;
  const open = text.remarks.filter(({ settled }) => !settled);
  return (
    <section aria-labelledby="reparos-leitores">
      <h3 id="reparos-leitores">De quem leu o rascunho</h3>
      {open.length === 0 && <p className="meta">Ninguém fez reparos.</p>}
      <ul className={styles.list}>
        {open.map((remark) => (
          <Note key={remark.id} heavy={false} title={`${remark.author ?? "Um leitor"}, ${timeAgo(new Date(remark.at))}`}>
            {remark.passage && <p className={styles.passage}>“{remark.passage}”</p>}
            <p>{remark.words}</p>
            {remark.passage && (
              <button type="button" className="quiet" onClick={() => onShow(remark.passage)}>
                Ver no texto
              </button>
            )}
            {remark.can.settle && (
              <button
                type="button"
                className="quiet"
                onClick={() =>
                  settle.mutate(remark.id, { onError: (error) => toastFailure("Não foi possível marcar o reparo.", error) })
                }
              >
                Resolvido
              </button>
            )}
          </Note>
        ))}
      </ul>
      {writing ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate(
              { passage: passage.trim(), words },
              {
                onSuccess: () => {
                  setPassage("");
                  setWords("");
                  setWriting(false);
                },
                onError: (error) => toastFailure("O reparo não foi guardado.", error),
              },
            );
          }}
        >
          <TextField
            label="Trecho (opcional)"
            help="As palavras do texto de que você fala."
            maxLength={300}
            value={passage}
            onChange={(event) => setPassage(event.currentTarget.value)}
          />
          <TextAreaField
            label="Reparo"
            rows={3}
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Button
            type="submit"
            small
            look="secondary"
            busy={add.isPending}
            busyLabel="Guardando..."
            disabled={words.trim().length < 3}
          >
            Guardar o reparo
          </Button>
        </form>
      ) : (
        <button type="button" className="quiet" onClick={() => setWriting(true)}>
          Fazer um reparo
        </button>
      )}
    </section>
  );
}
