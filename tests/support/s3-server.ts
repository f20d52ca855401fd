import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const S3_KEY = { accessKeyId: "ACADEMIA", secretAccessKey: "segredo-do-balde" };
const REGION = "us-east-1";
const BUCKET = "academia";
const EMPTY = createHash("sha256").digest("hex");

/** How a bucket fails. "cut" ends each answer's content, and each upload, in the middle. */
export type Trouble = "slow" | "refusing" | "full" | "failing" | "cut";

type Stored = { bytes: Buffer; modified: Date };

/**
 * A server that speaks the part of S3 that the academy uses, as its documentation says it: one bucket, path style, and every request's
 * signature (AWS Signature Version 4) and content hash verified by code that is not the client's: the
 * server that npm has, s3rver, verifies none of that version.
 * @param objects what another server kept, which was closed
 */
export async function startS3Server(port = 0, objects = new Map<string, Stored>()) {
  const seen: string[] = [];
  let trouble: Trouble | undefined;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 500, "InternalError", String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://s3.test");
    seen.push(`${request.method} ${url.pathname}`);
    if (trouble === "slow") return; // until the caller gives up
    if (trouble === "failing") return refuse(response, 503, "SlowDown");
    if (trouble === "refusing") return refuse(response, 403, "AccessDenied");
    const wrong = wrongSignature(request, url);
    if (wrong) return refuse(response, wrong === "AuthorizationHeaderMalformed" ? 400 : 403, wrong);
    const [, bucket, key] = url.pathname.split("/");
    if (bucket !== BUCKET) return refuse(response, 404, "NoSuchBucket");
    if (request.method === "PUT") return put(request, response, key!);
    if (request.method === "DELETE") {
      objects.delete(key!);
      response.writeHead(204).end();
      return;
    }
    if (request.method === "GET" && !key) return list(response, url.searchParams);
    if (request.method === "GET") return get(request, response, key!);
    refuse(response, 405, "MethodNotAllowed");
  }

  async function put(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    if (trouble === "cut") return void request.once("data", () => request.destroy());
    const bytes = await buffer(request);
    if (trouble === "full") return refuse(response, 507, "QuotaExceeded");
    const declared = request.headers["x-amz-content-sha256"];
    if (createHash("sha256").update(bytes).digest("hex") !== declared) return refuse(response, 400, "XAmzContentSHA256Mismatch");
    objects.set(key, { bytes, modified: new Date() });
    response.writeHead(200, { etag: `"${createHash("md5").update(bytes).digest("hex")}"` }).end();
  }

  function get(request: IncomingMessage, response: ServerResponse, key: string): void {
    const stored = objects.get(key);
    if (!stored) {
      refuse(response, 404, "NoSuchKey");
      return;
    }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const bytes = first === undefined ? stored.bytes : stored.bytes.subarray(Number(first), last ? Number(last) + 1 : undefined);
    response.writeHead(first === undefined ? 200 : 206, { "content-length": bytes.length });
    if (trouble === "cut") response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.end(bytes);
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get("continuation-token") ?? "";
    const most = Math.min(Number(query.get("max-keys") ?? 3), 3); // small pages, so that there are several
    const keys = [...objects.keys()].sort().filter((key) => key > after);
    const page = keys.slice(0, most);
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)!.modified.toISOString()}</LastModified><Size>${objects.get(key)!.bytes.length}</Size></Contents>`,
    );
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${next !== ""}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    objects,
    /** Method and path of each request. */
    seen,
    endpoint,
    settings: { bucket: BUCKET, region: REGION, endpoint, ...S3_KEY },
    environment: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
    },
    beIn: (next: Trouble | undefined) => {
      trouble = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string, message = code): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "application/xml", connection: "close" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** The code of what is wrong with a signature, by https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function wrongSignature(request: IncomingMessage, url: URL): string | undefined {
  const {
    authorization = "",
    "x-amz-date": time = "",
    "x-amz-content-sha256": content,
  } = request.headers as Record<string, string>;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, accessKeyId, day, region, names = "", given = ""] = parts.exec(authorization) ?? [];
  if (!accessKeyId) return "AccessDenied";
  if (accessKeyId !== S3_KEY.accessKeyId) return "InvalidAccessKeyId";
  if (region !== REGION) return "AuthorizationHeaderMalformed";
  const signed = names.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed.includes(name))) return "AccessDenied";
  if (!/^[0-9a-f]{64}$/.test(content ?? "") || (request.method !== "PUT" && content !== EMPTY))
    return "XAmzContentSHA256Mismatch";
  const moment = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!time.startsWith(day!) || !(Math.abs(Date.now() - moment) < 900_000)) return "RequestTimeTooSkewed";
  const query = [...url.searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join("");
  const canonical = [request.method, url.pathname, query.join("&"), headers, names, content].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = ["s3", "aws4_request"].reduce<Buffer>(hmac, hmac(hmac(`AWS4${S3_KEY.secretAccessKey}`, day!), region!));
  const expected = hmac(key, text).toString("hex");
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given))
    ? undefined
    : "SignatureDoesNotMatch";
}
