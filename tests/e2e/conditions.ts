import type { Page } from "@playwright/test";
import { COLOUR_RULES, showTheme, violations } from "./support.ts";
import { DESKTOP, PHONE } from "./viewports.ts";

// What a page is to bear: narrow screens, large letters, other spacing, no motion. Each function says what is wrong, and nothing
// where nothing is.

/** Text that is cut off by a box around it; what is shortened on purpose ends with an ellipsis and does not count. */
const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK = 2; // letters lean over their boxes by a pixel or two
    const clips = (value: string) => value === "hidden" || value === "clip";
    const isShortened = (style: CSSStyleDeclaration) => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const isHiddenVisually = (style: CSSStyleDeclaration, box: DOMRect) =>
      style.clipPath !== "none" || (box.width <= 1 && box.height <= 1);
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.data.trim() || !text.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      if (text.parentElement.closest("svg, script, style, noscript, option")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isExtra = text.parentElement.closest("[aria-hidden=true]") !== null; // may be left out where it has no room
      const words = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      for (let box: Element | null = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (isShortened(style) || isHiddenVisually(style, edge)) break;
        if (isExtra && words.every(({ top, left }) => top >= edge.bottom - SLACK || left >= edge.right - SLACK)) break;
        const sideways =
          clips(style.overflowX) && words.some(({ left, right }) => left < edge.left - SLACK || right > edge.right + SLACK);
        const down =
          clips(style.overflowY) && words.some(({ top, bottom }) => top < edge.top - SLACK || bottom > edge.bottom + SLACK);
        if (sideways || down) found.add(`“${text.data.trim().slice(0, 60)}” in ${box.tagName.toLowerCase()}.${box.className}`);
      }
    }
    return [...found];
  });

/** How far the page, and each part of it that is fixed to the screen, sticks out sideways. */
const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const more = document.documentElement.scrollWidth - window.innerWidth;
    if (more <= 0) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1 && element.children.length === 0,
    );
    return [`${more} px`, ...wide.slice(0, 5).map((element) => `${element.tagName} ${element.textContent!.slice(0, 50)}`)];
  });

/** Elements, and what is drawn before and after them, that would move although less motion was asked for. */
const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seconds = (times: string) => Math.max(...times.split(",").map((time) => Number.parseFloat(time)));
    const found = new Set<string>();
    for (const element of [document.documentElement, ...document.documentElement.querySelectorAll("body, body *")])
      for (const part of [undefined, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        if (part && style.content === "none") continue;
        const name = `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}${part ?? ""}`;
        if (style.animationName !== "none" && seconds(style.animationDuration) > 0.01) found.add(`${name} animates`);
        if (style.transitionProperty !== "none" && seconds(style.transitionDuration) > 0.01) found.add(`${name} changes slowly`);
        if (!part && style.scrollBehavior === "smooth") found.add(`${name} scrolls smoothly`);
      }
    return [...found];
  });

/** The spacing of WCAG 1.4.12, as a reader's own style sheet would set it; `false` takes it away again. */
const spaceOut = (page: Page, on: boolean): Promise<void> =>
  page.evaluate((isOn) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = isOn ? [sheet] : [];
  }, on);

/** The size of letters that a reader has chosen in the browser, in its own pixels: 16 is the usual one. */
async function setLetters(page: Page, size: number): Promise<void> {
  const browser = await page.context().newCDPSession(page); // its size lasts as long as the session does
  await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: (size * 13) / 16 } });
}

/** The narrowest screen that WCAG 1.4.10 asks for. */
const NARROW = { width: 320, height: 640 };
const LYING = { width: PHONE.height, height: PHONE.width };

/** What is wrong with a page under each condition that a reader may bring; one visit serves all. */
export async function underEachCondition(page: Page): Promise<object> {
  const fits = async () => [...(await sticksOut(page)), ...(await cutText(page))];
  const found: Record<string, object[] | string[]> = {};
  await page.setViewportSize(NARROW);
  await showTheme(page, "light");
  found["at 320 px"] = await fits();
  found["targets under 24 px, or names without the words that are seen"] = await violations(page, [
    "target-size",
    "label-content-name-mismatch",
  ]);
  found["with less motion"] = await movingParts(page);
  await spaceOut(page, true);
  found["with wider spacing at 320 px"] = await fits();
  await page.setViewportSize(DESKTOP);
  found["with wider spacing on a wide screen"] = await fits();
  await spaceOut(page, false);
  await page.setViewportSize(LYING);
  found["on a phone that lies"] = await fits();
  await page.setViewportSize(PHONE);
  await setLetters(page, 32);
  found["with letters of twice the size"] = await fits();
  await setLetters(page, 16);
  // the reader's colours are light on dark, whatever our theme
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  found["in forced colours"] = await violations(page, COLOUR_RULES);
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  return Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0));
}
