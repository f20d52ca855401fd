import { createHmac } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sendWithWork } from "./work.ts";

/** Calls a real process as its trusted proxy, so that each call has the network it is given. */
export const sendFrom =
  (address: string, network: string, cookies?: { value: string }) =>
  async (path: string, init: RequestInit): Promise<Response> => {
    const headers = {
      ...init.headers,
      origin: address,
      "x-forwarded-for": network,
      ...(cookies?.value && { cookie: cookies.value }),
    };
    const response = await fetch(`${address}${path}`, { ...init, headers });
    if (cookies && response.headers.getSetCookie().length > 0)
      cookies.value = response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
    return response;
  };

export const asJson = (json: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(json),
});

/** The longest that a login may take under attack, in ms; decision 0026 says what bounds it. */
export const LONGEST_MS = 10_000;

/** One of so many networks, the same for the same number. */
export const networkNumber = (number: number): string => `100.${64 + (number >> 8)}.${number & 255}.7`;

type Spraying = {
  address: string;
  /** Accounts that are tried in turn, whether they exist or not. */
  emails: string[];
  tries: number;
  networks: number;
  /** How many are under way at once. */
  atOnce: number;
};

export type Sprayed = { tries: number; found: number; statuses: Record<number, number> };

/** Tries common passwords for many accounts from many networks, as fast as it is let, without doing the work that is asked of it. */
export async function spray({ address, emails, tries, networks, atOnce }: Spraying): Promise<Sprayed> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const guesser = async () => {
    while (next < tries) {
      const number = next;
      next += 1;
      const guess = createHmac("sha1", "guess").update(String(number)).digest("base64url").slice(0, 9);
      const credentials = { email: emails[number % emails.length]!, password: `Senha#${guess}` };
      const send = sendFrom(address, networkNumber(number % networks));
      const { status } = await send("/api/account/login", asJson(credentials));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, guesser));
  return { tries, found: statuses[200] ?? 0, statuses };
}

/** The same in a thread of its own, so that only the machine's processors are shared with those who are measured. */
export async function sprayFromThread(spraying: Spraying): Promise<Sprayed> {
  const worker = new Worker(new URL("./spraying.worker.ts", import.meta.url), { workerData: spraying });
  const [sprayed] = (await once(worker, "message")) as [Sprayed];
  await worker.terminate();
  return sprayed;
}

/** Logs the owner in over and over until told to stop. @returns how long each took, in ms, and every answer that was not a success */
export async function ownerLogsIn(
  address: string,
  credentials: { email: string; password: string },
  until: Promise<unknown>,
  browserOf: () => { network: string; cookies?: { value: string } },
): Promise<{ milliseconds: number[]; refused: number[] }> {
  let over = false;
  void until.finally(() => {
    over = true;
  });
  const milliseconds: number[] = [];
  const refused: number[] = [];
  while (!over) {
    const { network, cookies } = browserOf();
    const started = performance.now();
    const { status } = await sendWithWork(sendFrom(address, network, cookies), "/api/account/login", asJson(credentials));
    milliseconds.push(performance.now() - started);
    if (status !== 200) refused.push(status);
    await sleep(250);
  }
  return { milliseconds, refused };
}
