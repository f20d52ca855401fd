/** How a member wants texts to be shown. Kept in their account, and on the device for the first paint of its next page. */
export const READING = {
  /** `device`: light or dark as the device asks. */
  theme: ["device", "light", "sepia", "dark"],
  /** Of texts, in percent. */
  size: ["90", "100", "115", "130", "150"],
  leading: ["close", "normal", "wide"],
  face: ["serif", "sans"],
  margins: ["narrow", "normal", "wide"],
} as const;

export type ReadingSettings = { [Name in keyof typeof READING]: (typeof READING)[Name][number] };

const DEFAULT: ReadingSettings = { theme: "device", size: "100", leading: "normal", face: "serif", margins: "normal" };

/** Where the device keeps them: the theme by itself, the rest as the data attributes of the page (src/early/first-paint.ts). */
const THEME = "tema";
const ATTRIBUTES = "leitura";

const listeners = new Set<() => void>();
let current: ReadingSettings | undefined;

/** The settings of this device; the same object until they change. */
export function readingSettings(): ReadingSettings {
  current ??= stored();
  return current;
}

/** @param onChange called when the settings change @returns ends it; for `useSyncExternalStore` */
export function followReading(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Shows texts so at once, and on the next page of this device. */
export function applyReading(settings: ReadingSettings): void {
  const { theme, size, leading, face, margins } = settings;
  const page = document.documentElement;
  const shown = theme === "device" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : theme;
  const attributes = { textSize: size, leading, face, margins };
  Object.assign(page.dataset, attributes, { theme: shown });
  if (shown !== "dark") page.dataset.paper = shown;
  try {
    if (theme === "device") localStorage.removeItem(THEME);
    else localStorage.setItem(THEME, theme);
    localStorage.setItem(ATTRIBUTES, JSON.stringify({ ...attributes, paper: page.dataset.paper }));
  } catch {
    // storage may be refused; the choice then lasts for this page
  }
  current = settings;
  for (const tell of listeners) tell();
}

/** From dark to the paper that was shown before it, or from paper to dark. @returns the settings with that theme */
export function withOtherTheme(): ReadingSettings {
  const { theme, paper } = document.documentElement.dataset;
  return { ...readingSettings(), theme: theme === "dark" ? (paper === "sepia" ? "sepia" : "light") : "dark" };
}

function stored(): ReadingSettings {
  try {
    const { textSize, ...kept } = JSON.parse(localStorage.getItem(ATTRIBUTES) ?? "{}") as Record<string, string>;
    const found: Record<string, string | null | undefined> = { ...kept, size: textSize, theme: localStorage.getItem(THEME) };
    const known = Object.entries(READING).filter(([name, values]) => (values as readonly unknown[]).includes(found[name]));
    return { ...DEFAULT, ...Object.fromEntries(known.map(([name]) => [name, found[name]])) };
  } catch {
    return DEFAULT;
  }
}
