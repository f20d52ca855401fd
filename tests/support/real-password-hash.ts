import { afterAll, beforeAll, vi } from "vitest";

/** For files that meet hashes made elsewhere: with the real cost, instead of cheap-password-hash.ts. Call it at the top of the file. */
export function withRealPasswordHash(): void {
  beforeAll(() => void vi.stubEnv("TEST_REAL_PASSWORD_HASH", "1"));
  afterAll(() => void vi.unstubAllEnvs());
}
