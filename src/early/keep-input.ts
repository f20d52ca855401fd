/**
 * Runs in the head of every page. It keeps what a visitor does between the first paint and the moment React has taken the page over:
 * what they type or choose, and the last button that they press, which is pressed again then. Without it forms would be sent as
 * addresses, with passwords in them, and texts be lost. React, which listens on the document too, must not see these events: one would
 * make it take the page over in the middle of a choice, between its `input` and its `change`, and put the field back to what the page
 * was made with. A value is set past React's own setter, or React would take it for one that it knows already.
 */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const texts = new Map<Field, string>();
let pressed: HTMLElement | undefined;

const type = (event: Event) => {
  const field = event.target as Field;
  if (/^(radio|checkbox)$/.test(field.type)) return;
  event.stopImmediatePropagation();
  texts.set(field, field.value);
};
const press = (event: Event) => {
  const button = (event.target as Element).closest<HTMLElement>("button, .term");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressed = button;
  button.setAttribute("aria-busy", "true");
};
const send = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Presses a word of the text that the shell showed (src/early/show-early.ts), once the page itself shows the text. */
const pressInPage = (place: number) =>
  new MutationObserver((_, observer) => {
    const button = document.querySelectorAll<HTMLElement>("main .lesson-text .term")[place];
    if (!button || button.closest("[data-shell]")) return;
    observer.disconnect();
    button.click();
  }).observe(document.body, { childList: true, subtree: true });

const kinds = Object.entries({ input: type, change: type, click: press, submit: send });
for (const [kind, keep] of kinds) document.addEventListener(kind, keep, true);

addEventListener(
  "hydrated",
  () => {
    for (const [kind, keep] of kinds) document.removeEventListener(kind, keep, true);
    for (const [field, text] of texts) {
      field.value = "";
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, text);
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    pressed?.removeAttribute("aria-busy");
    const text = pressed?.closest("[data-shell]");
    if (text) pressInPage([...text.querySelectorAll(".term")].indexOf(pressed!));
    else pressed?.click();
  },
  { once: true },
);

export {};
