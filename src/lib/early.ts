/** What the page's head asked for before the scripts had come (src/early/ask-early.ts), and showed of it (src/early/show-early.ts). */
type Early = {
  page: string;
  answers: Map<string, Promise<Response>>;
  /** Shows the answers in the page's shell. */
  show?: (() => boolean) | undefined;
  /** Whether the page is where its reader stopped the last time, as it was then scrolled, and not where they went since. */
  placed?: boolean;
};

const early = (): Early | undefined => (globalThis as { early?: Early }).early;

/** The answer to an early request; each is taken once, and on the page for which it was asked. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const known = early();
  if (known?.page !== location.href) return;
  const answer = known.answers.get(address);
  known.answers.delete(address);
  if (known.answers.size === 0) known.show = undefined; // from here on the page itself shows them
  return answer;
}

/** When an answer was here, in milliseconds by this device's clock: an early one long before it was taken, another just now. */
export const arrivalOf = ({ headers }: { headers: Pick<Headers, "get"> }): number =>
  Number(headers.get("x-arrived")) || Date.now();

/** Nobody is signed in, or somebody else: what was asked for before counts no more. */
export function forgetEarly(): void {
  const known = early();
  known?.answers.clear();
  if (known) known.show = undefined;
}

/** Shows in a shell that was just mounted what its former self showed. @returns whether there is anything to show */
export const showEarly = (): boolean => early()?.show?.() ?? false;

/** Whether the page was scrolled by its reader. */
export const isScrolled = (): boolean => window.scrollY >= 50 && !early()?.placed;
