import { describe, expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { addBook, BOOK, ITEMS } from "#tests/support/uploads.ts";
import type { LibraryList, LibraryText } from "./library.answers.ts";

const app = testApp();
const admin = () => app.member({ role: "admin" });

describe("a text that is sent", () => {
  test("a text in Markdown becomes sanitised HTML", async () => {
    const member = await admin();
    const text = [
      "Abre com [pedra bruta](termo:pedra-bruta) e [uma lição](licao:m01-l02).",
      "## Seção",
      "Um **grifo**, de novo a [pedra](termo:pedra-bruta), e [um sítio](https://example.org).[^1]",
      "### Detalhe",
      "Escreva a contato@example.org.",
      "[^1]: Fonte.",
    ].join("\n\n");
    const { html, headings, terms } = (await addBook(member, { type: "article", text })).text!;
    expect(html).toContain(
      '<a href="/dicionario/pedra-bruta" role="button" class="term" data-term="pedra-bruta" aria-expanded="false">',
    );
    expect(html).toContain('href="/modulo/1/licao/2"');
    expect(html).toContain('<a href="https://example.org" rel="noopener noreferrer" target="_blank">um sítio</a>');
    expect(html).toContain("<h3>Detalhe</h3>");
    expect(html).toContain("<strong>grifo</strong>");
    expect(html).not.toContain("mailto");
    expect(headings.map(({ id }) => id)).toEqual(["s1", "fontes"]);
    expect(terms.map(({ slug }) => slug)).toEqual(["pedra-bruta"]);
  });

  /** Each refusal: content/render-text.unit.test.ts. */
  test.each([
    ["an address that runs", "[x](javascript:alert(1))", "endereço não aceito"],
    ["HTML", "<img src=x onerror=alert(1)>", "HTML não é aceito"],
    ["a term that does not exist", "[x](termo:nao-existe)", 'o termo "nao-existe" não existe'],
  ])("a text with %s is refused in words", async (_, text, message) => {
    const member = await admin();
    const count = async () => (await member.get<LibraryList>(ITEMS)).body.items.length;
    const before = await count();
    const { status, body } = await member.post(ITEMS, { ...BOOK, text });
    expect(status).toBe(422);
    expect(body.fields.text).toContain(message);
    expect(await count()).toBe(before);
  });

  test("the preview shows what would be stored, and stores nothing", async () => {
    const member = await admin();
    const { status, body } = await member.post<LibraryText>("/api/library/preview", { text: "## Título\n\nTexto." });
    expect(status).toBe(200);
    expect(body.html).toContain('<h2 id="s1">');
  });
});
