import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepForNextBuild } from "./former-files.ts";

const folder = mkdtempSync(join(tmpdir(), "academia-former-"));
const [build, data] = [join(folder, "build"), join(folder, "data")];
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds pages whose only script has this name, and starts the program on them. @returns what it gives besides */
function startWith(script: string): string[] {
  rmSync(build, { recursive: true, force: true });
  mkdirSync(join(build, "client/assets"), { recursive: true });
  writeFileSync(join(build, "client/assets", script), "");
  writeFileSync(join(build, "files.json"), script);
  try {
    return readdirSync(join(keepForNextBuild(build, data), "assets"));
  } catch {
    return [];
  }
}

test("each build finds the files of the one that ran before it, also after a restart and after a start that was cut short", () => {
  expect(startWith("first.js")).toEqual([]);
  expect(startWith("second.js")).toEqual(["first.js"]);
  expect(startWith("second.js")).toEqual(["first.js"]);
  mkdirSync(join(data, "pages/next"));
  writeFileSync(join(data, "pages/next/half"), "");
  expect(startWith("third.js")).toEqual(["second.js"]);
  rmSync(join(data, "pages/now"), { recursive: true }); // killed between the two moves
  expect(startWith("fourth.js")).toEqual(["second.js"]);
});
