import { createECDH } from "node:crypto";
import webPush from "web-push"; // CommonJS: Node finds no names in it
import { type Env, publicAddress } from "../env.ts";
import { deriveKey } from "../seal.ts";

export type Push = {
  /** What browsers subscribe with, base64url. */
  publicKey: string;
  /**
   * Wakes a device. Nothing is sent with it: what it shows is written in the service worker (public/avisos.js), and names nobody.
   * @returns whether the push service still knows the address
   * @throws when it cannot be reached, or refuses for now
   */
  send: (endpoint: string) => Promise<"sent" | "gone">;
};

/** Notices older than this are not worth waking a device for, in seconds. */
const TTL = 24 * 3600;
const TIMEOUT_MS = 10_000;
/** What a push service answers for an address that is no more, or not for our key. */
const GONE = new Set([401, 403, 404, 410]);

/** @param send how requests leave; tests have no push service */
export function openPush(env: Env, send: typeof fetch = fetch): Push {
  const keys = vapidKeys(env);
  const site = publicAddress(env);
  const mailbox = /<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM;
  const vapidDetails = { subject: site.startsWith("https:") ? site : `mailto:${mailbox}`, ...keys };
  return {
    publicKey: keys.publicKey,
    send: async (endpoint) => {
      const options = { vapidDetails, TTL, urgency: "normal", topic: "novidade" } as const;
      const { method, headers } = webPush.generateRequestDetails({ endpoint, keys: { p256dh: "", auth: "" } }, null, options);
      const response = await send(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        redirect: "error", // an address of a push service leads nowhere else
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (GONE.has(response.status)) return "gone";
      if (!response.ok) throw new Error(`push service answered ${response.status}`);
      return "sent";
    },
  };
}

/**
 * The server's key pair for push services (RFC 8292), derived from AUTH_SECRET: it is there from the first start on, the same in every process
 * and after a restore, and in no table. A change of the secret ends all subscriptions.
 */
function vapidKeys(env: Env): { publicKey: string; privateKey: string } {
  const curve = createECDH("prime256v1");
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = deriveKey(env, `vapid ${attempt}`);
    try {
      curve.setPrivateKey(privateKey);
      return { publicKey: curve.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
    } catch (error) {
      if (attempt > 2) throw error; // one number in four thousand million is none of the curve's
    }
  }
}
