import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { LibraryRecord, UploadedFile } from "#app/features/library/library.answers.ts";
import type { UploadKind } from "#app/features/library/library.schema.ts";
import { files } from "#app/server/files/files.table.ts";
import type { TestApp, TestMember } from "./app.ts";

/** What tests of files share: sending them, adding items with them, and looking at what is stored. */

export const ITEMS = "/api/library/items";

export const BOOK = {
  type: "book",
  category: "História",
  title: "História: da “Pedra” à Loja?",
  author: "Autor Inventado",
  year: "",
  language: "",
  description: "Uma linha.",
  about: "",
  publicDomain: false,
  otherTitles: "",
  link: "",
  whereToFind: "",
  text: "",
};

type Uploaded = { status: number; body: UploadedFile & { code?: string; message?: string } };

export async function upload(
  member: TestMember,
  kind: UploadKind,
  body: Uint8Array | ReadableStream | string,
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  const init = { method: "POST", body, headers: { "content-type": "application/octet-stream", ...headers }, duplex: "half" };
  const response = await member.send(`/api/library/uploads/${kind}`, init as RequestInit);
  return { status: response.status, body: (await response.json()) as Uploaded["body"] };
}

/** A body without a declared length, in pieces. */
export function inPieces(bytes: Buffer, piece = 64 * 1024): ReadableStream<Uint8Array> {
  let place = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (place >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(place, place + piece));
      place += piece;
    },
  });
}

export async function addBook(member: TestMember, changes: Record<string, unknown>): Promise<LibraryRecord> {
  const { status, body } = await member.post<LibraryRecord>(ITEMS, { ...BOOK, ...changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Names of all files on the disk, of those on their way too. */
export function onDisk(app: TestApp): string[] {
  const folder = join(app.services.env.DATA_DIR, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
}

export const inDatabase = async (app: TestApp): Promise<string[]> =>
  (await app.services.db.select({ id: files.id }).from(files)).map(({ id }) => id);

/** Runs something after which exactly as much is stored as before. */
export async function storesNothing(app: TestApp, act: () => Promise<void>): Promise<void> {
  const state = async () => [onDisk(app).toSorted(), (await inDatabase(app)).toSorted()];
  const before = await state();
  await act();
  expect(await state()).toEqual(before);
}
