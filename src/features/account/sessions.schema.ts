import { z } from "zod";

export const sessionParams = z.strictObject({ sessionId: z.uuid() });

/** An open session, told so that its owner recognises it. */
export type OpenSession = {
  id: string;
  /** "Firefox no Windows" */
  device: string;
  signedInAt: string;
  lastUsedAt: string;
  /** The one that asks. */
  current: boolean;
};
