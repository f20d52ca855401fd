import { expect, test } from "vitest";
import { SourceError } from "#app/server/markdown/markdown.ts";
import { renderText } from "./render-text.ts";

const targets = { lessonPaths: new Map([["m01-l02", "/modulo/1/licao/2"]]), terms: new Set(["pedra-bruta"]) };

test("what the targets know may be linked to", () => {
  expect(renderText("[a lição](licao:m01-l02) e [a pedra](termo:pedra-bruta)", targets).html).toContain(
    'href="/modulo/1/licao/2"',
  );
});

test.each([
  ["an address that runs", "[x](javascript:alert(1))", "endereço não aceito"],
  ["one that hides its case", "[x](JaVaScRiPt:alert(1))", "endereço não aceito"],
  ["one with a tab in it", "[x](jav&#x09;ascript:alert(1))", "endereço não aceito"],
  ["one between angles", "<javascript:alert(1)>", "endereço não aceito"],
  ["one that is hidden in a reference", "[x][y]\n\n[y]: javascript:alert(1)", "endereço não aceito"],
  ["one in a source", "a[^1]\n\n[^1]: [x](javascript:alert(1))", "endereço não aceito"],
  ["one in a title", "## [x](javascript:alert(1))", "um título de seção não pode ter links"],
  ["data", "[x](data:text/html;base64,PHNjcmlwdD4=)", "endereço não aceito"],
  ["another language that runs", "[x](vbscript:msgbox(1))", "endereço não aceito"],
  ["another site without a scheme", "[x](//evil.example)", "endereço não aceito"],
  ["another site in a reference", "[x][y]\n\n[y]: //evil.example", "endereço não aceito"],
  ["another site in a title", "## [x](//evil.example)", "um título de seção não pode ter links"],
  ["an address in a title underlined", "Um [x](https://example.org)\n===", "um título de seção não pode ter links"],
  ["a reference in a title", "## [x][y]\n\n[y]: https://example.org", "um título de seção não pode ter links"],
  ["a path of ours", "[x](/admin)", "endereço não aceito"],
  ["HTML", "<img src=x onerror=alert(1)>", "HTML não é aceito"],
  ["HTML in a title", "## <b>x</b>", "HTML não é aceito"],
  ["an image", "![x](https://example.org/x.png)", "imagens não são aceitas"],
  ["an image in a title", "# ![x](https://example.org/x.png)", "imagens não são aceitas"],
  ["a table", "| a | b |\n|---|---|\n| c | d |", "tabelas não são aceitas"],
  ["a term that does not exist", "[x](termo:nao-existe)", 'o termo "nao-existe" não existe'],
  ["a lesson that does not exist", "[x](licao:m99-l01)", 'a lição "m99-l01" não existe'],
])("a text with %s is refused in words", (_, text, message) => {
  const render = () => renderText(text, targets);
  expect(render).toThrow(SourceError);
  expect(render).toThrow(message);
});
