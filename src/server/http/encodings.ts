import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** A body in every encoding that we answer in, compressed once. */
export type Encoded = Record<Encoding, Buffer>;

/** @param brotli the body already compressed with brotli; without it a quicker strength than the build's will do */
export const encode = (body: Buffer, brotli?: Buffer): Encoded => ({
  identity: body,
  gzip: gzipSync(body, { level: 9 }),
  br: brotli ?? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
});

/** The encoding for a request's `accept-encoding`. */
export const acceptedEncoding = (accepted: string | undefined): Encoding => {
  if (!accepted) return "identity";
  return ACCEPTS.br.test(accepted) ? "br" : ACCEPTS.gzip.test(accepted) ? "gzip" : "identity";
};

/** Named, and not with `q=0`, which refuses it. */
const accepts = (encoding: string) => new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, "i");
const ACCEPTS = { br: accepts("br"), gzip: accepts("gzip") };
