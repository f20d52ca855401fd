import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import { openWorkerPool, WorkFailed } from "#app/server/worker-pool.ts";
import type { Composed, ComposeInput } from "./composed.ts";

export type { Composed, ComposeInput, TaughtPlaces } from "./composed.ts";

/** A text takes 20 to 100 ms; the first of a thread also reads the content folder and remembers its words, in two to five seconds of work. */
const ask = openWorkerPool<ComposeInput, Composed>(workerScript("src/features/authoring/compose/compose.worker.ts"), {
  seconds: 20,
  megabytes: 192,
  threads: 1,
  mostWaiting: 40,
  keptSeconds: 120,
});

const TOO_INTRICATE =
  "O texto tem formatação demais para ser lido. Simplifique as listas, citações e ênfases, ou divida-o em dois.";

/**
 * Renders and checks a text in a thread of its own, as what it costs does not follow from its length.
 * @throws AppError invalid_input for a text that no reader could take; superseded, too_many_tries, unavailable
 */
export async function compose(turn: Turn, input: ComposeInput): Promise<Composed> {
  try {
    return await ask(turn, input);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    throw new AppError("invalid_input", { fields: { form: TOO_INTRICATE }, cause: error });
  }
}
