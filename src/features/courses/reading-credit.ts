/** How finely a text is divided. A slice is a few lines, well below what a phone shows at once. */
const SLICES = 100;

/**
 * Counts which parts of a text were on the screen long enough to be read. The time spent before a screenful goes to its first line that
 * is not yet read, then to the next: scrolling past credits nothing, and waiting credits no more than is shown.
 */
export class ReadingCredit {
  readonly #perSlice: number;
  readonly #spent: number[];

  /**
   * @param leastSeconds what the whole text must have been on the screen for
   * @param read share of it that was read before, 0 to 1, taken to be its beginning
   */
  constructor(leastSeconds: number, read: number) {
    this.#perSlice = leastSeconds / SLICES;
    this.#spent = Array.from({ length: SLICES }, () => 0);
    this.assume(read);
  }

  /** Share of the text that was read, 0 to 1. */
  get share(): number {
    return Math.min(1, this.#spent.reduce((total, seconds) => total + seconds, 0) / (this.#perSlice * SLICES));
  }

  /** Where the first part begins that was not read, 0 to 1; undefined when there is none. */
  get firstUnread(): number | undefined {
    const slice = this.#spent.findIndex((seconds) => seconds < this.#perSlice * 0.99);
    return slice < 0 ? undefined : slice / SLICES;
  }

  /** What is between `from` and `to` of the text was on the screen for so many seconds. */
  see(from: number, to: number, seconds: number): void {
    let left = seconds;
    for (let slice = Math.max(0, Math.round(from * SLICES)); slice < Math.min(SLICES, Math.round(to * SLICES)); slice += 1) {
      const taken = Math.min(left, this.#perSlice - this.#spent[slice]!);
      this.#spent[slice] = this.#spent[slice]! + taken;
      left -= taken;
    }
  }

  /** At least so much was read, as the server knows from elsewhere: it is taken to be what comes first. */
  assume(read: number): void {
    let missing = (read - this.share) * this.#perSlice * SLICES;
    for (let slice = 0; slice < SLICES && missing > 1e-9; slice += 1) {
      const taken = Math.min(missing, this.#perSlice - this.#spent[slice]!);
      this.#spent[slice] = this.#spent[slice]! + taken;
      missing -= taken;
    }
  }
}
