import { createHash } from "node:crypto";

/** SHA-256 of the parts: shows whether a source changed since it was written to the database. */
export const hashOf = (...parts: unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");
