const NAME = "trecho";

/** The fragment of an address that opens a text at a passage of it. */
export const passageFragment = (words: string): string => `#${NAME}=${encodeURIComponent(words)}`;

/** The passage that an address leads to, if any. @param fragment as `location.hash` gives it */
export function passageIn(fragment: string): string | undefined {
  const words = new RegExp(`^#${NAME}=(.+)$`).exec(fragment)?.[1];
  try {
    return words && decodeURIComponent(words);
  } catch {
    return undefined; // somebody cut the address
  }
}
