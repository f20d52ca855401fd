import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { CONTENT_FOLDER } from "./files.ts";

export type PictureFile = { id: string; degree: Degree; path: string };

/** Where a picture is in the content folder. */
export const picturePath = (degree: Degree, id: string): string => `pictures/${degree}/${id}.webp`;

/** The pictures of the texts: each is named by what is in it, and stands in the folder of its degree. */
export function readPictures(folder = CONTENT_FOLDER): PictureFile[] {
  return DEGREES.flatMap((degree) => {
    const own = join(folder, "pictures", degree);
    const names = existsSync(own) ? readdirSync(own).filter((name) => name.endsWith(".webp")) : [];
    return names.sort().map((name) => {
      const id = name.slice(0, -".webp".length);
      return { id, degree, path: picturePath(degree, id) };
    });
  });
}

/** The name of a picture of a degree: the same picture, another degree, another name. */
export function pictureId(degree: Degree, { width, height }: { width: number; height: number }, bytes: Uint8Array): string {
  const measures = `${width}x${height}`;
  const hash = createHash("sha256").update(`${degree} ${measures}\n`).update(bytes).digest("hex");
  return `${hash.slice(0, 16)}-${measures}`;
}
