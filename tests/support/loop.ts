/** How often the event loop is looked at, in milliseconds. */
const LOOK_EVERY_MS = 1;

/** Milliseconds of the processor's that this thread spends, which is the event loop's, while something goes on: other work on the machine does not count. */
export async function loopTime(work: () => Promise<unknown>): Promise<number> {
  const begun = used();
  await work();
  return used() - begun;
}

/** Those of them that the longest turn of the loop takes, which holds all others up. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [before, longest] = [used(), 0];
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const looking = setInterval(look, LOOK_EVERY_MS); // each look costs something, so that the sum is measured without
  await work();
  look();
  clearInterval(looking);
  return longest;
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
