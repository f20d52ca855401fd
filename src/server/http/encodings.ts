import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** A body in every encoding that we answer in, each made when it is first asked for and then kept. */
export type Encoded = Readonly<Record<Encoding, Buffer>>;

/** @param brotli the body already compressed with brotli; without it a quicker strength than the build's will do */
export function encode(body: Buffer, brotli?: Buffer): Encoded {
  let [gzip, br]: (Buffer | undefined)[] = [undefined, brotli];
  return {
    identity: body,
    get gzip() {
      gzip ??= gzipSync(body, { level: 9 });
      return gzip;
    },
    get br() {
      br ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      return br;
    },
  };
}

/** The encoding for a request's `accept-encoding`. */
export const acceptedEncoding = (accepted: string | undefined): Encoding => {
  if (!accepted) return "identity";
  return ACCEPTS.br.test(accepted) ? "br" : ACCEPTS.gzip.test(accepted) ? "gzip" : "identity";
};

/** Named, and not with `q=0`, which refuses it. */
const accepts = (encoding: string) => new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, "i");
const ACCEPTS = { br: accepts("br"), gzip: accepts("gzip") };
