import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TEXT_KINDS } from "#app/features/authoring/authoring.schema.ts";
import { AUDIT_ACTIONS, AUDIT_TARGETS, FORMER_ACTIONS, isAuditAction } from "./audit.schema.ts";

/** What the program is made of, without its tests and the list itself. */
const SOURCES = globSync(["src/**/*.ts", "scripts/*.ts"])
  .filter((file) => !/\.test\.ts$|audit\.schema\.ts$/.test(file))
  .map((file) => readFileSync(file, "utf8"));

describe("the list of acts", () => {
  const acts = Object.keys(AUDIT_ACTIONS).filter((act) => isAuditAction(act) && !FORMER_ACTIONS.includes(act));
  test.each(acts)("%s is written down somewhere", (action) => {
    expect(SOURCES.some((source) => source.includes(`"${action}"`))).toBe(true);
  });

  test.each(AUDIT_TARGETS)("something is done to: %s", (target) => {
    if (TEXT_KINDS.some((kind) => kind === target)) return; // what is done to texts names their kind by a variable
    const named = new RegExp(`(targetType|\\.view"): "${target}"`);
    expect(SOURCES.some((source) => named.test(source))).toBe(true);
  });
});
