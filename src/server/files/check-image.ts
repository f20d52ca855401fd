import sharp from "sharp";
import { AppError } from "#app/lib/errors.ts";
import { openFairQueue, type Turn } from "../fair-queue.ts";
import { headOf, startsWith } from "./file-head.ts";
import type { Staged } from "./staging.ts";

/** A picture of more points than this is a mistake or an attack: a few bytes can unfold into gigabytes. */
const MOST_PIXELS = 40_000_000;
const SECONDS = 20;
/** Each takes a thread of libuv's, and up to 300 MB. */
const work = openFairQueue({ concurrency: 2, mostOfGroup: 1, mostWaiting: 20 });

// The one place that decodes pictures. Every other reader of the library (SVG, PDF, GIF, TIFF, …) is closed for good.
sharp.block({ operation: ["VipsForeignLoad"] });
const formats = ["Jpeg", "Png", "Webp"];
sharp.unblock({ operation: formats.flatMap((format) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`]) });
sharp.cache(false);

const isJpeg = (head: Buffer) => startsWith(head, [0xff, 0xd8, 0xff]);
const isPng = (head: Buffer) => startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isWebp = (head: Buffer) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP";

/**
 * Decodes an uploaded JPEG, PNG or WebP picture and encodes it again as WebP, turned upright and without what else the file held
 * (place, camera, hidden data). What it is counts, not what it is called.
 * @param box largest width and height of the result, in points; smaller pictures keep their size
 * @throws AppError unsupported_media_type when it is none of the three, or damaged; too_many_tries when too many pictures wait
 */
export async function reencodeImage(
  staged: Staged,
  box: { width: number; height: number },
  turn: Turn,
): Promise<{ picture: Buffer; width: number; height: number }> {
  const head = await headOf(staged);
  if (!isJpeg(head) && !isPng(head) && !isWebp(head)) {
    throw new AppError("unsupported_media_type", {
      message: "A imagem precisa ser JPEG, PNG ou WebP. Este arquivo é de outro tipo.",
    });
  }
  return work.run(turn, () => reencode(staged, box));
}

async function reencode(staged: Staged, box: { width: number; height: number }) {
  try {
    const { data, info } = await sharp(staged.path, { limitInputPixels: MOST_PIXELS, failOn: "error" })
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize({ ...box, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { picture: data, width: info.width, height: info.height };
  } catch {
    throw new AppError("unsupported_media_type", { message: "Esta imagem está danificada ou tem dimensões grandes demais." });
  }
}

/** Width and height of a WebP picture, or nothing where it is none. */
export async function measureWebp(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  if (!isWebp(bytes)) return;
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}
