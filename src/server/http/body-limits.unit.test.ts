import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BodyLimit, endSlowBody, longestBody } from "./body-limits.ts";

const limits: BodyLimit[] = [
  { path: "/files", bytes: 10, seconds: 60 },
  { path: "/*", bytes: 10, seconds: 0.2 },
];
const server = createServer((request, response) => {
  endSlowBody(limits, request, response);
  request.on("error", () => {}).resume();
  request.on("end", () => setTimeout(() => response.end("ok"), 400));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends a request and returns what came back within a second: the answer, or that the connection was ended. */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    const finish = (what: string) => {
      resolve(what);
      socket.destroy();
    };
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      if (answer.includes("ok")) finish("answered");
    });
    socket.on("error", () => {});
    socket.on("close", () => finish("ended"));
    setTimeout(() => finish("waiting"), 1_000);
  });
}

test.each([
  ["half a body", "ended", "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"],
  [
    "half a body, where there is time for it",
    "waiting",
    "POST /files?name=x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
  ],
  ["a whole body and a slow answer", "answered", "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"],
  ["no body", "answered", "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"],
])("%s is %s", async (_, expected, request) => {
  expect(await send(request)).toBe(expected);
});

test("the server allows what the longest upload may take", () => {
  expect(longestBody(limits)).toBe(60);
});
