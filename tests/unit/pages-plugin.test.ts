import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { pageOfShell } from "#app/pages.ts";
import { finishPage } from "../../scripts/pages-plugin.ts";

const build = join(import.meta.dirname, "../../build/pages");
const built = (path: string) => readFileSync(join(build, "client", path), "utf8");

test("a page's module moves to a file that is fetched after the first paint, its fonts too, and nothing else changes", () => {
  const page = (head: string, end: string) =>
    `<!DOCTYPE html><html lang="pt-BR"><head><script>a("<b>")</script>${head}</head><body><p>&quot;x&quot; &amp; y<!-- -->z</p>${end}</body></html>`;
  const modules: string[] = [];
  const finished = finishPage(
    page(
      '<link rel="modulepreload" href="/m.js"/>',
      '<script type="module" async="">import "/m.js";if (a < b) c();import("/e.js");</script>',
    ),
    "/assets/fonts.css",
    (code) => `/assets/start-${modules.push(code)}.js`,
  );
  expect(modules).toEqual(['import "/m.js";if (a < b) c();await import("/e.js");']);
  const start = finished.slice(finished.indexOf("</p>") + 4, finished.indexOf("</body>"));
  expect(start).toContain('import("/assets/start-1.js")');
  expect(finished).toBe(page('<link rel="stylesheet" media="print" href="/assets/fonts.css">', start));
});

test("the shell of a member's page asks for its data before the styles, and for its modules when the line has room", () => {
  const page = (head: string, end: string) =>
    `<!DOCTYPE html><html lang="pt-BR"><head><script>a()</script>${head}</head><body><p>x</p>${end}</body></html>`;
  const sheet = '<link rel="stylesheet" href="/base.css"/>';
  const finished = finishPage(
    page(sheet, '<link rel="modulepreload" href="/m.js"/><script type="module" async="">import "/m.js"</script>'),
    "/assets/fonts.css",
    () => "/assets/start-1.js",
    "<script>ask()</script>",
  );
  expect(finished).toContain(`<script>a()</script><script>ask()</script>${sheet}<link rel="stylesheet" media="print"`);
  for (const module of ["/m.js", "/assets/start-1.js"])
    expect(finished).toContain(`<link rel="modulepreload" fetchpriority="low" href="${module}">`);
  expect(finished).toContain('import("/assets/start-1.js")');
});

test("every built page fetches fonts and module late, and holds the scripts of its head once", () => {
  const pages = readdirSync(join(build, "client"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) {
    const html = built(page);
    expect(html, page).not.toContain('<script type="module"');
    const shell = pageOfShell(`/${dirname(page)}`);
    if (shell) {
      expect(html, page).toContain(`data-data="${(shell.data ?? []).join(" ")}"`);
      expect(html, page).toContain('<link rel="modulepreload" fetchpriority="low"');
    }
    expect(html, page).not.toMatch(/<link rel="modulepreload"(?! fetchpriority="low")/);
    const [fonts, ...others] = html.match(/(?<=media="print" href=")[^"]+/g) ?? [];
    expect([built(fonts!).includes("@font-face"), others], page).toEqual([true, []]);
    expect(html.match(/__zod_globalConfig/g), page).toHaveLength(1);
    expect(existsSync(join(build, "client", /import\("([^"]+)"\)/.exec(html)![1]!)), page).toBe(true);
  }
  for (const sheet of readdirSync(join(build, "client/assets")).filter((name) => /^(?!fonts).*\.css$/.test(name)))
    expect(built(`assets/${sheet}`)).not.toMatch(/@font-face[^}]*url\(/);
});

test("the list of built files names each with its hash", () => {
  const files: Record<string, string> = JSON.parse(readFileSync(join(build, "files.json"), "utf8"));
  const served = readdirSync(join(build, "client"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(build, "client").length));
  expect(Object.keys(files).toSorted()).toEqual(served.toSorted());
  for (const [address, hash] of Object.entries(files))
    expect(
      createHash("sha256")
        .update(readFileSync(join(build, "client", address)))
        .digest("base64url"),
      address,
    ).toBe(hash);
});
