import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { openWorkerPool, WorkFailed } from "#app/server/worker-pool.ts";
import type { RenderedText } from "./render-text.ts";
import type { RenderInput, RenderOutput } from "./render-text.worker.ts";
import { textTargets } from "./text-targets.ts";

/** The longest text of usual Markdown takes half a second, on a slow and busy machine two, and half of this memory. Only administrators send one. */
const render = openWorkerPool<RenderInput, RenderOutput>(workerScript("src/features/library/content/render-text.worker.ts"), {
  seconds: 5,
  megabytes: 128,
  threads: 2,
  mostWaiting: 40,
  keptSeconds: 60,
});

const TOO_INTRICATE =
  "O texto tem formatação demais para ser lido. Simplifique as listas, citações e ênfases, ou divida-o em dois.";

/**
 * Renders a text that was sent: in its own thread, as nested emphasis of the allowed length keeps the parser busy for a minute.
 * @throws AppError invalid_input, under `text`; too_many_tries when too many texts wait, unavailable when the machine is too busy
 */
export async function renderApart(ctx: Ctx, markdown: string): Promise<RenderedText> {
  const input: RenderInput = { markdown, targets: textTargets(ctx.catalogue(), [markdown]) };
  try {
    const output = await render(turnOfMember(requireActor(ctx)), input);
    if ("rendered" in output) return output.rendered;
    throw wrongText(`No texto: ${output.refusal}.`);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    ctx.log.warn({ err: error, characters: markdown.length }, "text not rendered");
    throw wrongText(TOO_INTRICATE);
  }
}

const wrongText = (message: string) => new AppError("invalid_input", { fields: { text: message } });
