import { describe, expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";

/**
 * What visitors and members can make costly (docs/security.md, "What costs, and what bounds it"): bodies and what is written once
 * (costly-texts.long.test.ts: Markdown on which the parser is busy for seconds).
 */
const app = testApp({ LIMITS_FACTOR: "1000" });

describe("JSON that is nested or divided without end", () => {
  test.each([
    ["nested", `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`],
    ["divided", `[${"0,".repeat(30_000)}0]`],
    [
      "both, in a field that takes anything",
      `{"response":{"clientExtensionResults":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`,
    ],
  ])("%s is refused in words before it is parsed", async (_, body) => {
    const response = await app.visitor.send("/api/account/passkey", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([response.status, ((await response.json()) as any).fields]).toEqual([
      422,
      { form: "O que foi enviado tem partes demais. Recarregue a página e tente de novo." },
    ]);
  });
});

test("the description of the API is written once, and not sent again to who has it", async () => {
  const first = await app.visitor.send("/api/openapi.json", {});
  const etag = first.headers.get("etag")!;
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  const again = await app.visitor.send("/api/openapi.json", { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const other = await app.visitor.send("/api/openapi.json", { headers: { "accept-encoding": "gzip" } });
  expect([other.headers.get("etag"), other.headers.get("content-encoding")]).toEqual([etag, "gzip"]);
});
