import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnv } from "../env.ts";
import { loadStaticFiles } from "./static-files.ts";

const folder = mkdtempSync(join(tmpdir(), "academia-static-"));
const former = mkdtempSync(join(tmpdir(), "academia-static-"));
const PAGE = `<!doctype html><title>Página</title>${"<p>Um parágrafo.</p>".repeat(50)}`;
const server = createServer();

beforeAll(async () => {
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("index.html", PAGE);
  write("login/index.html", PAGE);
  write("404/index.html", "<!doctype html>Oops");
  write("__spa-fallback.html", "<!doctype html>shell");
  write("modulo/_/index.html", "<!doctype html>shell of a module");
  write("assets/app-1a2b3c.js", "console.log(1);".repeat(50));
  write("assets/type.woff2", "font");
  write(".prepared", "stamp");
  mkdirSync(join(former, "assets"));
  for (const name of ["app-1a2b3c.js", "app-of-before.js"]) writeFileSync(join(former, "assets", name), "former();");
  const env = parseEnv({ NODE_ENV: "test", DATA_DIR: join(folder, "data"), PUBLIC_URL: "https://academia.example" });
  const files = loadStaticFiles([folder, former, join(folder, "none")], env, (path) => {
    const shell = { "/modulo/7": "/modulo/_", "/certificado/x": "/certificado/_" }[path];
    return shell === undefined ? undefined : { shell, status: 200 };
  });
  server.on("request", (incoming, response) => files.serve(incoming, response) || response.writeHead(418).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  for (const each of [folder, former]) rmSync(each, { recursive: true });
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** The path is sent exactly as written: `fetch` would tidy it. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });

test("a page is revalidated, a hashed asset is kept for a year, and both carry the security headers", async () => {
  const [page, asset, font] = [await get("/"), await get("/assets/app-1a2b3c.js"), await get("/assets/type.woff2")];
  expect(page.headers["cache-control"]).toBe("no-cache");
  for (const { headers } of [asset, font]) expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  for (const { status, headers } of [page, asset, font, await get("/nada"), await get("/modulo/7")]) {
    expect(status).toBeOneOf([200, 404]);
    expect(headers.vary).toBe("accept-encoding");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  }
});

test("a page that was open before the update finds its files, and the new ones are the new build's", async () => {
  const { status, body } = await get("/assets/app-of-before.js");
  expect([status, body.toString()]).toEqual([200, "former();"]);
  expect((await get("/assets/app-1a2b3c.js")).body.toString()).toContain("console.log(1);");
});

test.each([
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=1.0, gzip;q=0.8", "br"],
  ["br;q=0, gzip", "gzip"],
  ["gzip;q=0.5, br;q=0.000", "gzip"],
  ["gzip", "gzip"],
  ["gzip;q=0", undefined],
  ["identity", undefined],
  ["x-br-like, vibrant", undefined],
  ["", undefined],
])("who accepts '%s' gets %s", async (accepted, encoding) => {
  const { headers, body } = await get("/", { "accept-encoding": accepted });
  expect(headers["content-encoding"]).toBe(encoding);
  const plain = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  expect(plain.toString()).toBe(PAGE);
  expect(Number(headers["content-length"])).toBe(body.length);
});

test("what has no text is not compressed", async () => {
  expect((await get("/assets/type.woff2", { "accept-encoding": "br" })).headers["content-encoding"]).toBeUndefined();
});

test("a page that did not change answers 304, as the tag was given or as a cache has made it", async () => {
  const etag = (await get("/")).headers.etag!;
  const bare = etag.replace("W/", "");
  for (const asked of [etag, bare, `W/${bare}`, `"other", ${etag}`, "*"]) {
    const { status, headers, body } = await get("/", { "if-none-match": asked });
    expect(`${asked} ${status}`).toBe(`${asked} 304`);
    expect(headers.etag).toBe(etag);
    expect(headers["cache-control"]).toBe("no-cache");
    expect(body).toHaveLength(0);
  }
  for (const asked of ['"other"', bare.replaceAll('"', "")])
    expect((await get("/", { "if-none-match": asked })).status).toBe(200);
  expect((await get("/login")).headers.etag).toBe(etag); // the same bytes
  expect((await get("/404")).headers.etag).not.toBe(etag);
});

test.each([
  ["/login/", 200],
  ["/login?volta=/modulos", 200],
  ["http://academia.example/login?volta=/modulos", 200],
  ["http://academia.example", 200],
  ["/modulo/7", 200],
  ["/modulo/7/", 200],
  ["/certificado/x", 200],
  ["/nada", 404],
  ["//login", 404],
  ["/..%2f..%2fetc/passwd", 404],
  ["/%2e%2e/.prepared", 404],
  ["/.prepared", 404],
  ["/assets/app-1a2b3c.js.br", 418],
  ["/api/session", 418],
  ["http://academia.example/api/session", 418],
  ["/healthz", 418],
])("%s answers %i", async (path, status) => expect((await get(path)).status).toBe(status));

test("an address with parameters gets its page's shell, or the application's where the page has none", async () => {
  expect((await get("/modulo/7")).body.toString()).toContain("shell of a module");
  expect((await get("/certificado/x")).body.toString()).toMatch(/shell$/);
});

test("HEAD has the head alone, and nothing else is answered here", async () => {
  const [head, full] = [await get("/", {}, "HEAD"), await get("/")];
  expect(head.body).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(full.headers["content-length"]);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) expect((await get("/", {}, method)).status).toBe(418);
});
