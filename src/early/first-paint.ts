/**
 * Runs in the head of every page, before the first paint: the theme that was chosen (or the device's), how texts are to be shown
 * (src/lib/reading.ts), and whether somebody is signed in, so that the header is right at once. Of the member it knows nothing else;
 * the session itself is a cookie that no script can read. It also tells zod, before any schema is made, not to test whether it may compile code: our CSP refuses that, and the browser
 * would report it.
 */
const page = document.documentElement;
let theme: string | null = null;
let session: string | null = null;
try {
  theme = localStorage.getItem("tema");
  session = localStorage.getItem("sessao");
  Object.assign(page.dataset, JSON.parse(localStorage.getItem("leitura") ?? "{}"));
} catch {} // a browser that keeps nothing, or something else
page.dataset.theme = theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
if (session) page.dataset.session = session;
Object.assign(window, { __zod_globalConfig: { jitless: true } });

export {};
