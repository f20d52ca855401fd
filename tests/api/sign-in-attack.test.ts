import { expect, test } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { realProcess } from "../support/process.ts";
import { asJson, LONGEST_MS, networkNumber, ownerLogsIn, sendFrom, spray } from "../support/spraying.ts";

/** Limits as they are, hashes as they cost, on a real process. The long form, with 10,000 tries, is sign-in-attack.long.test.ts. */
const { start } = realProcess();

test("an evening at the lodge gets in from one address, and so does the owner of an attacked account", async () => {
  const { address } = await start({ LIMITS_FACTOR: "1", TRUSTED_PROXY: "one" }).started;
  const lodge = networkNumber(5_000);
  const [login, signUp] = ["/api/account/login", "/api/account/sign-up"];
  const emails = Array.from({ length: 20 }, (_, index) => `irmao${index}@academia.test`);
  const arrive = (path: string, json: object) => sendFrom(address, lodge)(path, asJson(json));

  const statuses = await Promise.all(
    emails.map((email) => arrive(signUp, { fullName: "Irmão Novo", email, password: PASSWORD })),
  );
  expect(statuses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(emails.map((email) => arrive(login, { email, password: PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }

  const owner = { email: emails[0]!, password: PASSWORD };
  const known = { value: "" };
  await sendFrom(address, lodge, known)(login, asJson(owner));
  const attack = spray({ address, emails: emails.slice(0, 3), tries: 200, networks: 100, atOnce: 90 });
  let fresh = 6_000;
  const [sprayed, atHome, elsewhere] = await Promise.all([
    attack,
    ownerLogsIn(address, owner, attack, () => ({ network: lodge, cookies: known })),
    ownerLogsIn(address, owner, attack, () => {
      fresh += 1;
      return { network: networkNumber(fresh) };
    }),
  ]);
  expect(sprayed.found).toBe(0);
  for (const { milliseconds, refused } of [atHome, elsewhere]) {
    expect(refused).toEqual([]);
    expect(milliseconds.length).toBeGreaterThan(0);
  }
  // A known browser waits for one hash and its own, a new one for eleven pairs of them: on a busy machine both take longer. The promise in
  // seconds is kept by the long form, which has the machine for itself.
  const [slowestAtHome, slowest] = [Math.max(...atHome.milliseconds), Math.max(...elsewhere.milliseconds)];
  expect(slowest).toBeLessThan(Math.max(LONGEST_MS, 12 * slowestAtHome));
}, 300_000);
