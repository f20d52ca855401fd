import { join } from "node:path";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { diskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./storage.ts";

export const filesFolder = ({ DATA_DIR }: Pick<Env, "DATA_DIR">): string => join(DATA_DIR, "files");

/**
 * The storage that the settings choose: S3_BUCKET, or a folder of the data folder.
 * @param log where a bucket that does not answer is told of; without it nobody asks
 * @throws ConfigurationError when the bucket refuses what the settings say
 */
export async function openStorage(env: Env, log?: Log): Promise<FileStorage> {
  if (!env.S3_BUCKET) return diskStorage(filesFolder(env));
  const bucket = await openBucket(env);
  if (log) await bucket.check(log);
  return bucket;
}

/** Its library is loaded where it is used alone. @param env with S3_BUCKET, which stands with its keys (env.ts) */
export async function openBucket(env: Env) {
  const { bucketStorage } = await import("./bucket-storage.ts");
  return bucketStorage(
    {
      bucket: env.S3_BUCKET!,
      region: env.S3_REGION,
      endpoint: env.S3_ENDPOINT,
      accessKeyId: env.S3_ACCESS_KEY_ID!,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
    },
    join(filesFolder(env), "incoming"),
  );
}
