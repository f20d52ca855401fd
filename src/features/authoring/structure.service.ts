import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lockCourse } from "#app/features/courses/catalogue.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { TextRef } from "./authoring.schema.ts";
import { decidingParts, requirePart } from "./authors.service.ts";
import { placesOf, writePlaces } from "./kinds/lessons.service.ts";
import { findPublished, retirePublished } from "./kinds.service.ts";
import { afterChange } from "./publication.service.ts";
import { beginHistory } from "./versions.service.ts";

/**
 * Takes a published text out of the course, or brings it back. What members did in it is kept, and so are the answers to a question.
 * @throws AppError forbidden, locked, not_found; pool_too_small
 */
export async function retireText(ctx: Ctx, ref: TextRef, retired: boolean): Promise<{ ok: true }> {
  const subject = await findPublished(ctx.db, ref);
  if (!subject?.body) throw new AppError("not_found");
  const { actor } = await requirePart(ctx, subject.degree, ...decidingParts(ctx));
  if (subject.retired === retired) return { ok: true };
  await ctx.db.transaction(async (tx) => {
    await lockCourse(tx);
    await beginHistory(tx, ref, subject.body!);
    await retirePublished(tx, ctx, subject, retired);
    await recordAudit(tx, {
      actorId: actor.id,
      action: retired ? "text.retire" : "text.bring-back",
      targetType: ref.kind,
      targetId: ref.id,
      details: { title: subject.title, contentDegree: subject.degree },
    });
    await afterChange(tx);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}

/** A list in which this one stands at another place, from 1. */
export const movedTo = <Id>(list: Id[], id: Id, place: number): Id[] =>
  list.filter((each) => each !== id).toSpliced(place - 1, 0, id);

/** Gives a lesson another place in its module. @throws AppError forbidden, locked, not_found; invalid_input beyond the last place */
export async function moveLesson(ctx: Ctx, id: string, number: number): Promise<{ ok: true }> {
  const subject = await findPublished(ctx.db, { kind: "lesson", id });
  if (!subject) throw new AppError("not_found");
  const { actor } = await requirePart(ctx, subject.degree, "author", "reviewer");
  const moduleId = Number(subject.parent.id);
  await ctx.db.transaction(async (tx) => {
    await lockCourse(tx);
    const places = await placesOf(tx, moduleId);
    const from = places.indexOf(id);
    if (from < 0) throw new AppError("conflict", { message: "Esta lição está retirada: não tem lugar no módulo." });
    if (number > places.length)
      throw new AppError("invalid_input", { fields: { number: `O módulo tem ${places.length} lições.` } });
    if (from + 1 === number) return;
    await writePlaces(tx, moduleId, movedTo(places, id, number));
    await recordAudit(tx, {
      actorId: actor.id,
      action: "text.move",
      targetType: "lesson",
      targetId: id,
      details: { title: subject.title, contentDegree: subject.degree, from: from + 1, to: number },
    });
    await afterChange(tx);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}
