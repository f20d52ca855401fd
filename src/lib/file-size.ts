import { oneDecimal } from "./format.ts";

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** "340 kB", "2,4 MB" */
export const fileSize = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / KILOBYTE))} kB` : `${oneDecimal(bytes / MEGABYTE)} MB`;
