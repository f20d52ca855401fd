import { AppError } from "#app/lib/errors.ts";
import type { Actor } from "./context.ts";

/** In the order in which they are served. */
const LANES = ["known", "first", "others"] as const;

/**
 * Who waits: as part of which group (a member, a network, a browser), and in which lane. `first` is for who has worked for the first try of
 * their network: one that has failed of late has left it, and so no stranger is before them who has not paid for it.
 */
export type Turn = {
  lane: (typeof LANES)[number];
  group: string;
  /** Names work of which only the newest is wanted: one of this name that waits in the group gives its place to the newcomer. */
  newest?: string;
};

/** Where a member's costly work waits: with their own, and not behind strangers. */
export const turnOfMember = ({ id }: Pick<Actor, "id">): Turn => ({ lane: "known", group: id });

type Waiting = { start: () => void; refuse: (error: AppError) => void; newest: string | undefined };

/** A lane's groups, in the order of their turns, and how many wait in all of them. */
type Lane = { groups: Map<string, Waiting[]>; size: number };

export type FairQueue = {
  /**
   * Runs a task when its turn has come.
   * @throws AppError too_many_tries when there is no room for it, superseded when a newer one took its place
   */
  run: <T>(turn: Turn, task: () => Promise<T>) => Promise<T>;
  /** How many wait who are not known. */
  waiting: () => number;
};

/**
 * Bounds costly work that visitors and members can ask for. So many tasks run at once, and so many of them of one group. One lane is served
 * before the next; within a lane the groups take turns, so that one that sends much waits for itself. A full lane makes room for a newcomer
 * by refusing the latest of its largest group, unless that is the newcomer's own.
 * @param bounds.mostWaiting in each lane
 */
export function openFairQueue(bounds: { concurrency: number; mostOfGroup: number; mostWaiting: number }): FairQueue {
  const newLane = (): Lane => ({ groups: new Map(), size: 0 });
  const lanes = { known: newLane(), first: newLane(), others: newLane() } satisfies Record<Turn["lane"], Lane>;
  const runningOf = new Map<string, number>();
  let running = 0;

  /** @returns whether there is room for one more of this group */
  const makeRoom = (lane: Lane, group: string): boolean => {
    if (lane.size < bounds.mostWaiting) return true;
    const [[name, largest]] = [...lane.groups].toSorted(([, one], [, other]) => other.length - one.length) as [
      [string, Waiting[]],
    ];
    if (name === group || largest.length <= (lane.groups.get(group)?.length ?? 0) + 1) return false;
    lane.size -= 1;
    largest.pop()!.refuse(tooMany());
    return true;
  };

  /** Puts a task behind the others of its group, or in the place of an older one that nobody wants any more. @returns whether it waits */
  const enqueue = (lane: Lane, group: string, waiting: Waiting): boolean => {
    const tasks = lane.groups.get(group) ?? [];
    const older = waiting.newest === undefined ? -1 : tasks.findIndex(({ newest }) => newest === waiting.newest);
    if (older >= 0) {
      tasks.splice(older, 1, waiting)[0]!.refuse(new AppError("superseded"));
      return true;
    }
    if (!makeRoom(lane, group)) return false;
    tasks.push(waiting);
    lane.groups.set(group, tasks);
    lane.size += 1;
    return true;
  };

  /** Takes the first task of the first group that may run one more. */
  const takeNext = (lane: Lane): { next: Waiting; group: string } | undefined => {
    for (const [group, tasks] of lane.groups) {
      if ((runningOf.get(group) ?? 0) >= bounds.mostOfGroup) continue;
      const next = tasks.shift()!;
      lane.size -= 1;
      lane.groups.delete(group);
      if (tasks.length > 0) lane.groups.set(group, tasks); // behind the others
      return { next, group };
    }
    return undefined;
  };

  const takeFirst = () => {
    for (const name of LANES) {
      const taken = takeNext(lanes[name]);
      if (taken) return taken;
    }
    return undefined;
  };

  const count = (group: string, one: 1 | -1): void => {
    running += one;
    const left = (runningOf.get(group) ?? 0) + one;
    if (left > 0) runningOf.set(group, left);
    else runningOf.delete(group);
  };

  const startNext = (): void => {
    while (running < bounds.concurrency) {
      const taken = takeFirst();
      if (!taken) return;
      count(taken.group, 1);
      taken.next.start();
    }
  };

  return {
    waiting: () => lanes.first.size + lanes.others.size,
    run: async ({ lane, group, newest }, task) => {
      const turn = Promise.withResolvers<void>();
      if (!enqueue(lanes[lane], group, { start: turn.resolve, refuse: turn.reject, newest })) throw tooMany();
      startNext();
      await turn.promise;
      try {
        return await task();
      } finally {
        count(group, -1);
        startNext();
      }
    },
  };
}

const tooMany = () => new AppError("too_many_tries", { retryAfterSeconds: 5 });
