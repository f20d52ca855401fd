import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { Readable, type Transform } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { StartError } from "#app/db/start-error.ts";
import type { Env } from "../env.ts";

/** What backups are encrypted with and opened by; nothing in it leaves them readable for everybody. */
export type Keys = {
  passphrase?: string | undefined;
  /** Public keys of the age format (`age1…`), instead of a passphrase. */
  recipients?: readonly string[];
  /** Secret keys of the age format, to open what was encrypted for a recipient. */
  identities?: readonly string[];
};

/** @throws StartError when the file of BACKUP_IDENTITY_FILE cannot be read */
export async function backupKeys(
  env: Pick<Env, "BACKUP_PASSPHRASE" | "BACKUP_RECIPIENTS" | "BACKUP_IDENTITY_FILE">,
): Promise<Keys> {
  const keys = { passphrase: env.BACKUP_PASSPHRASE, recipients: env.BACKUP_RECIPIENTS };
  const file = env.BACKUP_IDENTITY_FILE;
  if (!file) return keys;
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`A chave em BACKUP_IDENTITY_FILE (${file}) não pôde ser lida: ${error.code}.`);
  });
  return { ...keys, identities: text.split(/\s+/).filter((word) => word.startsWith("AGE-SECRET-KEY-")) };
}

export const encrypts = ({ passphrase, recipients = [] }: Keys): boolean => passphrase !== undefined || recipients.length > 0;

/** The same bytes, in the age format where there is a key for it. */
export async function encrypt(stream: Readable, keys: Keys): Promise<Readable> {
  if (!encrypts(keys)) return stream;
  const encrypter = new Encrypter();
  if (keys.recipients?.length) for (const recipient of keys.recipients) encrypter.addRecipient(recipient);
  else {
    encrypter.setScryptWorkFactor(16); // 64 MB for a fifth of a second; the passphrase is long (env.ts), and this is done in the server
    encrypter.setPassphrase(keys.passphrase!);
  }
  const web = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(web)) as unknown as WebStream);
}

/**
 * What a gzipped, perhaps encrypted file holds.
 * @throws StartError when it is missing, or none of the keys opens it
 */
export async function openSealed(file: string, keys: Keys): Promise<Transform> {
  const encrypted = await isEncrypted(file);
  const gunzip = createGunzip();
  const source = createReadStream(file);
  const fail = (error: Error) => gunzip.destroy(error);
  source.on("error", fail);
  if (!encrypted) return source.pipe(gunzip);
  const { passphrase, identities = [] } = keys;
  if (!passphrase && identities.length === 0)
    throw new StartError(
      `A cópia ${file} está cifrada. Defina BACKUP_PASSPHRASE com a senha dela, ou BACKUP_IDENTITY_FILE com o arquivo da chave.`,
    );
  const decrypter = new Decrypter();
  if (passphrase) decrypter.addPassphrase(passphrase);
  for (const identity of identities) decrypter.addIdentity(identity);
  const decrypted = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>).catch(() => {
    const setting = identities.length > 0 ? "A chave em BACKUP_IDENTITY_FILE" : "A senha em BACKUP_PASSPHRASE";
    throw new StartError(`${setting} não abre a cópia ${file}.`);
  });
  return Readable.fromWeb(decrypted as unknown as WebStream)
    .on("error", fail)
    .pipe(gunzip);
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const { buffer } = await handle.read(Buffer.alloc(21), 0, 21, 0).finally(() => handle.close());
  return buffer.toString("latin1") === "age-encryption.org/v1";
}

/** The sentence for a backup file that could not be read. */
export function unreadable(file: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new StartError(`A cópia ${file} não existe. Confira o caminho.`);
  return new StartError(`A cópia ${file} não pôde ser lida (${message}): está danificada ou incompleta. Use outra.`);
}
