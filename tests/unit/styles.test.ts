import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { transform } from "lightningcss";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sheets = globSync("src/**/*.css", { cwd: root });
const modules = sheets.filter((file) => file.endsWith(".module.css"));
const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The classes that a module declares, as scripts name them. @throws where a selector has none of the module's own */
function declared(file: string): Set<string> {
  const { exports } = transform({ filename: file, code: Buffer.from(read(file)), cssModules: { pure: true, grid: false } });
  return new Set(Object.keys(exports as object).map(camelCase));
}

/** The classes of each module that scripts name, by the module's path. */
function named(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync("src/**/*.tsx", { cwd: root })) {
    const source = read(file);
    for (const [, name, path] of source.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
      const target = path!.startsWith("#app/") ? path!.replace("#app/", "src/") : resolve("/", dirname(file), path!).slice(1);
      const classes = found.get(target) ?? new Set();
      for (const [, each] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))) classes.add(each!);
      found.set(target, classes);
    }
  }
  return found;
}

describe("styles", () => {
  test("outside the design system every sheet is a module, with its own name", () => {
    expect(sheets.filter((file) => !file.startsWith("src/ui/styles/") && !modules.includes(file))).toEqual([]);
    const names = modules.map((file) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("no selector of a module reaches beyond the module's own classes", () => {
    for (const file of modules) expect(() => declared(file), file).not.toThrow();
  });

  test("every class that a script names is declared, and every declared one is named", () => {
    const uses = named();
    for (const file of modules) expect.soft([...(uses.get(file) ?? [])].sort(), file).toEqual([...declared(file)].sort());
  });
});
