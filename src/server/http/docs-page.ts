import type { Context } from "hono";
import type { Services } from "../context.ts";
import { securityHeaders } from "./security.ts";
import { inlineScripts } from "./static-files.ts";

const SCRIPT = `
const show = (tag, text, parent) => { const node = document.createElement(tag); node.textContent = text; parent.append(node); return node; };
fetch("/api/openapi.json").then((answer) => answer.json()).then((api) => {
  const main = document.querySelector("main");
  for (const [path, methods] of Object.entries(api.paths)) for (const [method, operation] of Object.entries(methods)) {
    const details = show("details", "", main);
    show("summary", method.toUpperCase() + " /api" + path + "  —  " + (operation.summary ?? ""), details);
    const part = { parametros: operation.parameters, corpo: operation.requestBody, resposta: operation.responses[200]?.content };
    show("pre", JSON.stringify(part, null, 2), details);
  }
  show("h2", "Esquemas", main);
  show("pre", JSON.stringify(api.components ?? {}, null, 2), main);
});`;

const PAGE = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · Academia</title></head><body><main><h1>API da Academia</h1>
<p>Autenticação pela sessão do navegador. Erros: <code>{ code, message, fields?, requestId }</code>. O documento completo está em
<a href="/api/openapi.json">/api/openapi.json</a>.</p></main><script>${SCRIPT}</script></body></html>`;

/** The API's documentation for people: the OpenAPI document, laid out. */
export function docsPage(c: Context, { env }: Services): Response {
  for (const [name, value] of Object.entries(securityHeaders(env, inlineScripts(PAGE)))) c.header(name, value);
  return c.html(PAGE);
}
