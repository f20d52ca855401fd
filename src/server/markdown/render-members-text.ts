import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import { type Ctx, requireActor } from "../context.ts";
import { turnOfMember } from "../fair-queue.ts";
import { openWorkerPool, WorkFailed } from "../worker-pool.ts";
import type { Inserts, RenderedText } from "./members-text.ts";
import type { RenderInput, RenderOutput } from "./members-text.worker.ts";

/**
 * What members write is never parsed on the event loop: the time that Markdown takes may grow with the square of its length, in more ways than
 * a look at the text can tell (docs/security.md). A usual text takes milliseconds in a thread that is kept.
 */
const renderInThread = openWorkerPool<RenderInput, RenderOutput>(workerScript("src/server/markdown/members-text.worker.ts"), {
  seconds: 2,
  megabytes: 128,
  threads: 2,
  mostWaiting: 100,
  keptSeconds: 300,
});

/** A text with so many signs that nobody writes it by hand is not looked at: its HTML would be many times as long. */
const MOST_SIGNS = 2_000;
const SIGNS = /[*_[\]`<>~|\\+#=-]|\d[.)]\s|^[ \t]+/gm;

const TOO_INTRICATE =
  "A mensagem tem formatação demais para ser lida. Simplifique as listas, citações e ênfases, ou divida-a em duas.";

/**
 * Renders what a member writes for others to read: a post, an announcement.
 * @param inserts whom it may name and what it may show; null for a text of words and links alone
 * @param newest of the member's texts of this name only the newest is wanted: one that waits is given up for it
 * @throws AppError invalid_input on `source`; too_many_tries when too many texts wait; superseded when a newer one of the name has come;
 *   unavailable when the machine is too busy
 */
export async function renderMembersText(
  ctx: Ctx,
  markdown: string,
  inserts: Inserts | null,
  newest?: "preview",
): Promise<RenderedText> {
  if ((markdown.match(SIGNS)?.length ?? 0) > MOST_SIGNS) throw wrongText(TOO_INTRICATE);
  const targets = { site: ctx.origin, lessonPaths: lessonPathsIn(ctx, markdown), inserts };
  try {
    const output = await renderInThread({ ...turnOfMember(requireActor(ctx)), newest }, { markdown, targets });
    if ("rendered" in output) return output.rendered;
    throw wrongText(`Na mensagem: ${output.refusal}.`);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    ctx.log.warn({ err: error, characters: markdown.length }, "text not rendered");
    throw wrongText(TOO_INTRICATE);
  }
}

const lessonPathsIn = (ctx: Ctx, markdown: string): Map<string, string> =>
  new Map(
    [...markdown.matchAll(/\(licao:([a-z0-9-]{1,100})\)/g)].flatMap(([, id]) => {
      const lesson = ctx.catalogue().lessonById.get(id!);
      return lesson ? [[id!, `/modulo/${lesson.moduleId}/licao/${lesson.number}`] as const] : [];
    }),
  );

const wrongText = (message: string) => new AppError("invalid_input", { fields: { source: message } });
