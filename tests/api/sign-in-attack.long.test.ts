import { expect, test } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { realProcess } from "../support/process.ts";
import { asJson, LONGEST_MS, networkNumber, ownerLogsIn, sendFrom, sprayFromThread } from "../support/spraying.ts";

/** Limits as they are, hashes as they cost, on a real process: 10,000 tries from 1,000 networks. */
const TRIES = Number(process.env.ATTACK_TRIES ?? 10_000);
const { start } = realProcess();

test("spraying finds nothing and stops nobody: the owner's password gets in within 10 s throughout", async () => {
  const { address } = await start({ LIMITS_FACTOR: "1", TRUSTED_PROXY: "one" }).started;
  const home = networkNumber(5_000);
  const emails = Array.from({ length: 40 }, (_, index) => `membro${index}@academia.test`);
  const owner = { email: emails[0]!, password: PASSWORD };
  const known = { value: "" };
  const signUp = asJson({ fullName: "Membro Novo", ...owner });
  expect((await sendFrom(address, home, known)("/api/account/sign-up", signUp)).status).toBe(200);

  const attack = sprayFromThread({ address, emails, tries: TRIES, networks: Math.ceil(TRIES / 10), atOnce: 120 });
  let fresh = 6_000;
  const [sprayed, atHome, elsewhere] = await Promise.all([
    attack,
    ownerLogsIn(address, owner, attack, () => ({ network: home, cookies: known })),
    ownerLogsIn(address, owner, attack, () => {
      fresh += 1;
      return { network: networkNumber(fresh) };
    }),
  ]);
  const worst = (values: number[]) => Math.round(Math.max(...values));
  console.log(
    `${TRIES} tries: ${JSON.stringify(sprayed.statuses)}; owner at his browser ${atHome.milliseconds.length} logins, slowest ${worst(atHome.milliseconds)} ms; at new browsers ${elsewhere.milliseconds.length}, slowest ${worst(elsewhere.milliseconds)} ms`,
  );
  expect(sprayed.found).toBe(0);
  for (const { milliseconds, refused } of [atHome, elsewhere]) {
    expect(refused).toEqual([]);
    expect(worst(milliseconds)).toBeLessThan(LONGEST_MS);
  }
}, 900_000);
