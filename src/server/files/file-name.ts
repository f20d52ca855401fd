const LONGEST_NAME = 120;

/** A name without what file systems refuse or readers do not see. Cut by characters, so that none is halved. */
export function readableName(name: string): string {
  const readable = name.replace(/[\p{Cc}\p{Bidi_Control}<>:"/\\|?*\s]+/gu, " ");
  const short = [...readable.trim()].slice(0, LONGEST_NAME).join("");
  return short.replace(/^[. ]+|[. ]+$/g, "");
}
