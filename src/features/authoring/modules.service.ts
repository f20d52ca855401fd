import { and, asc, eq, sql } from "drizzle-orm";
import { findForbidden, readForbidden } from "#app/content/forbidden.ts";
import type { Db } from "#app/db/client.ts";
import type { AuditAction } from "#app/features/audit/audit.schema.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lockCourse } from "#app/features/courses/catalogue.ts";
import { lessons, modulePrerequisites, modules } from "#app/features/courses/courses.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import type { Ctx } from "#app/server/context.ts";
import type { ModuleInput, NewModuleInput } from "./authoring.schema.ts";
import { drafts } from "./authoring.table.ts";
import { decidingParts, requirePart } from "./authors.service.ts";
import { placesOf } from "./kinds/lessons.service.ts";
import { afterChange } from "./publication.service.ts";
import { movedTo } from "./structure.service.ts";

type Module = typeof modules.$inferSelect;

/** Numbers are addresses and are written in certificates: two digits, never given again once there was a lesson. */
const LAST_NUMBER = 99;
const forbidden = once(readForbidden);

/**
 * Begins a module at the end of its degree. Members do not see it before its first lesson is published.
 * @throws AppError forbidden, locked; invalid_input
 */
export async function startModule(ctx: Ctx, { degree, requires, ...head }: NewModuleInput): Promise<{ id: string }> {
  const { actor } = await requirePart(ctx, degree, "author");
  const id = await ctx.db.transaction(async (tx) => {
    await lockCourse(tx);
    const all = await tx.select().from(modules).orderBy(asc(modules.id));
    const number = (all.at(-1)?.id ?? 0) + 1;
    if (number > LAST_NUMBER) throw new AppError("conflict", { message: `A Academia tem lugar para ${LAST_NUMBER} módulos.` });
    const place = Math.max(0, ...all.filter((module) => module.degree === degree).map((module) => module.place)) + 1;
    const module = { id: number, degree, ...head };
    await requireHead(tx, module, requires);
    await tx.insert(modules).values({ ...module, place, editedAt: sql`now()` });
    await writeRequires(tx, number, requires);
    await note(tx, actor.id, "text.module-start", module);
    return number;
  });
  await ctx.reloadCatalogue();
  return { id: String(id) };
}

/** Changes what a module says of itself. One that members study is changed by who decides about their texts. @throws AppError forbidden, locked, not_found; invalid_input */
export async function changeModule(ctx: Ctx, id: number, { requires, ...head }: ModuleInput): Promise<{ ok: true }> {
  const { degree } = await findModule(ctx.db, id);
  const isTaught = (await placesOf(ctx.db, id)).length > 0;
  const { actor } = await requirePart(ctx, degree, ...(isTaught ? decidingParts(ctx) : (["author", "reviewer"] as const)));
  await ctx.db.transaction(async (tx) => {
    await lockCourse(tx);
    await requireHead(tx, { id, degree, ...head }, requires);
    await tx
      .update(modules)
      .set({ ...head, editedAt: sql`now()` })
      .where(eq(modules.id, id));
    await tx.delete(modulePrerequisites).where(eq(modulePrerequisites.moduleId, id));
    await writeRequires(tx, id, requires);
    await note(tx, actor.id, "text.module-change", { id, degree, title: head.title });
    await afterChange(tx);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}

/** Gives a module another place in its degree. @throws AppError forbidden, locked, not_found; invalid_input beyond the last place */
export async function moveModule(ctx: Ctx, id: number, place: number): Promise<{ ok: true }> {
  const module = await findModule(ctx.db, id);
  const { degree, title } = module;
  const { actor } = await requirePart(ctx, degree, "author", "reviewer");
  await ctx.db.transaction(async (tx) => {
    await lockCourse(tx);
    const rows = await tx.select().from(modules).where(eq(modules.degree, degree)).orderBy(asc(modules.place));
    if (place > rows.length) throw new AppError("invalid_input", { fields: { number: `O grau tem ${rows.length} módulos.` } });
    const ids = rows.map((row) => row.id);
    const from = ids.indexOf(id) + 1;
    if (from === place) return;
    const places = movedTo(ids, id, place);
    await tx.execute(sql`
      update ${modules} m set place = p.place::int, moved_at = now()
      from unnest(${sql.param(places)}::int[]) with ordinality as p(id, place) where m.id = p.id`);
    await note(tx, actor.id, "text.module-move", { id, degree, title }, { from, to: place });
    await afterChange(tx);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}

/** Takes away a module in which there never was a lesson. @throws AppError forbidden, locked, not_found; conflict */
export async function removeModule(ctx: Ctx, id: number): Promise<{ ok: true }> {
  const module = await findModule(ctx.db, id);
  const { actor } = await requirePart(ctx, module.degree, "author", "reviewer");
  await ctx.db.transaction(async (tx) => {
    await lockCourse(tx);
    const held = await tx.$count(lessons, eq(lessons.moduleId, id));
    const drafted = await tx.$count(drafts, and(eq(drafts.kind, "lesson"), eq(drafts.parentId, String(id))));
    if (held + drafted > 0)
      throw new AppError("conflict", {
        message: "Este módulo tem ou já teve lições. Retire-as ou descarte os rascunhos: sem lições, os membros não o veem.",
      });
    await tx.delete(modules).where(eq(modules.id, id));
    await note(tx, actor.id, "text.module-remove", module);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}

/** @throws AppError not_found */
async function findModule(db: Db, id: number): Promise<Module> {
  const [module] = await db.select().from(modules).where(eq(modules.id, id));
  if (!module) throw new AppError("not_found");
  return module;
}

/** @throws AppError invalid_input for words that are not written here, and for modules that cannot be finished before this one */
async function requireHead(
  tx: Db,
  { id, degree, title, description }: Pick<Module, "id" | "degree" | "title" | "description">,
  requires: number[],
): Promise<void> {
  for (const [field, text] of Object.entries({ title, description }))
    if (findForbidden(text, forbidden()).length > 0)
      throw new AppError("invalid_input", { fields: { [field]: "Há aqui palavras que não se escrevem na Academia." } });
  const others = await tx.select().from(modules).where(eq(modules.degree, degree));
  const edges = await tx.select().from(modulePrerequisites);
  const awaits = (from: number): boolean =>
    from === id || edges.filter(({ moduleId }) => moduleId === from).some(({ requiresId }) => awaits(requiresId));
  for (const required of requires) {
    const other = others.find((module) => module.id === required);
    if (!other) throw new AppError("invalid_input", { fields: { requires: "Escolha módulos do mesmo grau." } });
    if (awaits(required))
      throw new AppError("invalid_input", {
        fields: { requires: `“${other.title}” já espera por este módulo: um esperaria pelo outro.` },
      });
  }
}

async function writeRequires(tx: Db, moduleId: number, requires: number[]): Promise<void> {
  if (requires.length > 0)
    await tx.insert(modulePrerequisites).values([...new Set(requires)].map((requiresId) => ({ moduleId, requiresId })));
}

const note = (
  tx: Db,
  actorId: string,
  action: Extract<AuditAction, `text.module-${string}`>,
  { id, degree, title }: Pick<Module, "id" | "degree" | "title">,
  more: Record<string, number> = {},
) =>
  recordAudit(tx, {
    ...{ actorId, action, targetType: "module", targetId: String(id) },
    details: { title, contentDegree: degree, ...more },
  });
