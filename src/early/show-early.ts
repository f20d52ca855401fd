/**
 * Runs in the head of members' pages: shows what the page asked for early in its shell, before the scripts have come. Elements of the
 * shell name the field that they show (src/ui/states.tsx). What is shown here is shown again, in the same measures, by the page itself.
 */
type Early = { page: string; known: Promise<object>; show?: () => boolean; placed?: boolean };

const { early } = window as unknown as { early: Early };
let known: unknown;

/** Whether the reader has moved the page; what the browser did by itself, as after a reload, is not they. */
let moved = false;
for (const kind of ["wheel", "touchmove", "keydown", "mousedown"])
  addEventListener(
    kind,
    () => {
      moved = true;
      early.placed = false;
    },
    { once: true, passive: true },
  );

const factAt = (field = ""): unknown =>
  field.split(".").reduce((from, key) => (from as Record<string, unknown> | null | undefined)?.[key], known);

type Lesson = { moduleId: number; number: number };

/** As what a value is shown: the element's `data-as`. */
const SHOW: Record<string, (element: HTMLElement, value: unknown) => void> = {
  text: (element, value) => element.replaceChildren(String(value)),
  "first-word": (element, value) => element.replaceChildren(String(value).trim().split(/\s+/)[0]!),
  capital: (element, value) => element.replaceChildren(String(value).replace(/^./, (letter) => letter.toUpperCase())),
  degree: (element, value) => element.classList.add(`deg-${value}`),
  lesson: (element, value) => {
    const { moduleId, number } = value as Lesson;
    (element as HTMLAnchorElement).href = `/modulo/${moduleId}/licao/${number}`;
  },
  html: (element, value) => {
    element.innerHTML = String(value); // sanitised by the server
  },
};

/** Where the reader stopped the last time, as the page itself goes there (src/features/reader/use-place.ts). */
function goTo(place: unknown, text: HTMLElement): void {
  if (moved || typeof place !== "number" || place <= 0.03 || place >= 0.97 || location.hash) return;
  const { top, height } = text.getBoundingClientRect();
  const there = [...text.querySelectorAll("p, li, h2, h3, figure, table, blockquote")].find(
    (block) => block.getBoundingClientRect().bottom > top + place * height,
  );
  const block = there?.closest("figure") ?? there?.closest("table, blockquote, ul, ol") ?? there;
  if (!block) return;
  scrollBy({ top: block.getBoundingClientRect().top - innerHeight * 0.3, behavior: "instant" });
  early.placed = true;
}

/** @returns whether the shell shows the answers, now or already; one that shows none of them stays as it is, to look at only */
early.show = () => {
  const shell = document.querySelector<HTMLElement>("[data-shell]");
  if (!shell || !known || early.page !== location.href) return false;
  if (shell.hasAttribute("data-shown")) return true;
  const fields = shell.querySelectorAll<HTMLElement>("[data-field]");
  if (fields.length === 0) return false;
  for (const element of fields) {
    const value = factAt(element.dataset.field);
    if (value === null || value === undefined) continue;
    SHOW[element.dataset.as ?? "text"]!(element, value);
    element.classList.remove("blank");
    element.removeAttribute("aria-hidden");
  }
  shell.setAttribute("data-shown", "");
  shell.removeAttribute("aria-hidden");
  const text = shell.querySelector<HTMLElement>("[data-place]");
  if (text) goTo(factAt(text.dataset.place), text);
  return true;
};

early.known.then(
  (answers) => {
    known = answers;
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => early.show?.());
    else early.show?.();
  },
  () => undefined,
);

export {};
