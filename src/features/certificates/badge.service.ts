import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { projectFile } from "#app/project-files.ts";
import type { Ctx } from "#app/server/context.ts";
import { readCredential } from "./credentials.service.ts";

const SIGNATURE_BYTES = 8;
/** Length, name, thirteen bytes and checksum of the chunk with which every PNG begins. */
const HEADER_CHUNK_BYTES = 25;

/**
 * The member's own credential as a picture that holds it: "baked" as section 5.3 of Open Badges 3.0 says
 * (https://www.imsglobal.org/spec/ob/v3p0#png), which is what readers of badges take.
 * @returns a PNG of 512 by 512 pixels
 * @throws AppError not_found, certificate_revoked
 */
export async function readBadge(ctx: Ctx, id: string): Promise<{ png: Uint8Array<ArrayBuffer>; name: string }> {
  const { jwt, name } = await readCredential(ctx, id);
  const picture = readFileSync(projectFile("public/badge.png"));
  const after = SIGNATURE_BYTES + HEADER_CHUNK_BYTES;
  const png = Buffer.concat([picture.subarray(0, after), textChunk("openbadgecredential", jwt), picture.subarray(after)]);
  return { png: new Uint8Array(png), name: name.replace(/\.jwt$/, ".png") };
}

/** An iTXt chunk, not compressed, of no language (https://www.w3.org/TR/png-3/#11iTXt). */
function textChunk(keyword: string, text: string): Buffer {
  const body = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`, "utf8");
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0); // the name is not counted
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
