import { afterEach, expect } from "vitest";
import { takeUnexpectedErrors } from "./server-log.ts";

/** An error in the server's log that no test expects is a failure. */
afterEach(() => expect(takeUnexpectedErrors(), "errors in the server's log").toEqual([]));
