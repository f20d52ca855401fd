import { afterEach, beforeEach, expect, vi } from "vitest";

/** An error on the console that no test expects is a failure. */
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
