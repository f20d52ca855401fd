import { ApiError } from "./api.ts";

const RETRY_MS = 3_000;

/** Whether the server is away or busy, which passes; anything else it has refused. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** Whether what was written may wait until the server is back. Who writes too much is told so. */
export const canWait = (error: unknown): boolean => isPassing(error) && !(error instanceof ApiError && error.status === 429);

/** Waits a moment, or until the connection is back. */
export const beforeNextTry = (): Promise<void> =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, RETRY_MS);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
    window.addEventListener("online", done);
  });
