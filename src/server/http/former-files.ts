import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Pages that were opened before an upgrade go on asking for the files of their own build, whose names have their content's hash. So each build's
 * files are kept in the data folder while it runs, and the next one gives them besides its own, whichever way it was installed.
 * @param build the folder with `files.json` and `client`
 * @returns the folder with the files of the build that ran here before this one; there may be none
 * @throws Error when the data folder takes nothing
 */
export function keepForNextBuild(build: string, dataDir: string): string {
  const [current, former, next] = ["now", "former", "next"].map((name) => join(dataDir, "pages", name)) as [
    string,
    string,
    string,
  ];
  const list = (folder: string) => join(folder, "files.json");
  const isKept = existsSync(list(current)) && readFileSync(list(current)).equals(readFileSync(list(build)));
  if (isKept) return former;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  cpSync(join(build, "client/assets"), join(next, "assets"), { recursive: true });
  cpSync(list(build), list(next));
  if (existsSync(current)) {
    rmSync(former, { recursive: true, force: true });
    renameSync(current, former);
  }
  renameSync(next, current);
  return former;
}
