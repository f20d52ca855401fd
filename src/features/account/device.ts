/**
 * How much is kept and read of what a browser says of itself. Real ones stay below 300 characters; a sender may write thousands,
 * over which the patterns below would take their time.
 */
export const USER_AGENT_LIMIT = 512;

/** First match counts: Edge, Opera and Samsung's browser also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
] as const;

const SYSTEMS = [
  ["no iPhone", /\biPhone\b/],
  ["no iPad", /\biPad\b/],
  ["no Android", /\bAndroid\b/],
  ["no Windows", /\bWindows\b/],
  ["no ChromeOS", /\bCrOS\b/],
  ["no Mac", /\bMac(?:intosh| OS X)\b/],
  ["no Linux", /\b(?:Linux|X11)\b/],
] as const;

/** A device in words, from what its browser says of itself: "Firefox no Windows". */
export function deviceInWords(userAgent: string | null): string {
  const beginning = userAgent?.slice(0, USER_AGENT_LIMIT) ?? "";
  const find = (list: readonly (readonly [string, RegExp])[]) => list.find(([, pattern]) => pattern.test(beginning))?.[0];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (!browser && !system) return "Dispositivo desconhecido";
  return [browser ?? "Navegador", system].filter(Boolean).join(" ");
}
