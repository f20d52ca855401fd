import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "#app/server/context.ts";
import { libraryItems } from "../library.table.ts";
import { type RenderedText, renderText, sourceHashOf, type TextTargets } from "./render-text.ts";
import { textTargets } from "./text-targets.ts";

/**
 * Renders the texts that administrators wrote again, where an older renderer made the HTML that is stored or a lesson they link
 * to has another place; nothing else of their items changes. A text that cannot be rendered any more, such as one whose term left the dictionary, keeps what it has.
 * @returns how many were rendered again
 */
export async function rerenderEdited({ db, log, catalogue }: Pick<Ctx, "db" | "log" | "catalogue">): Promise<number> {
  const { id, version, text, sourceHash } = libraryItems;
  const edited = await db
    .select({ id, version, text, sourceHash })
    .from(libraryItems)
    .where(and(isNotNull(libraryItems.editedAt), isNotNull(text)));
  const targets = textTargets(
    catalogue(),
    edited.map((row) => row.text),
  );
  const stale = edited.filter((row) => row.sourceHash !== sourceHashOf(row.text, row.text, targets));
  let rendered = 0;
  for (const row of stale) {
    const result = tryToRender(row.text!, targets, (error) =>
      log.warn({ err: error, item: row.id }, "edited text kept as it was"),
    );
    if (!result) continue;
    await db
      .update(libraryItems)
      .set({ ...result, sourceHash: sourceHashOf(row.text, row.text, targets) })
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
