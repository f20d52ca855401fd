/** Finds the system's Chromium, or installs Debian's where it may. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium, or undefined. CHROMIUM_PATH comes first. */
export const findChromium = () => [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));

/** Makes sure that there is one; installs the system's package as root or with a sudo that asks nothing. */
export function ensureChromium() {
  if (findChromium()) return;
  const run = (command, ...args) =>
    execFileSync(command, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => run(...[...prefix, "apt-get", "-qq", ...args]);
  process.stdout.write("Nenhum Chromium encontrado: instalando o pacote chromium do sistema...\n");
  try {
    apt("update");
    apt("install", "-y", "chromium");
  } catch {
    throw new Error(
      "Não foi possível instalar o Chromium. Instale-o (Debian: apt-get install chromium) ou defina CHROMIUM_PATH.",
    );
  }
}
