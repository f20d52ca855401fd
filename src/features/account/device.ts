import Bowser from "bowser";

/**
 * How much is kept and read of what a browser says of itself. Real ones stay below 300 characters; a sender may write thousands,
 * over which the patterns that look for names would take their time.
 */
export const USER_AGENT_LIMIT = 512;

/** Where people know it by a shorter name. */
const SHORTER: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  "Chrome OS": "ChromeOS",
  macOS: "Mac",
};

/** A device in words, from what its browser says of itself: "Firefox no Windows". */
export function deviceInWords(userAgent: string | null): string {
  const beginning = userAgent?.slice(0, USER_AGENT_LIMIT);
  if (!beginning) return "Dispositivo desconhecido";
  const { browser, os, platform } = Bowser.parse(beginning);
  const known = browser.name === "Mozilla" ? "" : browser.name; // every browser says so
  const name = known && (SHORTER[known] ?? known);
  const system = os.name === "iOS" ? platform.model : os.name;
  if (!system) return name || "Dispositivo desconhecido";
  return `${name || "Navegador"} no ${SHORTER[system] ?? system}`;
}
