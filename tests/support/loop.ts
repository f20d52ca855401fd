/** How often the event loop is looked at, in milliseconds. */
const LOOK_EVERY_MS = 1;

/** What a request, or another piece of work, costs the event loop, in milliseconds of the processor's: other work on the machine does not count. */
export type LoopTime = {
  total: number;
  /** In one turn of the loop, which holds all others up. */
  longest: number;
};

/** Measures what this thread spends, which is the event loop's, while something goes on. */
export async function loopTime(work: () => Promise<unknown>): Promise<LoopTime> {
  const begun = used();
  let [before, longest] = [begun, 0];
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  await work();
  look();
  clearInterval(looking);
  return { total: before - begun, longest };
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
