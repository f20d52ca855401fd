/** What a toast must not cover: fields, buttons, open menus. */
const FIELDS = "input, select, textarea, .choice, [role=menu], .menu[open] nav";
const CONTROLS = `${FIELDS}, button, .btn`;

/** No higher than this part of the screen, unless it would cover a field at the foot: above it a toast is in the middle of what is read. */
const HIGHEST = 0.5;

const GAP = 8;

/**
 * Keeps the view of the toasts at the lowest place at the foot of the screen where they cover no field and no button; where there is
 * none they stay at the foot. An open dialog ends above them (`--toast-room`).
 * A ref: the portal that holds the view is mounted late.
 * @returns what stops it
 */
export function keepClear(view: HTMLElement | null): (() => void) | undefined {
  if (!view) return undefined;
  let asked = 0;
  const place = () => {
    asked = 0;
    const { width, height } = view.getBoundingClientRect();
    const { visualViewport: seen, innerHeight } = window;
    const keyboard = seen ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    document.documentElement.style.setProperty("--toast-room", `${height > 0 ? height + 2 * GAP : 0}px`);
    view.style.setProperty("--rise", `${keyboard + (height > 0 && width > 0 ? lowestRise(view, keyboard) : 0)}px`);
  };
  const ask = () => {
    asked ||= requestAnimationFrame(place);
  };
  const resized = new ResizeObserver(ask);
  const filled = new MutationObserver(ask);
  resized.observe(view);
  resized.observe(document.body); // what is told beside a form moves the form's button
  filled.observe(view, { childList: true, subtree: true, attributeFilter: ["data-limited"] });
  for (const event of ["scrollend", "resize", "focusin"]) window.addEventListener(event, ask, { passive: true });
  window.visualViewport?.addEventListener("resize", ask);
  return () => {
    cancelAnimationFrame(asked);
    resized.disconnect();
    filled.disconnect();
    for (const event of ["scrollend", "resize", "focusin"]) window.removeEventListener(event, ask);
    window.visualViewport?.removeEventListener("resize", ask);
  };
}

/** How many pixels above its lowest place the view covers no control; 0 where no place is free. */
function lowestRise(view: HTMLElement, keyboard: number): number {
  const toast = view.firstElementChild?.getBoundingClientRect();
  if (!toast) return 0;
  const { height } = view.getBoundingClientRect();
  const foot = window.innerHeight - keyboard - GAP;
  const inTheWay = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((control) => !view.contains(control) && !control.closest("[data-base-ui-inert], .dialog"))
      .map((control) => control.getBoundingClientRect())
      .filter(({ width, left, right }) => width > 0 && right > toast.left && left < toast.right)
      .sort((a, b) => b.top - a.top);
  const covers = (bottom: number) => (control: DOMRect) => control.bottom > bottom - height - GAP && control.top < bottom + GAP;
  let bottom = foot;
  for (const control of inTheWay(CONTROLS)) if (covers(bottom)(control)) bottom = control.top - GAP;
  const highest = inTheWay(FIELDS).some(covers(foot)) ? 0 : window.innerHeight * HIGHEST;
  return bottom - height > highest ? foot - bottom : 0;
}
