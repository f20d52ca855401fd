import type { Locator, Page } from "@playwright/test";
import { expect } from "./support.ts";

// A person who has a keyboard and nothing else. Each stop on their way is looked at: the focus is seen, and nothing lies over it.

/** What is wrong with where the focus is; empty where it is seen as WCAG 2.4.7, 2.4.11 and 1.4.11 ask. */
const faultOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!focused || focused === document.body) return "";
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    const luminance = (colour: string): number => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const parentOf = (element: Element) => element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;
    const groundOf = (element: Element | null): string => {
      for (let each = element; each; each = parentOf(each)) {
        const colour = getComputedStyle(each).backgroundColor;
        if (!/\b0\)$|transparent/.test(colour)) return colour;
      }
      return "white";
    };
    /** A box that the eye cannot see, as of a radio whose label is drawn instead of it. */
    const isTiny = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 4 || height < 4 || getComputedStyle(element).opacity === "0";
    };
    const hasRing = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const family = [focused, focused.nextElementSibling, focused.closest("label")];
    for (let each: Element | null = parentOf(focused), up = 0; each && up < 4; each = parentOf(each), up += 1) family.push(each);
    const marked = family.find((element) => element && hasRing(element) && !isTiny(element));
    const words = focused.getAttribute("aria-label") || focused.closest("label")?.textContent || focused.textContent;
    const name = `${focused.outerHTML.slice(0, 80)} (${words?.trim().slice(0, 40)})`;
    // a heading or panel that was given the focus by a script can do nothing: only where a key acts must one see where one is
    if (!marked)
      return focused.getAttribute("tabindex") === "-1" && !focused.matches("a, button, input, select, textarea, summary, [role]")
        ? ""
        : `${name}: no ring is drawn`;
    const ring = luminance(getComputedStyle(marked).outlineColor);
    const inside = Number.parseFloat(getComputedStyle(marked).outlineOffset) < 0;
    const ground = luminance(groundOf(inside ? marked : parentOf(marked)));
    const contrast = (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05);
    if (contrast < 3) return `${name}: its ring has ${contrast.toFixed(1)} : 1`;
    // words that go on in a second line have a box for each
    const boxes = [...marked.getClientRects()];
    const isShown = boxes.some((box) => {
      // of what is higher than the screen, the part that is on it
      const [left, right] = [Math.max(0, box.left), Math.min(window.innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(window.innerHeight, box.bottom)];
      if (left >= right || top >= bottom) return false;
      return [0.04, 0.5, 0.96].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const [x, y] = [left + (right - left) * across, top + (bottom - top) * down];
          let there = document.elementFromPoint(x, y);
          there = there?.shadowRoot?.elementFromPoint(x, y) ?? there;
          return there !== null && (marked.contains(there) || there.contains(marked) || family.includes(there));
        }),
      );
    });
    return isShown ? "" : `${name}: something lies over it, or it is out of sight`;
  });

/** The accessible element that has the focus. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) =>
    elements.some(
      (element) =>
        element === document.activeElement ||
        element.shadowRoot?.activeElement != null ||
        element === (document.activeElement?.shadowRoot?.activeElement ?? null),
    ),
  );

export type Keys = {
  press: (key: string, times?: number) => Promise<void>;
  type: (words: string) => Promise<void>;
  /** Goes on with Tab until one of these elements has the focus. */
  to: (target: Locator, options?: { back?: boolean; within?: number }) => Promise<void>;
  /** Goes there, and presses Enter. */
  enter: (target: Locator) => Promise<void>;
  /** Goes there, and presses the space bar. */
  space: (target: Locator) => Promise<void>;
  /** Goes to a field, and writes in place of what is there. */
  fill: (target: Locator, words: string) => Promise<void>;
  /** Goes to the group of a radio button, and on with the arrows until it is chosen. */
  choose: (radio: Locator, options?: { back?: boolean }) => Promise<void>;
  /** Goes to a list, and on with the arrows until it shows this. */
  select: (list: Locator, label: string) => Promise<void>;
};

/** A hundred stops and half as many again: more than any page of ours has, so that a way that leads nowhere is told soon. */
const FARTHEST = 180;

export function keysOf(page: Page): Keys {
  const look = async () => {
    // a panel may still be sliding in
    await expect.poll(() => faultOfFocus(page), { timeout: 15_000 }).toBe("");
  };
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  const to: Keys["to"] = async (target, { back = false, within = FARTHEST } = {}) => {
    await target.first().waitFor({ state: "attached" });
    for (let stop = 0; stop <= within; stop += 1) {
      if (await hasFocus(target)) return look();
      await page.keyboard.press(back ? "Shift+Tab" : "Tab");
      const fault = await faultOfFocus(page);
      if (fault) await look();
    }
    throw new Error(`not reached by ${within} presses of Tab: ${target}`);
  };
  return {
    press,
    type: (words) => page.keyboard.type(words),
    to,
    enter: async (target) => {
      await to(target);
      await press("Enter");
    },
    space: async (target) => {
      await to(target);
      await press("Space");
    },
    fill: async (target, words) => {
      await to(target);
      await press("ControlOrMeta+a");
      await page.keyboard.type(words);
    },
    choose: async (radio, options) => {
      const name = await radio.getAttribute("name");
      await to(page.locator(`input[type=radio][name="${name}"]`), options);
      for (let turn = 0; turn < 20 && !(await radio.isChecked()); turn += 1) {
        // the first of a group that nobody has answered has the focus, and is not chosen yet
        if (await hasFocus(radio)) await press("Space");
        else await press("ArrowDown");
      }
      await expect(radio).toBeChecked();
      await look();
    },
    select: async (list, label) => {
      await to(list);
      const shown = () => list.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.textContent?.trim());
      await press("Home");
      for (let turn = 0; turn < 60 && (await shown()) !== label; turn += 1) await press("ArrowDown");
      expect(await shown()).toBe(label);
    },
  };
}
