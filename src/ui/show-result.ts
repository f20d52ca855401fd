/**
 * Takes the focus and the screen to what has just been answered, which may be below the foot of a phone's screen. The element's
 * `scroll-margin` says how much of what is around it is to be seen with it. Call it when the result is rendered.
 */
export function showResult(result: HTMLElement | null): void {
  result?.focus({ preventScroll: true });
  result?.scrollIntoView({ block: "nearest" });
}
