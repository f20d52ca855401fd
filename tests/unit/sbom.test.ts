import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

type Component = { name: string; version: string; hashes?: { content: string }[] };

test("the list of all that the program is made of names every package of the lock file, with version and hash", () => {
  const env = { ...process.env, npm_config_offline: "true", npm_config_update_notifier: "false" };
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const { components } = JSON.parse(execFileSync("npm", args, { cwd: root, env, encoding: "utf8", maxBuffer: 2 ** 26 }));
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string }>;
  };
  const listed = new Set((components as Component[]).map(({ name, version }) => `${name} ${version}`));
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  expect(locked.length).toBeGreaterThan(500);
  expect(
    locked.map(([path, { version }]) => `${path.split("node_modules/").at(-1)} ${version}`).filter((each) => !listed.has(each)),
  ).toEqual([]);
  expect((components as Component[]).filter(({ hashes }) => !hashes?.length).map(({ name }) => name)).toEqual([]);
}, 60_000);
