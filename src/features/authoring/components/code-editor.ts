import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { defineLanguageFacet, HighlightStyle, Language, languageDataProp, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { GFM, parser } from "@lezer/markdown";
import { changesBetween } from "../merge.ts";
import type { EditorHandle } from "./editor-handle.ts";

/*
 * The one part of the editor that is loaded by itself (CodeMirror 6 over the plain Markdown). It stands in a shadow root, where its rules are a
 * constructed sheet: the site's policy allows no style that is written into the page.
 */

const data = defineLanguageFacet();
const markdown = new Language(
  data,
  parser.configure([GFM, { props: [languageDataProp.add((type) => (type.isTop ? data : undefined))] }]),
  [],
  "markdown",
);

const colours = HighlightStyle.define([
  { tag: tags.heading2, fontSize: "1.2em", fontWeight: "560" },
  { tag: tags.heading, fontWeight: "560" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.quote, color: "var(--ink-soft)" },
  { tag: tags.processingInstruction, color: "var(--gold-text)" },
  { tag: [tags.url, tags.link], color: "var(--ink-soft)" },
]);

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--paper)" },
  "&.cm-focused": { outline: "2px solid var(--focus, var(--link))", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--serif)", fontSize: "1.1111rem", lineHeight: "1.62", overflow: "visible" },
  ".cm-content": { padding: "1rem", caretColor: "var(--ink)", minHeight: "24rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-line": { padding: "0" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--gold) 30%, transparent)",
  },
  ".remarked": { textDecoration: "underline wavy var(--warning) 1.5px", textUnderlineOffset: "0.22em" },
});

const showPassages = StateEffect.define<string[]>();

/** The passages that the checks speak of, underlined where they stand. */
const passagesShown = StateField.define<{ passages: string[]; marks: DecorationSet }>({
  create: () => ({ passages: [], marks: Decoration.none }),
  update(before, { docChanged, effects, state }) {
    const told = effects.find((effect) => effect.is(showPassages));
    if (!told && !docChanged) return before;
    const passages = told?.value ?? before.passages;
    const text = state.doc.toString();
    const ranges = passages.flatMap((passage) => {
      const from = text.indexOf(passage);
      return from < 0 ? [] : [Decoration.mark({ class: "remarked" }).range(from, from + passage.length)];
    });
    return { passages, marks: Decoration.set(ranges, true) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

type Options = {
  text: string;
  label: string;
  onChange: (text: string) => void;
  /** Turns what is pasted into Markdown; undefined pastes it as it is. */
  onPaste: (clipboard: DataTransfer) => string | undefined;
};

/** Opens the editor in an element of the page. */
export function openCodeEditor(host: HTMLElement, { text, label, onChange, onPaste }: Options): EditorHandle {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  let telling = true;
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        drawSelection(),
        markdown,
        syntaxHighlighting(colours),
        look,
        passagesShown,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": label,
          lang: "pt-BR",
          spellcheck: "true",
          autocorrect: "on",
          autocapitalize: "sentences",
        }),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.domEventHandlers({
          paste: (event, editor) => {
            const clean = event.clipboardData ? onPaste(event.clipboardData) : undefined;
            if (clean === undefined) return false;
            editor.dispatch(editor.state.replaceSelection(clean), { userEvent: "input.paste", scrollIntoView: true });
            return true;
          },
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && telling) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (next) => {
      telling = false;
      view.dispatch({ changes: changesBetween(view.state.doc.toString(), next) });
      telling = true;
    },
    insert: (make) => {
      const { from, to } = view.state.selection.main;
      const { text: put, select } = make(view.state.sliceDoc(from, to));
      const start = from + (select?.[0] ?? put.length);
      view.dispatch({
        changes: { from, to, insert: put },
        selection: { anchor: start, head: from + (select?.[1] ?? put.length) },
        scrollIntoView: true,
        userEvent: "input",
      });
      view.focus();
    },
    append: (added) => view.dispatch({ changes: { from: view.state.doc.length, insert: added }, userEvent: "input" }),
    show: (passage) => {
      const from = view.state.doc.toString().indexOf(passage);
      if (from < 0) return;
      view.dispatch({
        selection: { anchor: from, head: from + passage.length },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    mark: (passages) => view.dispatch({ effects: showPassages.of(passages) }),
    close: () => view.destroy(),
  };
}
