import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseNotice } from "#app/content/public-pages.ts";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { pages } from "#app/pages.ts";
import { projectFile } from "#app/project-files.ts";
import { readFaq, readPrivacyNotice, readTerms } from "./institutional.content.ts";
import { renderNotice } from "./render-notice.ts";

const render = (source: string) => renderNotice(parseNotice("termos.md", source));
const notice = (body: string) => render(`---\nversion: "2026-11"\ndate: "21 de novembro de 2026"\n---\n\n${body}`);

test("who signs up agrees to the privacy notice that is published", () => {
  expect(readPrivacyNotice().version).toBe(CONSENT_VERSION);
});

/** The version of what members agree to, and the hash of its words. */
const AGREED = ["2026-11.12", "4f5394629101c207"];

test("what members agree to does not change within a version: changed words get a new one, and its hash here", () => {
  const { markdown } = parseNotice("privacidade.md", readFileSync(projectFile("content/privacidade.md"), "utf8"));
  const sentence = readFileSync(projectFile("src/features/account/components/consent-notice.tsx"), "utf8")
    .replace(/^[\s\S]*?return \(/, "")
    .replace("{button}", "Criar Conta")
    .replace(/<[^>]*>|\{" "\}/g, " ");
  const words = `${markdown} ${sentence}`.split(/\s+/).filter(Boolean).join(" ");
  expect([CONSENT_VERSION, createHash("sha256").update(words).digest("hex").slice(0, 16)]).toEqual(AGREED);
});

describe.each([
  ["termos.md", readTerms],
  ["privacidade.md", readPrivacyNotice],
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
