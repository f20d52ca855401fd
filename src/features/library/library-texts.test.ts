import { describe, expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { addBook, BOOK, ITEMS } from "#tests/support/uploads.ts";
import type { LibraryList, LibraryRecord, LibraryText } from "./library.answers.ts";

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

  describe("a text that costs too much to read", () => {
    const message =
      "O texto tem formatação demais para ser lido. Simplifique as listas, citações e ênfases, ou divida-o em dois.";

    test("is refused under its field, in the preview and when it is saved", async () => {
      const member = await admin();
      const made = await addBook(member, {});
      const text = `${"- ".repeat(1_000)}a`;
      const answers = [
        await member.post("/api/library/preview", { text }),
        await member.post(ITEMS, { ...BOOK, text }),
        await member.put(`${ITEMS}/${made.id}`, { ...BOOK, text, version: 1 }),
      ];
      for (const { status, body } of answers) expect([status, body.fields]).toEqual([422, { text: message }]);
      expect((await member.get<LibraryRecord>(`${ITEMS}/${made.id}`)).body).toMatchObject({ version: 1, text: null });
    });

    test("is given up in time, and holds up nobody else meanwhile", async () => {
      const member = await admin();
      const text = "**a ".repeat(4_000) + "b* ".repeat(4_000);
      const preview = member.post("/api/library/preview", { text });
      let longest = 0;
      for (let count = 0; count < 10; count += 1) {
        const asked = performance.now();
        expect((await member.get(ITEMS)).status).toBe(200);
        longest = Math.max(longest, performance.now() - asked);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(longest).toBeLessThan(2_500);
      expect((await preview).body.fields).toEqual({ text: message });
    }, 60_000);
  });

  test("a long text of usual Markdown is read", async () => {
    const paragraph = "Um **grifo**, uma *ênfase* e [um sítio](https://example.org/livro).\n\n- um\n- dois\n\n";
    const { status, body } = await (await admin()).post("/api/library/preview", { text: paragraph.repeat(1_200) });
    expect([status, body.code]).toEqual([200, undefined]);
  });

  test("the preview shows what would be stored, and stores nothing", async () => {
    const member = await admin();
    const { status, body } = await member.post<LibraryText>("/api/library/preview", { text: "## Título\n\nTexto." });
    expect(status).toBe(200);
    expect(body.html).toContain('<h2 id="s1">');
  });
});
