/**
 * Runs in the head of every page, because it is about pages whose scripts did not come: a press on "Tentar novamente", or the connection
 * when it is back, loads the page again, but only once the server can be reached. Without that the browser would put its own page about
 * the lost connection in place of ours.
 */
async function tryAgain(button: HTMLElement): Promise<void> {
  button.setAttribute("aria-busy", "true");
  const reached = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (reached) location.reload();
  else button.removeAttribute("aria-busy");
}

document.addEventListener(
  "click",
  (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-load-again]");
    if (!button) return;
    event.stopImmediatePropagation();
    void tryAgain(button);
  },
  true,
);
addEventListener("page-not-loaded", () => {
  document.getElementById("pagina-incompleta")!.hidden = false;
});
addEventListener("online", () => {
  for (const button of document.querySelectorAll<HTMLElement>("[data-load-again]"))
    if (button.getClientRects().length > 0) void tryAgain(button);
});

export {};
