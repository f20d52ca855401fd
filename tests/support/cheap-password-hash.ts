import type { Argon2Parameters } from "node:crypto";
import { vi } from "vitest";

/**
 * A password's hash with the least work that its function takes. A real one costs a tenth of a second of CPU, and tests of the API ask
 * for hundreds; a file that meets hashes made elsewhere calls `withRealPasswordHash`. The real cost is tested in
 * tests/unit/small-parts.test.ts, and with whole processes in tests/api/process.long.test.ts.
 */
vi.mock("node:crypto", async (importOriginal) => {
  const actual = await importOriginal<typeof import("node:crypto")>();
  type Done = (error: Error | null, key: Buffer) => void;
  const isReal = () => Boolean(process.env.TEST_REAL_PASSWORD_HASH);
  const argon2 = (kind: "argon2id", parameters: Argon2Parameters, done: Done) =>
    actual.argon2(kind, isReal() ? parameters : { ...parameters, memory: 8 }, done);
  return { ...actual, argon2 };
});
