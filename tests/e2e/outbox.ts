import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "./support.ts";

/** A letter in the outbox folder: its headers, and its text with the transfer encoding undone. */
export type Letter = { headers: string; text: string };

function read(file: string): Letter {
  const source = readFileSync(file, "utf8");
  const text = source
    .replace(/=\r?\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));
  return { headers: source.slice(0, source.search(/\r?\n\r?\n/)), text };
}

/** The newest letter to an address that holds these words, once it has been handed over. */
export async function letterTo(email: string, words: string): Promise<Letter> {
  const folder = join(process.env.E2E_DATA_DIR!, "outbox");
  let found: Letter | undefined;
  await expect
    .poll(
      () => {
        if (!existsSync(folder)) return false; // nothing was sent yet
        const letters = readdirSync(folder)
          .sort()
          .map((file) => read(join(folder, file)));
        found = letters.findLast(({ headers, text }) => headers.includes(`To: ${email}`) && text.includes(words));
        return found !== undefined;
      },
      { timeout: 20_000, message: `a letter to ${email} with “${words}”` },
    )
    .toBe(true);
  return found!;
}

/** Path and query of the first link to a page in a letter. */
export function linkIn(letter: Letter, page: string): string {
  const link = new RegExp(`https?://\\S+?${page}#token=[\\w.-]+`).exec(letter.text)?.[0];
  expect(link, `a link to ${page}`).toBeTruthy();
  const { pathname, search } = new URL(link!);
  return pathname + search;
}
