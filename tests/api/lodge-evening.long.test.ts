import { expect, test } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { realProcess } from "../support/process.ts";
import { asJson, networkNumber, sendFrom } from "../support/spraying.ts";
import { sendWithWork } from "../support/work.ts";

/** Limits as they are, hashes as they cost, on a real process. Under attack: sign-in-attack.long.test.ts. */
const { start } = realProcess();

test("an evening at the lodge gets in from one address", async () => {
  const { address } = await start({ LIMITS_FACTOR: "1", TRUSTED_PROXY: "one" }).started;
  const lodge = networkNumber(5_000);
  const [login, signUp] = ["/api/account/login", "/api/account/sign-up"];
  const emails = Array.from({ length: 20 }, (_, index) => `irmao${index}@academia.test`);
  const arrive = (path: string, json: object) => sendWithWork(sendFrom(address, lodge), path, asJson(json));

  const statuses = await Promise.all(
    emails.map((email) => arrive(signUp, { fullName: "Irmão Novo", email, password: PASSWORD })),
  );
  expect(statuses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(emails.map((email) => arrive(login, { email, password: PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }
}, 120_000);
