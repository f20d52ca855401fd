import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { inArray } from "drizzle-orm";
import { picturePath, readPictures } from "#app/content/pictures.ts";
import { picturesNamedIn } from "#app/lib/pictures.ts";
import type { Services } from "#app/server/context.ts";
import { pictures } from "./pictures/pictures.table.ts";

/** Writes the pictures that the exported texts name, and takes out those that none names any more. @param folders where texts are */
export async function writePictures(
  { db, files }: Pick<Services, "db" | "files">,
  to: string,
  folders: readonly string[],
): Promise<void> {
  const texts = folders.flatMap((folder) =>
    readdirSync(join(to, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => readFileSync(join(to, folder, name), "utf8")),
  );
  const named = [...new Set(texts.flatMap(picturesNamedIn))];
  for (const { id, path } of readPictures(to)) if (!named.includes(id)) rmSync(join(to, path));
  if (named.length === 0) return;
  for (const { id, degree, fileId } of await db.select().from(pictures).where(inArray(pictures.id, named))) {
    const path = join(to, picturePath(degree, id));
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await buffer(await files.read(fileId)));
  }
}
