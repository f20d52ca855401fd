import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseNotice } from "#app/content/public-pages.ts";
import { CONSENT_VERSION, CONSENT_WORDS } from "#app/features/account/account.schema.ts";
import { pages } from "#app/pages.ts";
import { projectFile } from "#app/project-files.ts";
import { readAccessibilityStatement, readCriteria, readFaq, readPrivacyNotice, readTerms } from "./institutional.content.ts";
import { renderNotice } from "./render-notice.ts";

const render = (source: string) => renderNotice(parseNotice("termos.md", source));
const notice = (body: string) => render(`---\nversion: "2026-11"\ndate: "21 de novembro de 2026"\n---\n\n${body}`);

test("who signs up agrees to the privacy notice that is published", () => {
  expect(readPrivacyNotice().version).toBe(CONSENT_VERSION);
});

test("what members agree to does not change within a version: changed words get a new one, and its hash beside it", () => {
  const { markdown } = parseNotice("privacidade.md", readFileSync(projectFile("content/privacidade.md"), "utf8"));
  const sentence = readFileSync(projectFile("src/features/account/components/consent-notice.tsx"), "utf8")
    .replace(/^[\s\S]*?return \(/, "")
    .replace("{button}", "Criar Conta")
    .replace(/<[^>]*>|\{" "\}/g, " ");
  const words = `${markdown} ${sentence}`.split(/\s+/).filter(Boolean).join(" ");
  expect(createHash("sha256").update(words).digest("hex").slice(0, 16)).toBe(CONSENT_WORDS);
});

describe.each([
  ["termos.md", readTerms],
  ["privacidade.md", readPrivacyNotice],
  ["acessibilidade.md", readAccessibilityStatement],
] as const)("%s", (_, read) => {
  const { introduction, sections, date } = read();

  test("has an introduction, a date in words, and sections numbered from 1 with an anchor each", () => {
    expect(introduction).toMatch(/^<p>/);
    expect(date).toMatch(/^\d{1,2} de \p{L}+ de \d{4}$/u);
    expect(sections.map(({ number }) => number)).toEqual(sections.map((__, index) => index + 1));
    for (const { id, title, html } of sections) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(title.length).toBeGreaterThan(3);
      expect(html).toMatch(/^<(p|ul)>/);
    }
  });

  test("links only to pages that exist", () => {
    const known = new Set(pages.map(({ path }) => `/${path}`));
    const links = [introduction, ...sections.map(({ html }) => html)].flatMap((html) =>
      [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!),
    );
    for (const href of links) expect(known.has(href), href).toBe(true);
  });
});

test("the privacy notice has the section that the contact page links to", () => {
  expect(readPrivacyNotice().sections.map(({ id }) => id)).toContain("quem-e-responsavel");
});

describe("rendering", () => {
  test("keeps the words and drops what could act", () => {
    const { introduction, sections } = notice(
      [
        'Um <b onclick="x()">texto</b> <script>alert(1)</script> [aqui](javascript:alert(1)) e [ali](/contato).',
        "## Um *título*",
        '<img src=x onerror="x()">\n\n- um\n- **dois**\n\n[data](data:text/html,x)',
      ].join("\n\n"),
    );
    expect(introduction).toBe('<p>Um texto alert(1) <a>aqui</a> e <a href="/contato">ali</a>.</p>');
    expect(sections).toMatchObject([{ id: "um-titulo", number: 1, title: "Um título" }]);
    expect(sections[0]!.html).toBe("<ul>\n<li>um</li>\n<li><strong>dois</strong></li>\n</ul>\n<p><a>data</a></p>");
  });

  test.each([
    ["no front matter", "Texto"],
    ["an unknown field", '---\nversion: "2026-11"\ndate: "21 de novembro de 2026"\nauthor: x\n---\n'],
    ["a version of another form", '---\nversion: "1"\ndate: "21 de novembro de 2026"\n---\n'],
    ["two headings of one name", '---\nversion: "2026-11"\ndate: "21 de novembro de 2026"\n---\n## A conta\n\n## A conta\n'],
  ])("refuses %s", (_, source) => {
    expect(() => render(source)).toThrow();
  });
});

describe("the frequent questions", () => {
  const groups = readFaq();
  const items = groups.flatMap((group) => group.items);

  test("are twenty-two, numbered through, each with its own anchor", () => {
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
    expect(new Set(items.map(({ id }) => id)).size).toBe(22);
    for (const { id } of items) expect(id).toMatch(/^[a-z0-9-]{5,}$/);
  });

  test("end with a question mark and are answered in whole sentences", () => {
    for (const { question, answer } of items) {
      expect(question).toMatch(/\?$/);
      expect(answer).toMatch(/[.”]$/);
    }
  });
});

describe("the criteria of accessibility", () => {
  const principles = readCriteria();
  const criteria = principles.flatMap((each) => each.criteria);
  const A =
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2";
  const AA =
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3";

  test("are all of WCAG 2.2 that are of level A or AA, in their order and under their principle", () => {
    const numbers = (sought: string) => criteria.filter(({ level }) => level === sought).map(({ number }) => number);
    expect(numbers("A")).toEqual(A.split(" "));
    expect(numbers("AA")).toEqual(AA.split(" "));
    expect(principles.map((each) => new Set(each.criteria.map(({ number }) => number[0])))).toEqual(
      ["1", "2", "3", "4"].map((first) => new Set([first])),
    );
    const order = criteria.map(({ number }) => number);
    expect(order).toEqual(order.toSorted(new Intl.Collator("en", { numeric: true }).compare));
  });

  test("say what is missing where, and only where, they are met in part", () => {
    for (const { number, result, missing } of criteria) expect(missing !== undefined, number).toBe(result === "parte");
  });

  test("have the section under which they are shown", () => {
    expect(readAccessibilityStatement().sections.map(({ id }) => id)).toContain("criterio-por-criterio");
  });
});
