import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { memorySettings, refuseOldNode } from "../../scripts/prepare.mjs";

const deploy = join(import.meta.dirname, "../../deploy");
const unit = readFileSync(join(deploy, "academia.service"), "utf8");
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

/** An alarm's test gives it what is wrong and what is usual; Debian has promtool in the package prometheus. */
test.runIf(spawnSync("promtool", ["--version"]).status === 0)(
  "Prometheus accepts the alarms, and each rings when it should",
  () => {
    const { status, stderr } = spawnSync("promtool", ["test", "rules", "prometheus-rules.test.yml"], {
      cwd: deploy,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  },
);

test.runIf(available).each(["academia-backup", "postgresql/academia-pgbackrest", "postgresql/academia-files"])(
  "systemd accepts the timer %s, and the unit that it starts",
  (unit) => {
    const folder = mkdtempSync(join(tmpdir(), "academia-timer-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = [`${unit}.service`, `${unit}.timer`].map((name) => {
      const text = readFileSync(join(deploy, name), "utf8").replaceAll(/^ExecStart=\S+/gm, `ExecStart=${process.execPath}`); // which it looks for
      writeFileSync(join(folder, basename(name)), text);
      return join(folder, basename(name));
    });
    const { status, stderr } = analyze("verify", "--man=no", ...files);
    expect([status, stderr.split("\n").filter((line) => line.includes(basename(unit)))]).toEqual([0, []]);
  },
);

describe("the command `academia`", () => {
  /** What systemd-run is asked to run. */
  const run = (...args: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), "academia-command-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "systemd-run"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const { status, stdout, stderr } = spawnSync(join(deploy, "academia"), args, {
      encoding: "utf8",
      env: { PATH: `${folder}:${process.env.PATH}` },
    });
    return { status, stderr, asked: stdout.trim().split("\n") };
  };

  test("runs a command of the program as its user, with its settings and with others before it", () => {
    const { status, asked } = run("DATA_DIR=/var/tmp/um ensaio", "restore", "/var/backups/academia/a b.tar.gz");
    expect(status).toBe(0);
    expect(asked).toEqual(expect.arrayContaining(["--pipe", "--uid=academia", "--property=EnvironmentFile=/etc/academia.env"]));
    expect(asked.slice(asked.indexOf("/usr/bin/env") + 1)).toEqual([
      "DATA_DIR=/var/tmp/um ensaio",
      "/opt/academia/node_modules/node/bin/node",
      "build/program/restore.js",
      "/var/backups/academia/a b.tar.gz",
    ]);
    expect(run("backup").asked.slice(-2)).toEqual(["/opt/academia/node_modules/node/bin/node", "build/program/backup.js"]);
  });

  test("says how it is used when it is asked for something else", () => {
    for (const args of [[], ["main"], ["../x"]])
      expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining("Uso:") });
  });
});

test("the unit and docs/operations.md name the same paths", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  for (const [, path] of unit.matchAll(/^(?:WorkingDirectory|EnvironmentFile|RequiresMountsFor)=(.+)$/gm))
    expect(guide).toContain(path);
});

test("the unit and npm start run the server alike", () => {
  expect(/^ExecStart=\S+ (.+)$/m.exec(unit)![1]!.split(" ")).toEqual(["build/program/main.js"]);
  const settings = Object.entries(memorySettings).map(([name, value]) => `${name}=${value}`);
  expect(/^Environment=(.+)$/m.exec(unit)![1]!.split(" ")).toEqual(settings);
});

test("the unit tries a start again, but not one that would fail in the same way", () => {
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^RestartPreventExitStatus=78$/m); // start.long.test.ts: what ends with it
});

test("a Node for which npm would leave programs out is refused before anything is installed", () => {
  for (const version of ["18.20.4", "20.18.3"])
    expect(() => refuseOldNode(version)).toThrow(`Este Node é o ${version}, e é preciso o 20.19 ou mais novo`);
  for (const version of ["20.19.0", "22.12.0", "26.10.0"]) expect(() => refuseOldNode(version)).not.toThrow();
});
