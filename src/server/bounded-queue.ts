import PQueue from "p-queue";
import { AppError } from "#app/lib/errors.ts";

/**
 * Bounds costly work of one kind: so many tasks run at once, so many wait; beyond that callers are told to come back.
 * @returns runs a task when there is room for it; throws AppError too_many_tries
 */
export function openBoundedQueue(bounds: {
  concurrency: number;
  mostWaiting: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const queue = new PQueue({ concurrency: bounds.concurrency });
  return async (task) => {
    if (queue.size >= bounds.mostWaiting) throw new AppError("too_many_tries");
    return queue.add(task);
  };
}
