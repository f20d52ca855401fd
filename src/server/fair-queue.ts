import { AppError } from "#app/lib/errors.ts";

/** In the order in which they are served. */
const LANES = ["known", "first", "others"] as const;

/**
 * Who waits: as part of which group (a network, a browser), and in which lane. `first` is for who has worked for the first try of his
 * network: one that has failed of late has left it, and so no stranger is before him who has not paid for it.
 */
export type Turn = { lane: (typeof LANES)[number]; group: string };

type Waiting = { start: () => void; refuse: () => void };

/** A lane's groups, in the order of their turns, and how many wait in all of them. */
type Lane = { groups: Map<string, Waiting[]>; size: number };

export type FairQueue = {
  /** Runs a task when its turn has come. @throws AppError too_many_tries when there is no room for it */
  run: <T>(turn: Turn, task: () => Promise<T>) => Promise<T>;
  /** How many wait who are not known. */
  waiting: () => number;
};

/**
 * Bounds costly work that strangers can ask for. So many tasks run at once. One lane is served before the next; within a lane the groups
 * take turns, so that one that sends much waits for itself. A full lane makes room for a newcomer by refusing the latest of its
 * largest group, unless that is the newcomer's own.
 * @param bounds.mostWaiting in each lane
 */
export function openFairQueue(bounds: { concurrency: number; mostWaiting: number }): FairQueue {
  const newLane = (): Lane => ({ groups: new Map(), size: 0 });
  const lanes = { known: newLane(), first: newLane(), others: newLane() } satisfies Record<Turn["lane"], Lane>;
  let running = 0;

  /** @returns whether there is room for one more of this group */
  const makeRoom = (lane: Lane, group: string): boolean => {
    if (lane.size < bounds.mostWaiting) return true;
    const [[name, largest]] = [...lane.groups].toSorted(([, one], [, other]) => other.length - one.length) as [
      [string, Waiting[]],
    ];
    if (name === group || largest.length <= (lane.groups.get(group)?.length ?? 0) + 1) return false;
    lane.size -= 1;
    largest.pop()!.refuse();
    return true;
  };

  const takeNext = ({ groups, size }: Lane): Waiting | undefined => {
    if (size === 0) return undefined;
    const [group, tasks] = groups.entries().next().value!;
    const next = tasks.shift()!;
    groups.delete(group);
    if (tasks.length > 0) groups.set(group, tasks); // behind the others
    return next;
  };

  const startNext = (): void => {
    while (running < bounds.concurrency) {
      const lane = LANES.map((name) => lanes[name]).find(({ size }) => size > 0);
      const next = lane && takeNext(lane);
      if (!next) return;
      lane.size -= 1;
      running += 1;
      next.start();
    }
  };

  return {
    waiting: () => lanes.first.size + lanes.others.size,
    run: ({ lane: name, group }, task) => {
      const lane = lanes[name];
      if (!makeRoom(lane, group)) return Promise.reject(new AppError("too_many_tries", { retryAfterSeconds: 5 }));
      const turn = new Promise<void>((start, reject) => {
        const refuse = () => reject(new AppError("too_many_tries", { retryAfterSeconds: 5 }));
        const tasks = lane.groups.get(group);
        if (tasks) tasks.push({ start, refuse });
        else lane.groups.set(group, [{ start, refuse }]);
        lane.size += 1;
      });
      startNext();
      return turn.then(() =>
        task().finally(() => {
          running -= 1;
          startNext();
        }),
      );
    },
  };
}
