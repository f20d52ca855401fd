/** Finds the system's Chromium, or installs Debian's where it may. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The same browser without a window: it opens a page with a third of the processor's time (docs/testing.md). */
const HEADLESS = "/usr/bin/chromium-headless-shell";

const first = (paths) => paths.find((path) => path && existsSync(path));

/** Path of a Chromium, or undefined. CHROMIUM_PATH comes first. */
export const findChromium = () => first([process.env.CHROMIUM_PATH, ...PLACES]);

/** Path of the Chromium for the browser tests, or undefined. CHROMIUM_PATH comes first. */
export const findTestChromium = () => first([process.env.CHROMIUM_PATH, HEADLESS, ...PLACES]);

/**
 * Makes sure that there is one for the browser tests; installs the system's package as root or with a sudo that asks nothing.
 * A Chromium with windows does too, where the package cannot be installed.
 */
export function ensureTestChromium() {
  if (process.env.CHROMIUM_PATH || existsSync(HEADLESS)) return;
  const run = (command, ...args) =>
    execFileSync(command, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => run(...[...prefix, "apt-get", "-qq", ...args]);
  process.stdout.write("Instalando o pacote chromium-headless-shell do sistema...\n");
  try {
    apt("update");
    apt("install", "-y", "chromium-headless-shell");
  } catch {
    if (findChromium()) return;
    throw new Error(
      "Não foi possível instalar o Chromium. Instale-o (Debian: apt-get install chromium-headless-shell) ou defina CHROMIUM_PATH.",
    );
  }
}
