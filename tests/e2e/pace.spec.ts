import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFile } from "#app/project-files.ts";
import { outputOf } from "./academy.ts";
import { field, oldBrother, openTopic, post, publish, topicAddress } from "./brothers.ts";

import { expect, test } from "./support.ts";

/** The limits as members meet them, in a process of its own over the database of the run, whose process lets a thousand times as much pass. */
let server: ChildProcess | undefined;
let folder: string | undefined;

async function startWithLimits(): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), "academia-pace-"));
  copyFileSync(join(process.env.E2E_DATA_DIR!, "auth-secret"), join(folder, "auth-secret")); // sessions hold in both
  const env = {
    PATH: process.env.PATH,
    TZ: process.env.TZ,
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: process.env.E2E_DATABASE_URL,
    DATABASE_MIGRATION_URL: process.env.E2E_OWNER_DATABASE_URL,
    LIMITS_FACTOR: "1",
    LOG_LEVEL: "error",
  };
  server = spawn(process.execPath, [projectFile("build/program/main.js")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return outputOf(server).address;
}

test.afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server!.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("of 21 replies in a minute the last one is refused in words, and goes out later with the words that stayed in its field", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  test.setTimeout(150_000);
  allowConsole(/status of 429/);
  const address = await startWithLimits();
  const one = await oldBrother(browser, "Zacarias Pontes");
  const topicId = await openTopic(one, "Vinte em um minuto");
  const { page, context } = one;
  await page.goto(`${address}${topicAddress(topicId)}`);
  const refused = page.getByRole("alert").filter({ hasText: "Muitas tentativas" });
  const last = "A vigésima primeira, escrita com calma.";
  await expect(field(page)).toBeVisible();
  const answers = await Promise.all(
    Array.from({ length: 19 }, (_, index) =>
      context.request.post(`${address}/api/community/topics/${topicId}/posts`, {
        headers: { origin: address },
        data: { id: randomUUID(), boardId: "aprendiz", source: `Resposta ${index + 2}.`, quote: null },
      }),
    ),
  );
  expect(answers.map((answer) => answer.status())).toEqual(Array(19).fill(200));
  await field(page).fill("A vigésima.");
  await publish(page).click();
  await expect(post(page, 21)).toContainText("A vigésima.");
  await field(page).fill(last);
  await publish(page).click();
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(refused).toHaveText("Muitas tentativas em pouco tempo. Espere um pouco e tente de novo.");
  await expect(field(page)).toHaveValue(last);
  await expect(page.getByRole("article", { name: "Sua resposta, ainda não publicada" })).toHaveCount(0);
  await expect(post(page, 22)).toHaveCount(0);
  await page.reload();
  await expect(field(page)).toHaveValue(last);
  await expect(async () => {
    await publish(page).click();
    await expect(post(page, 22)).toContainText(last, { timeout: 2_000 });
  }).toPass({ timeout: 90_000, intervals: [15_000] });
  await expect(field(page)).toHaveValue("");
  await context.close();
});
