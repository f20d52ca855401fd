import type { Staged } from "./staging.ts";

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where files are kept: a folder (`disk-storage.ts`) or an S3 bucket (`bucket-storage.ts`). The application knows no more about it
 * than this. Ids are the application's own (UUIDs); no name that came from outside ever becomes a path or a key.
 */
export type FileStorage = {
  /**
   * Writes a source to a temporary place of this machine.
   * @throws AppError storage_full; whatever the source throws
   */
  stage: (source: AsyncIterable<Uint8Array>) => Promise<Staged>;
  /** Makes staged bytes a stored file, whole or not at all. @throws AppError storage_full, unavailable */
  keep: (staged: Staged, id: string) => Promise<void>;
  /** A part of a stored file; without a range, all of it. @throws AppError not_found, unavailable */
  read: (id: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array>>;
  /** Removes a stored file; one that is gone already is no error. */
  remove: (id: string) => Promise<void>;
  /** Ids of the files stored before a moment. */
  list: (before: Date) => AsyncIterable<string>;
  /** Removes what was staged before a moment and never kept: a process ended in the middle of it. */
  sweep: (before: Date) => Promise<number>;
};

/** An id as this application gives it; anything else in a folder or a bucket is left alone. */
export const isFileId = (name: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
