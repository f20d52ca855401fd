import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runtime } from "../../scripts/prepare.mjs";

const unit = readFileSync(join(import.meta.dirname, "../../deploy/academia.service"), "utf8");
const analyze = (...args: string[]) => spawnSync("systemd-analyze", args, { encoding: "utf8" });
const available = analyze("--version").status === 0;

test.runIf(available)("systemd accepts the unit, and finds fault with one that is wrong", () => {
  const folder = mkdtempSync(join(tmpdir(), "academia-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const verify = (text: string) => {
    const file = join(folder, "academia.service");
    writeFileSync(file, text.replaceAll("/opt/academia/node_modules/node/bin/node", process.execPath)); // which it looks for
    const { status, stderr } = analyze("verify", "--man=no", file);
    return { status, ours: stderr.split("\n").filter((line) => line.includes("academia.service")) };
  };
  expect(verify(unit)).toEqual({ status: 0, ours: [] });
  expect(verify(unit.replace("KillMode=mixed", "KillMode=gently")).ours.join()).toContain("gently");
});

test("the unit and docs/operations.md name the same paths", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  for (const [, path] of unit.matchAll(/^(?:WorkingDirectory|EnvironmentFile|RequiresMountsFor)=(.+)$/gm))
    expect(guide).toContain(path);
});

test("the unit and npm start run the server alike", () => {
  expect(/^ExecStart=\S+ (.+)$/m.exec(unit)![1]!.split(" ")).toEqual([...runtime.flags, "build/program/main.js"]);
  const settings = Object.entries(runtime.env).map(([name, value]) => `${name}=${value}`);
  expect(/^Environment=(.+)$/m.exec(unit)![1]!.split(" ")).toEqual(settings);
});
