/** One request may hold the event loop 50 ms, at the largest input allowed: measured in `npm run test:long`, as other work slows all that is measured. */
const LONGEST_MS = process.env.TEST_LONG === "1" ? 50 : 150;
/** What takes less than this at its largest input needs no bound on its growth. */
const NEGLIGIBLE_MS = 15;
/** Eight times the input takes eight times the time, or up to twice that by what memory costs; with the square it would be sixty-four times. */
const LINEAR = 16;
const TRIES = 7;

/**
 * Milliseconds that something takes: the least of some tries, as other work on the machine only adds to them. What is longer than a turn of the
 * processor is measured by the thread's own time, which is too coarse for the rest.
 */
function leastTime(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && least > enough; count += 1) {
    const [started, before] = [performance.now(), process.threadCpuUsage()];
    work();
    const [passed, { user, system }] = [performance.now() - started, process.threadCpuUsage(before)];
    least = Math.min(least, passed < NEGLIGIBLE_MS ? passed : Math.max(NEGLIGIBLE_MS, (user + system) / 1_000));
  }
  return least;
}

/**
 * Measures work at an eighth of its largest input and at the whole.
 * @returns what is wrong: it takes too long, or more than the larger input explains; nothing where all is well
 */
export function growthFault(work: (size: number) => unknown, largest: number): string | undefined {
  return faultOf(work, largest) && faultOf(work, largest); // what other work on the machine caused does not come twice
}

function faultOf(work: (size: number) => unknown, largest: number): string | undefined {
  const whole = leastTime(() => work(largest), NEGLIGIBLE_MS);
  if (whole <= NEGLIGIBLE_MS) return undefined;
  if (whole > LONGEST_MS) return `${whole.toFixed(1)} ms`;
  const eighth = leastTime(() => work(largest / 8), whole / LINEAR);
  return whole / eighth > LINEAR ? `${eighth.toFixed(1)} ms, of eight times the input ${whole.toFixed(1)} ms` : undefined;
}
