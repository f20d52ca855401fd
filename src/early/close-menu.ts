/**
 * Runs in the head of every page: Escape closes the phone's menu (`src/layouts/components/header.tsx`), which opens without React and so
 * must close without it. The focus goes back to the menu's button when it was inside.
 */
addEventListener("keydown", ({ key }) => {
  const menu = document.querySelector<HTMLDetailsElement>(".menu[open]");
  if (key !== "Escape" || !menu) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary")!.focus();
  menu.open = false;
});

export {};
