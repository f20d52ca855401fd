import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "#app/server/context.ts";
import { libraryItems } from "../library.table.ts";
import { type RenderedText, renderText, sourceHashOf, type TextTargets } from "./render-text.ts";
import { textTargets } from "./text-targets.ts";

/**
 * Renders anew the texts that administrators wrote, where an older renderer made the HTML that is stored; nothing else of their
 * items changes. A text that cannot be rendered any more, such as one whose term left the dictionary, keeps what it has.
 * @returns how many were rendered anew
 */
export async function rerenderEdited({ db, log, catalogue }: Pick<Ctx, "db" | "log" | "catalogue">): Promise<number> {
  const { id, version, text, sourceHash } = libraryItems;
  const edited = await db
    .select({ id, version, text, sourceHash })
    .from(libraryItems)
    .where(and(isNotNull(libraryItems.editedAt), isNotNull(text)));
  const stale = edited.filter((row) => row.sourceHash !== sourceHashOf(row.text));
  const targets = textTargets(
    catalogue(),
    stale.map((row) => row.text),
  );
  let rendered = 0;
  for (const row of stale) {
    const anew = tryToRender(row.text!, targets, (error) => log.warn({ err: error, item: row.id }, "edited text kept as it was"));
    if (!anew) continue;
    await db
      .update(libraryItems)
      .set({ ...anew, sourceHash: sourceHashOf(row.text) })
      .where(and(eq(id, row.id), eq(version, row.version))); // unless it was edited meanwhile
    rendered += 1;
  }
  return rendered;
}

function tryToRender(text: string, targets: TextTargets, onError: (error: unknown) => void): RenderedText | undefined {
  try {
    return renderText(text, targets);
  } catch (error) {
    onError(error);
    return undefined;
  }
}
