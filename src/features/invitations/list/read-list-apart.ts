import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { openWorkerPool, WorkFailed } from "#app/server/worker-pool.ts";
import type { ReadList } from "./read-list.ts";

const read = openWorkerPool<Uint8Array, ReadList>(workerScript("src/features/invitations/list/read-list.worker.ts"), {
  seconds: 4,
  megabytes: 128,
  threads: 1,
  mostWaiting: 20,
  keptSeconds: 30,
});

/**
 * Reads a list in a thread of its own: two megabytes of CSV would hold up everybody's requests.
 * @throws AppError invalid_input on `list`; too_many_tries when too many lists wait, unavailable when the machine is too busy
 */
export async function readListApart(ctx: Ctx, bytes: Uint8Array): Promise<Exclude<ReadList, { refusal: string }>> {
  const wrongList = (message: string) => new AppError("invalid_input", { message, fields: { list: message } });
  try {
    const list = await read(turnOfMember(requireActor(ctx)), bytes);
    if ("refusal" in list) throw wrongList(list.refusal);
    return list;
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    ctx.log.warn({ err: error, bytes: bytes.length }, "list not read");
    throw wrongList("A lista não pôde ser lida. Confira se é um CSV com uma pessoa por linha.");
  }
}
