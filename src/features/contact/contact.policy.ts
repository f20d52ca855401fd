/** Nobody fills in four fields faster than this. */
const FASTEST_HUMAN_MS = 3_000;

/**
 * Whether a form was filled in as programs do: the field that people do not see holds something, or it all went too fast. It is
 * a guess, so such a message is set aside for an administrator to look at, and its writer gets the same answer as anybody.
 */
export const looksAutomated = ({ website, elapsedMs }: { website: string; elapsedMs: number }): boolean =>
  website.trim() !== "" || elapsedMs < FASTEST_HUMAN_MS;
