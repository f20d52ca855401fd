import { createReadStream } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { ConfigurationError } from "#app/db/start-error.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Log } from "../log.ts";
import { isUnknownAuthority, UNKNOWN_AUTHORITY } from "../unknown-authority.ts";
import { openStaging, type Staged } from "./staging.ts";
import { type FileStorage, isFileId } from "./storage.ts";

/** What S3 calls these is the same for all who offer it; without an endpoint it is Amazon's own of that region. */
export type BucketSettings = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

const CONNECTING_MS = 3_000;
/** Until an answer begins. */
const ANSWER_MS = 10_000;
/** Until 50 MB have gone up a thin line and are written. */
const UPLOAD_MS = 300_000;
/** Without a byte in either direction; a member's phone that sleeps while it downloads takes no bytes either. */
const SILENCE_MS = 120_000;
const RETRY_AFTER_MS = 500;

const ignore = () => {};

/**
 * Files in an S3 bucket, each under its id. They stay behind the login: no address is ever signed for a member. The parts of S3 that
 * are asked for are the oldest ones (path style, no checksum trailers, single deletes), which every provider has.
 * @param staging the folder of this machine where uploads wait to be checked
 */
export function bucketStorage(settings: BucketSettings, staging: string): FileStorage & { check: (log: Log) => Promise<void> } {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore }, // each failure is thrown as well
    requestHandler: {
      connectionTimeout: CONNECTING_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
    },
  });

  /** A stream can be sent once only, so what the library does for other requests is done here. */
  const put = async (staged: Staged, Key: string, attempts: number): Promise<void> => {
    const Body = createReadStream(staged.path);
    const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength: staged.size });
    command.middlewareStack.add(signContent(staged.sha256), { step: "build" });
    try {
      await client.send(command, { requestTimeout: UPLOAD_MS });
    } catch (error) {
      if (attempts === 1 || !isPassing(error)) throw error;
      await pause(RETRY_AFTER_MS);
      await put(staged, Key, attempts - 1);
    } finally {
      Body.destroy();
    }
  };

  const fail = (error: unknown): never => {
    if (nameOf(error) === "NoSuchKey") throw new AppError("not_found");
    const cause = new Error(`O balde S3 ${Bucket}: ${whatIsWrong(error).text}`, { cause: error });
    if (isFull(error)) throw new AppError("storage_full", { cause });
    throw new AppError("unavailable", {
      message: "Os arquivos não estão ao alcance agora. Nada se perdeu: tente de novo em alguns minutos.",
      cause,
    });
  };

  return {
    ...openStaging(staging),
    keep: async (staged, id) => {
      await put(staged, id, 2).catch(fail);
      await staged[Symbol.asyncDispose]();
    },
    read: async (Key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range })).catch(fail);
      return Body!.transformToWebStream() as ReadableStream<Uint8Array>;
    },
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(fail);
    },
    list: async function* (before) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken })).catch(fail);
        for (const { Key = "", LastModified } of page.Contents ?? [])
          if (LastModified && LastModified < before && isFileId(Key)) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    /**
     * Whether the bucket answers as the settings say. One that is away for now stops nobody: only files are missed.
     * @throws ConfigurationError when the settings must be other ones
     */
    check: async (log) => {
      try {
        await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
      } catch (error) {
        const { text, isSetting } = whatIsWrong(error);
        if (isSetting) throw new ConfigurationError(`O balde S3 ${Bucket} não pode ser usado: ${text}`);
        log.error({ err: error, bucket: Bucket }, text);
      }
    },
  };
}

/** The hash of the content is part of what is signed, so the server refuses bytes that were changed or cut off on the way. */
const signContent =
  (sha256: string) =>
  <Input extends { request: unknown }, Output>(next: (args: Input) => Promise<Output>) =>
  async (args: Input): Promise<Output> => {
    const { headers } = args.request as { headers: Record<string, string> };
    headers["x-amz-content-sha256"] = Buffer.from(sha256, "base64url").toString("hex");
    return next(args);
  };

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** It may go well the next time: the line, the time, the server's own fault, or bytes that were changed on the way. */
const isPassing = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === undefined || (status >= 500 && !isFull(error)) || isChanged(error);
};

const isChanged = (error: unknown): boolean => /^(BadDigest|XAmzContentSHA256Mismatch)/.test(nameOf(error));

/** Amazon's buckets have no end; the others say it by status (507), by names of their own, or as Swift does by one that also means other things. */
const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 ||
  /^(QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded)/.test(nameOf(error)) ||
  (nameOf(error) === "EntityTooLarge" && /quota/i.test((error as Error).message));

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "");

/** What the operator reads, and whether it is the settings that must change. */
function whatIsWrong(error: unknown): { text: string; isSetting: boolean } {
  const name = nameOf(error);
  const status = statusOf(error);
  if (isUnknownAuthority(error)) return { text: UNKNOWN_AUTHORITY, isSetting: true };
  if (isFull(error)) return { text: "está cheio (cota esgotada). Aumente-a: até lá não entram arquivos.", isSetting: false };
  if (isChanged(error)) return { text: "o conteúdo chegou a ele alterado, duas vezes. Confira a rede até lá.", isSetting: false };
  if (name === "NoSuchBucket" || name === "InvalidBucketName")
    return { text: "ele não existe nesse endereço. Confira S3_BUCKET e S3_ENDPOINT, ou crie-o.", isSetting: true };
  if (status === 301 || /^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint)/.test(name))
    return {
      text: `ele está em outra região. Confira S3_REGION. O servidor disse: ${(error as Error).message}`,
      isSetting: true,
    };
  if (status === 401 || status === 403)
    return {
      text: "o acesso foi recusado. Confira S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY, o relógio desta máquina e se a chave pode ler, gravar, apagar e listar nesse balde.",
      isSetting: true,
    };
  return { text: "não responde agora. Sem ele não se leem nem se guardam arquivos; o resto funciona.", isSetting: false };
}
