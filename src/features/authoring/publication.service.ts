import type { Db } from "#app/db/client.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { announceCatalogueChange, loadCatalogue, lockCourse } from "#app/features/courses/catalogue.ts";
import { readPlaces, rerenderPublished } from "#app/features/courses/content/sync-content.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import { syncGate } from "#app/features/review/gate.service.ts";
import { syncSearch } from "#app/features/search/search-sync.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, type Services } from "#app/server/context.ts";
import { type Turn, turnOfMember } from "#app/server/fair-queue.ts";
import { type PublishInput, type TextRef, titleOfBody } from "./authoring.schema.ts";
import { draftReaders, drafts, remarks, rowsOf } from "./authoring.table.ts";
import { editorPath } from "./authoring-words.ts";
import { type Parts, requirePart } from "./authors.service.ts";
import { composeText, findSubject, requirePublishable, type Subject, writePublished } from "./kinds.service.ts";
import { addVersion, beginHistory } from "./versions.service.ts";

export type Draft = typeof drafts.$inferSelect;

const STALE = "O rascunho mudou desde que você o abriu. Leia de novo o que mudou antes de decidir.";

/** @throws AppError not_found without a draft, conflict where it is no longer the one that was shown */
export async function lockDraft(tx: Db, ref: TextRef, version: number): Promise<Draft> {
  const [draft] = await tx.select().from(drafts).where(rowsOf(drafts, ref)).for("update");
  if (!draft) throw new AppError("not_found", { message: "Este rascunho já foi publicado ou descartado." });
  if (draft.version !== version) throw new AppError("conflict", { message: STALE });
  return draft;
}

/** Why somebody does not decide about a draft, or null. Nobody reviews what they wrote, unless the house allows it. */
export function whyNotDecide(
  ctx: Pick<Ctx, "settings">,
  actor: Actor,
  parts: Parts,
  draft: Pick<Draft, "degree" | "writers" | "state">,
): string | null {
  const own = parts.get(draft.degree);
  const mayReviewOwn = ctx.settings().ownReview === "allowed";
  if (draft.writers.includes(actor.id)) {
    if (!mayReviewOwn) return "Você escreveu neste rascunho. Outro revisor decide.";
    return own?.has("reviewer") || own?.has("author") ? null : "Só um revisor deste grau publica.";
  }
  if (!own?.has("reviewer")) return "Só um revisor deste grau publica.";
  return draft.state === "draft" ? "O autor ainda não o enviou para revisão." : null;
}

/** Who may decide about a draft that is locked. @throws AppError forbidden */
export async function requireDecider(ctx: Ctx, draft: Draft): Promise<Actor> {
  const { actor, parts } = await requirePart(ctx, draft.degree, "author", "reviewer");
  const why = whyNotDecide(ctx, actor, new Map([[draft.degree, parts]]), draft);
  if (why) throw new AppError("forbidden", { message: why });
  return actor;
}

/**
 * Publishes a draft as it was shown, now or at its hour.
 * @returns the text that it became
 * @throws AppError forbidden, locked, not_found, conflict; invalid_input for a text that the checks keep back
 */
export async function publishDraft(ctx: Ctx, ref: TextRef, { version, at }: PublishInput): Promise<{ id: string }> {
  const subject = await findSubject(ctx.db, ref);
  await requirePart(ctx, subject.degree, "author", "reviewer");
  const turn = turnOfMember(requireActor(ctx));
  if (at === null)
    return publish(
      ctx,
      turn,
      ref,
      (tx) => lockDraft(tx, ref, version),
      (draft) => requireDecider(ctx, draft),
    );
  await ctx.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, ref, version);
    const actor = await requireDecider(ctx, draft);
    requirePublishable(await composeText(ctx, turn, subject, draft.body));
    const hour = new Date(at);
    await tx
      .update(drafts)
      .set({ state: "scheduled", publishAt: hour, publisherId: actor.id, failure: null })
      .where(rowsOf(drafts, ref));
    await recordAudit(tx, auditOf("text.schedule", subject, draft, actor.id, { at: hour.toISOString() }));
  });
  return { id: ref.id };
}

const auditOf = (
  action: "text.publish" | "text.schedule",
  { ref, degree }: Subject,
  draft: Draft,
  actorId: string | null,
  more: Record<string, string | number> = {},
) => ({
  actorId,
  action,
  targetType: ref.kind,
  targetId: ref.id,
  details: { title: titleOfBody(draft.body), contentDegree: degree, ...more },
});

/**
 * Makes a draft what members read, in one transaction: the text, its history, its place in the search and the review.
 * @param lock gives the draft's row, locked @param decide throws for who may not; gives who publishes
 */
export async function publish(
  services: Services,
  turn: Turn,
  ref: TextRef,
  lock: (tx: Db) => Promise<Draft>,
  decide: (draft: Draft) => Promise<{ id: string } | null>,
): Promise<{ id: string }> {
  const published = await services.db.transaction(async (tx) => {
    await lockCourse(tx);
    const draft = await lock(tx);
    const publisher = await decide(draft);
    const subject = await findSubject(tx, ref); // as it is under the lock
    if (subject.retired)
      throw new AppError("conflict", { message: "Este texto foi retirado. Traga-o de volta antes de publicar." });
    const composed = requirePublishable(await composeText(services, turn, subject, draft.body));
    if (subject.body) await beginHistory(tx, ref, subject.body);
    const became = await writePublished(tx, services, subject, draft.body, composed);
    const number = await addVersion(tx, became, {
      origin: "editor",
      body: draft.body,
      reason: draft.reason,
      authorId: draft.authorId,
      publisherId: publisher?.id ?? null,
      publishedAt: new Date(),
    });
    await forgetDraft(tx, ref);
    await recordAudit(tx, auditOf("text.publish", subject, draft, publisher?.id ?? null, { version: number }));
    if (draft.authorId && draft.authorId !== publisher?.id)
      await services.notify(
        tx,
        "text-published",
        { memberId: draft.authorId, from: publisher?.id },
        { path: editorPath(became) },
      );
    await afterChange(tx);
    return became;
  });
  await services.reloadCatalogue();
  return { id: published.id };
}

/** The draft's row with what hangs on it. */
export async function forgetDraft(tx: Db, ref: TextRef): Promise<void> {
  for (const table of [remarks, draftReaders, drafts]) await tx.delete(table).where(rowsOf(table, ref));
}

/** After every change of what is taught: links to lessons that moved, the search, the review's gate; then each process reads the texts again. */
export async function afterChange(tx: Db): Promise<void> {
  await rerenderPublished(tx, lessonTargets(await readPlaces(tx)));
  const catalogue = await loadCatalogue(tx);
  await syncSearch(tx, catalogue);
  await syncGate(tx, catalogue);
  await announceCatalogueChange(tx);
}
