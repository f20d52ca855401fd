import { AppError } from "#app/lib/errors.ts";

/**
 * Bounds costly work of one kind: so many tasks at once, so many waiting; beyond that callers are told to come back.
 * @returns runs a task when its turn comes; throws AppError too_many_tries
 */
export function openTurns({ atOnce, mayWait }: { atOnce: number; mayWait: number }): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) {
      if (waiting.length >= mayWait) throw new AppError("too_many_tries");
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
