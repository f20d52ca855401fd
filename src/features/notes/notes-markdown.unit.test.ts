import { expect, test } from "vitest";
import { notesAsMarkdown } from "./notes-markdown.ts";

test("notes become Markdown by module and text; quotes are harmless, and what is closed has no quote", () => {
  const note = {
    id: "1",
    colour: "gold",
    version: 1,
    createdAt: "2026-11-22T12:00:00Z",
    updatedAt: "2026-11-22T12:00:00Z",
  } as const;
  const markdown = notesAsMarkdown(
    [
      {
        kind: "lesson",
        textId: "a",
        title: "A *pedra*",
        path: "/modulo/1/licao/1",
        shelf: "Módulo 1 · Símbolos",
        notes: [{ ...note, quote: "# Um <b>trecho</b>", body: "- minha lista", passage: "revised" }],
      },
      {
        kind: "document",
        textId: "b",
        title: null,
        path: null,
        shelf: "Documentos",
        notes: [{ ...note, quote: null, body: "Meu.", passage: "closed" }],
      },
    ],
    "https://academia.example",
  );
  expect(markdown.split("\n").filter(Boolean)).toEqual([
    "# Minhas anotações",
    "Academia do Rito de York",
    "## Módulo 1 · Símbolos",
    "### [A \\*pedra\\*](https://academia.example/modulo/1/licao/1)",
    "> \\# Um \\<b\\>trecho\\</b\\>",
    "*O trecho foi revisto depois desta anotação.*",
    "- minha lista",
    "<small>Ouro, 22 de novembro de 2026</small>",
    "## Documentos",
    "### Texto de outro grau",
    "*O texto não está aberto para o seu grau, e o trecho não é mostrado.*",
    "Meu.",
    "<small>Ouro, 22 de novembro de 2026</small>",
  ]);
});
