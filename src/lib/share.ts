import { z } from "zod";

/** A part of a text, from 0 to 1, as exactly as a place on a screen needs it: the database keeps no number that is nearly nothing. */
export const share = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 10_000) / 10_000);
