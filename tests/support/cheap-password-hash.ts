import type { ScryptOptions } from "node:crypto";
import { vi } from "vitest";

/**
 * A password's hash with the least work that scrypt takes. A real one costs a third of a second of CPU, and tests of the API ask for
 * hundreds; a file that meets hashes made elsewhere calls `withRealPasswordHash`. The real cost is tested in
 * tests/unit/small-parts.test.ts, and with whole processes in tests/api/process.long.test.ts.
 */
vi.mock("node:crypto", async (importOriginal) => {
  const actual = await importOriginal<typeof import("node:crypto")>();
  const scrypt = (
    password: string,
    salt: Buffer,
    bytes: number,
    options: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => {
    const cost = process.env.TEST_REAL_PASSWORD_HASH ? options : { ...options, N: 2, p: 1 };
    actual.scrypt(password, salt, bytes, cost, done);
  };
  return { ...actual, scrypt };
});
