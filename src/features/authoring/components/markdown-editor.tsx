import { useEffect, useRef, useState } from "react";
import { toastError } from "#app/ui/toasts.tsx";
import { LESSON_LENGTH } from "../authoring.schema.ts";
import type { EditorHandle } from "./editor-handle.ts";
import styles from "./markdown-editor.module.css";

type Props = {
  text: string;
  label: string;
  /** A plain field instead, for who reads by ear or likes it better. */
  plain: boolean;
  onChange: (text: string) => void;
  onReady: (editor: EditorHandle | null) => void;
};

/** Loaded with the first paste of formatted text. */
const cleaner = () => import("../clean-paste.ts");

/** The text of a lesson, as Markdown. */
export function MarkdownEditor({ plain, ...props }: Props) {
  // an old browser would show the other one without its rules
  const isAble = "adoptedStyleSheets" in Document.prototype;
  return plain || !isAble ? <PlainEditor {...props} /> : <RichEditor {...props} />;
}

type Given = Omit<Props, "plain">;

function RichEditor(props: Given) {
  const host = useRef<HTMLDivElement>(null);
  const given = useRef(props);
  given.current = props;
  const shown = useRef(props.text);
  const editor = useRef<EditorHandle>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const { label, onReady } = given.current;
    void Promise.all([import("./code-editor.ts"), cleaner()]).then(
      ([{ openCodeEditor }, { markdownOf }]) => {
        if (gone || !host.current) return;
        shown.current = given.current.text;
        editor.current = openCodeEditor(host.current, {
          text: shown.current,
          label,
          onChange: (text) => {
            shown.current = text;
            given.current.onChange(text);
          },
          onPaste: (clipboard) => pasted(clipboard, markdownOf),
        });
        given.current.onReady(editor.current);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
      onReady(null);
    };
  }, []);
  useEffect(() => {
    if (!editor.current || shown.current === props.text) return;
    shown.current = props.text;
    editor.current.setText(props.text);
  }, [props.text]);
  return failed ? <PlainEditor {...props} /> : <div ref={host} className={styles.host} />;
}

function PlainEditor({ text, label, onChange, onReady }: Given) {
  const field = useRef<HTMLTextAreaElement>(null);
  const given = useRef({ onChange, onReady });
  given.current = { onChange, onReady };
  useEffect(() => {
    const put = (from: number, to: number, added: string, select: [number, number]) => {
      const area = field.current!;
      area.focus();
      area.setRangeText(added, from, to);
      area.setSelectionRange(from + select[0], from + select[1]);
      given.current.onChange(area.value);
    };
    given.current.onReady({
      setText: () => undefined, // React shows it
      insert: (make) => {
        const { selectionStart, selectionEnd, value } = field.current!;
        const { text: added, select = [added.length, added.length] } = make(value.slice(selectionStart, selectionEnd));
        put(selectionStart, selectionEnd, added, select as [number, number]);
      },
      append: (added) => put(field.current!.value.length, field.current!.value.length, added, [added.length, added.length]),
      show: (passage) => {
        const from = field.current!.value.indexOf(passage);
        if (from < 0) return;
        field.current!.focus();
        field.current!.setSelectionRange(from, from + passage.length);
      },
      mark: () => undefined,
      close: () => undefined,
    });
    return () => given.current.onReady(null);
  }, []);
  return (
    <textarea
      ref={field}
      className={`input ${styles.plain}`}
      aria-label={label}
      lang="pt-BR"
      spellCheck
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onPaste={(event) => {
        const html = event.clipboardData.getData("text/html");
        if (!html) return;
        const { selectionStart, selectionEnd } = event.currentTarget;
        event.preventDefault();
        const plainText = event.clipboardData.getData("text/plain");
        void cleaner().then(
          ({ markdownOf }) =>
            insertAt(field.current, selectionStart, selectionEnd, cleaned(html, plainText, markdownOf), onChange),
          () => insertAt(field.current, selectionStart, selectionEnd, plainText, onChange),
        );
      }}
    />
  );
}

function insertAt(
  area: HTMLTextAreaElement | null,
  from: number,
  to: number,
  text: string,
  onChange: (text: string) => void,
): void {
  if (!area) return;
  area.setRangeText(text, from, to, "end");
  onChange(area.value);
}

/** What is pasted, as Markdown; undefined where it is plain text already. */
function pasted(clipboard: DataTransfer, markdownOf: (html: string) => string): string | undefined {
  const html = clipboard.getData("text/html");
  const text = clipboard.getData("text/plain");
  if (!html) return tooLong(text) ? "" : undefined;
  return cleaned(html, text, markdownOf);
}

function cleaned(html: string, text: string, markdownOf: (html: string) => string): string {
  const clean = markdownOf(html) || text;
  return tooLong(clean) ? "" : clean;
}

/** Nothing is cut behind the author's back. */
function tooLong(text: string): boolean {
  if (text.length <= LESSON_LENGTH) return false;
  toastError(
    "O que você colou não cabe numa lição.",
    `São ${text.length.toLocaleString("pt-BR")} letras, e cabem ${LESSON_LENGTH.toLocaleString("pt-BR")}. Cole uma parte de cada vez, ou divida a lição em duas.`,
  );
  return true;
}
