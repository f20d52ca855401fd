/**
 * Runs in the head of every page, because it is about pages whose scripts did not come: a press on "Tentar novamente", or the connection
 * when it is back, loads the page again, but only once the server can be reached. Without that the browser would put its own page about
 * the lost connection in place of ours.
 */
async function tryAgain(button: HTMLElement): Promise<boolean> {
  button.setAttribute("aria-busy", "true");
  const reached = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (reached) location.reload();
  else button.removeAttribute("aria-busy");
  return reached;
}

/** A device says that it is connected before its first request gets through: seconds between the tries that follow. */
const WAITS = [0, 1, 2, 4, 8, 15, 30];

async function comeBack(button: HTMLElement): Promise<void> {
  for (const wait of WAITS) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    if (!navigator.onLine || button.getClientRects().length === 0 || (await tryAgain(button))) return;
  }
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
  for (const button of document.querySelectorAll<HTMLElement>("[data-load-again]")) void comeBack(button);
});

export {};
