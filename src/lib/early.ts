/** What the page's head asked for before the scripts had come (src/early/ask-early.ts). */
type Early = { page: string; answers: Map<string, Promise<Response>> };

const early = (): Early | undefined => (globalThis as { early?: Early }).early;

/** The answer to an early request; each is taken once, and on the page for which it was asked. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const known = early();
  if (known?.page !== location.href) return;
  const answer = known.answers.get(address);
  known.answers.delete(address);
  return answer;
}

/** Nobody is signed in, or somebody else: what was asked for before counts no more. */
export const forgetEarly = (): void => early()?.answers.clear();
