import { useState } from "react";
import type { Degree } from "#app/lib/degrees.ts";
import type { EditorHandle } from "./editor-handle.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import styles from "./toolbar.module.css";

type Props = {
  editor: EditorHandle | null;
  markdown: string;
  /** Of the text: of its readers, whom its pictures are for. */
  degree: Degree;
  /** The acts that this kind of text has no use for, by their labels. */
  leftOut?: readonly string[];
};

type Act = { sign: string; label: string; make: (selected: string) => { text: string; select?: [number, number] } };

/** What is put around the words that are selected, or a place to write them. */
const linked =
  (scheme: string, words: string) =>
  (selected: string): { text: string; select: [number, number] } => {
    const shown = selected || words;
    const text = `[${shown}](${scheme}:nome)`;
    return { text, select: [text.length - "nome)".length, text.length - 1] };
  };

const ACTS: Act[] = [
  { sign: "§", label: "Título", make: (selected) => block(`## ${selected || "Título da parte"}`, 3) },
  { sign: "“", label: "Citação", make: (selected) => block(`> ${selected || "Palavras do documento."}`, 2) },
  { sign: "a", label: "Termo", make: linked("termo", "palavra") },
  { sign: "¶", label: "Documento", make: linked("documento", "o documento") },
  { sign: "→", label: "Lição", make: linked("licao", "a lição") },
  {
    sign: "Pr.",
    label: "Prancha",
    make: () => block('![O que se vê na prancha, para quem não a vê.](prancha:nome "Legenda")', 2),
  },
];

/** Its own paragraph, with the words after its sign selected. */
function block(text: string, sign: number): { text: string; select: [number, number] } {
  return { text: `\n\n${text}\n\n`, select: [2 + sign, 2 + text.length] };
}

/** The acts of the editor, above the text, and at the foot of a phone. */
export function Toolbar({ editor, markdown, degree, leftOut = [] }: Props) {
  const [isSending, setSending] = useState(false);
  const used = ({ label }: { label: string }) => !leftOut.includes(label);
  const addNote = () => {
    const numbers = [...markdown.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
    const next = Math.max(0, ...numbers) + 1;
    editor?.insert((selected) => ({ text: `${selected}[^${next}]` }));
    editor?.append(`\n\n[^${next}]: Autor, *Título*, ano, p. 1.\n`);
  };
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Pôr no texto">
      {ACTS.slice(0, 2)
        .filter(used)
        .map((act) => (
          <ToolButton key={act.label} {...act} onPress={() => editor?.insert(act.make)} />
        ))}
      {used({ label: "Nota" }) && <ToolButton sign="¹" label="Nota" onPress={addNote} />}
      {ACTS.slice(2)
        .filter(used)
        .map((act) => (
          <ToolButton key={act.label} {...act} onPress={() => editor?.insert(act.make)} />
        ))}
      {used({ label: "Imagem" }) && <ToolButton sign="▣" label="Imagem" onPress={() => setSending(true)} />}
      {isSending && (
        <PictureDialog
          degree={degree}
          onClose={() => setSending(false)}
          onPut={(picture) => {
            setSending(false);
            editor?.insert(() => ({ text: `\n\n${picture}\n\n` }));
          }}
        />
      )}
    </div>
  );
}

const ToolButton = ({ sign, label, onPress }: { sign: string; label: string; onPress: () => void }) => (
  <button type="button" onClick={onPress}>
    <i aria-hidden="true">{sign}</i>
    {label}
  </button>
);
