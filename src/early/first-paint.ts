/**
 * Runs in the head of every page, before the first paint: the theme that was chosen (or the device's), and whether somebody is signed
 * in, so that the header is right at once. It knows nothing but these two words; the session itself is a cookie that no script can
 * read. It also tells zod, before any schema is made, not to test whether it may compile code: our CSP refuses that, and the browser
 * would report it.
 */
const page = document.documentElement;
let theme: string | null = null;
let session: string | null = null;
try {
  theme = localStorage.getItem("tema");
  session = localStorage.getItem("sessao");
} catch {} // a browser that keeps nothing
page.dataset.theme = theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
if (session) page.dataset.session = session;
Object.assign(window, { __zod_globalConfig: { jitless: true } });

export {};
