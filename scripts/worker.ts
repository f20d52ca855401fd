/**
 * The service worker of the built pages (src/worker), and the list of what it keeps where somebody reads without a connection
 * (docs/decisions/0049-reading-without-a-connection.md).
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { rolldown } from "rolldown";
import { TERMS_PATH } from "../src/features/dictionary/dictionary.schema.ts";
import { pages } from "../src/pages.ts";

/** Pages that need no connection, with what React Router reads beside them. */
const PUBLIC = ["/", "/dicionario", "/rito-york", "/faq"];
const ANY_PAGE = "/__spa-fallback.html";

/** A page of the browser's manifest. */
type Route = { path?: string; module: string; imports: string[]; css: string[] };

/** Files named in a file: by their address, or beside it. */
const NAMED = /(?:\/assets\/|"\.\/|"assets\/)([\w.-]+\.(?:js|css|svg|woff2))/g;

/** Administration and writing need the server at every step. */
const needsServer = (path: string | undefined): boolean =>
  path !== undefined && pages.some((page) => page.path === path && (page.access === "admin" || path.startsWith("admin/")));

/** @param client the folder of the built pages @returns the addresses of all that the pages of a member and of a visitor need */
function filesToKeep(client: string): string[] {
  const names = readdirSync(join(client, "assets"));
  const manifest = names.find((name) => /^manifest-.*\.js$/.test(name))!;
  const code = readFileSync(join(client, "assets", manifest), "utf8");
  const { routes } = JSON.parse(code.slice(code.indexOf("{"), code.lastIndexOf("}") + 1)) as { routes: Record<string, Route> };
  const kept = new Set<string>();
  const add = (name: string) => {
    const file = join(client, "assets", name);
    if (kept.has(name) || !existsSync(file)) return;
    kept.add(name);
    if (name === manifest || ![".js", ".css"].includes(extname(name))) return; // the manifest names everything
    for (const [, other] of readFileSync(file, "utf8").matchAll(NAMED)) add(other!);
  };
  for (const route of Object.values(routes).filter(({ path }) => !needsServer(path)))
    for (const address of [route.module, ...route.imports, ...route.css]) add(address.replace("/assets/", "").replace("#", ""));
  const documents = PUBLIC.map((path) => join(client, path, "index.html"));
  for (const html of [join(client, ANY_PAGE), ...documents])
    for (const [, name] of readFileSync(html, "utf8").matchAll(NAMED)) add(name!);
  const terms = readdirSync(join(client, "dicionario")).filter((name) => name.endsWith(".data"));
  const data = [TERMS_PATH, ...PUBLIC.map((path) => `${path}.data`), ...terms.map((name) => `/dicionario/${name}`)];
  return [
    ANY_PAGE,
    ...PUBLIC,
    ...data.filter((address) => existsSync(join(client, address))),
    "/mark.svg",
    ...[...kept].sort().map((name) => `/assets/${name}`),
  ];
}

/** Writes the worker, what stands in for it while it is switched off, and the list, beside the built pages. */
export async function writeWorker(root: string, client: string): Promise<void> {
  const files = filesToKeep(client);
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(client, PUBLIC.includes(file) ? join(file, "index.html") : file)));
  const version = hash.digest("base64url").slice(0, 12);
  for (const [name, source] of [
    ["avisos", "worker"],
    ["avisos-apenas", "push-only"],
  ]) {
    const bundle = await rolldown({
      cwd: root,
      input: join(root, `src/worker/${source}.ts`),
      platform: "browser",
      transform: { define: { VERSION: JSON.stringify(version) } },
    });
    await bundle.write({ file: join(client, `${name}.js`), format: "iife", minify: true });
    await bundle.close();
  }
  writeFileSync(join(client, "guardar.json"), JSON.stringify({ version, files }));
}
