import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Refuses what HTTP leaves open to be read in two ways, or what nobody sends in earnest: more than one Host (RFC 9112, 3.2), and a
 * body with GET or HEAD, whose sending could hold the connection open behind an answer that is long out.
 * @returns whether the request was refused
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const { headers, method, rawHeaders } = request;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
  if (hosts.length < 2 && !((method === "GET" || method === "HEAD") && hasBody)) return false;
  response.writeHead(400, { connection: "close", "content-length": 0 }).end();
  return true;
}
