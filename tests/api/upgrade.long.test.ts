import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import breaking from "#app/db/migrations/breaking.json" with { type: "json" };
import journal from "#app/db/migrations/meta/_journal.json" with { type: "json" };
import { sendMessage } from "../support/faults.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/**
 * The operator's upgrade and the way back, with real older programs out of the repository's history: each is this project as it was
 * before a migration, bundled as it was then, with today's packages. Without the history (a shallow clone) they are left out.
 */
const { folder, start } = realProcess();
const root = join(import.meta.dirname, "../..");

const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
const JOURNAL = "src/db/migrations/meta/_journal.json";
const tags = journal.entries.map(({ tag }) => tag);

/**
 * The commit that brought a migration, and the last one of before, whose database can be brought up to it: the one right before may have had
 * another migration in its place, which was never published. Undefined where the history does not go back so far.
 */
function commitsOf(tag: string): { older: string; newer: string } | undefined {
  try {
    const newer = git("log", "--diff-filter=A", "--format=%H", "--", `src/db/migrations/${tag}.sql`);
    const before = tags.slice(0, tags.indexOf(tag)).join();
    let older = `${newer}~1`;
    for (const changed of git("log", "--format=%H", older, "--", JOURNAL).split("\n")) {
      const { entries }: typeof journal = JSON.parse(git("show", `${changed}:${JOURNAL}`));
      if (entries.map((entry) => entry.tag).join() === before) break;
      older = `${changed}~1`;
    }
    git("cat-file", "-e", `${older}:scripts/bundle.ts`);
    return { older, newer };
  } catch {
    return undefined;
  }
}

/** The program of a commit, in a folder of its own. @returns the path of what starts it */
function programOf(commit: string): string {
  const target = join(folder, commit);
  const program = join(target, "build/program/main.js");
  if (existsSync(program)) return program;
  mkdirSync(target);
  execFileSync("sh", ["-c", `git -C "${root}" archive "${commit}" src content scripts package.json | tar -x -C "${target}"`]);
  symlinkSync(join(root, "node_modules"), join(target, "node_modules"));
  execFileSync(process.execPath, ["scripts/bundle.ts"], { cwd: target, stdio: ["ignore", "ignore", "inherit"] });
  return program;
}

/** Undefined starts today's program. */
type Step = { name: string; older: string; newer?: string; goesBack: boolean };

function stepOf(tag: string | undefined, name: string, toToday: boolean): Step | undefined {
  const commits = tag && commitsOf(tag);
  if (!commits) return undefined;
  const later = tags.slice(tags.indexOf(tag));
  return toToday
    ? { name, older: commits.older, goesBack: !later.some((each) => each in breaking) }
    : { name, ...commits, goesBack: true };
}

const steps = [
  stepOf(tags.at(-1), "from the version before the last migration to today's", true),
  stepOf(
    tags.findLast((tag) => !(tag in breaking)),
    "over the last additive migration, between two versions of the past",
    false,
  ),
].filter((step) => step !== undefined);
if (steps.length === 0) process.stdout.write("upgrade: left out, as this clone has no history of the migrations\n");

describe.runIf(steps.length > 0)("an upgrade and the way back", () => {
  test.each(steps)(
    "$name",
    async ({ older, newer, goesBack }) => {
      const data = join(folder, `data-${steps.findIndex((step) => step.older === older && step.newer === newer)}`);
      const old = programOf(older);
      const fresh = newer && programOf(newer);
      const open = (program: string | undefined) =>
        start({ DATA_DIR: data }, program ? { program, args: ["--without-pages"] } : undefined);
      const close = async ({ process: child }: { process: Parameters<typeof gone>[0] }) => {
        child.kill("SIGTERM");
        await gone(child);
      };
      const enters = async (address: string, ...names: string[]) => {
        for (const name of names) expect((await login(address, `${name}@academia.test`)).status).toBe(200);
      };

      const before = await open(old).started;
      expect((await signUp(before.address, "um@academia.test")).status).toBe(200);
      expect((await sendMessage(before.address, "Antes")).status).toBe(200);
      await close(before);

      const after = await open(fresh).started;
      await enters(after.address, "um");
      expect((await signUp(after.address, "dois@academia.test")).status).toBe(200);
      await close(after);
      expect(readdirSync(join(data, "backups"))).toEqual([expect.stringContaining("antes-da-atualizacao")]);

      if (goesBack) {
        const back = await open(old).started;
        await enters(back.address, "um", "dois");
        expect((await sendMessage(back.address, "De volta")).status).toBe(200);
        await close(back);
      } else {
        const { code, output } = await open(old).ended;
        expect([code, output]).toEqual([1, expect.stringContaining("já foi usado por uma versão mais nova da Academia")]);
      }
      const again = await open(fresh).started;
      await enters(again.address, "um", "dois");
      await close(again);
    },
    600_000,
  );
});
