import { and, inArray } from "drizzle-orm";
import { lessonsForReader } from "#app/features/courses/lessons.service.ts";
import { documentForReader } from "#app/features/documents/documents.service.ts";
import { isKept } from "#app/features/library/articles.service.ts";
import { libraryItems } from "#app/features/library/library.table.ts";
import { studyForReader } from "#app/features/studies/studies.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import type { TextKind, TextRef } from "./notes.schema.ts";

/** A text that exists, as far as this member may know it. */
export type KnownText = {
  /** Null where it does not exist for them. */
  title: string | null;
  path: string;
  shelf: string;
  /** Its place on the shelf. */
  order: number;
  degree: Degree;
  /** Null where it is not open to them. */
  html: string | null;
};

/** The shelves of texts that belong to no module, after the modules. */
export const SHELVES: Record<TextKind, string> = {
  lesson: "Lições que saíram do curso",
  study: "Estudos do Rito de York",
  document: "Documentos",
  article: "Biblioteca",
};

/** Finds texts by what they are; one that was retired or deleted is not found. Whatever their number, three queries at most. */
export async function textFinder(ctx: Ctx, refs: TextRef[]): Promise<(ref: TextRef) => KnownText | undefined> {
  const { degree, standing } = requireActor(ctx);
  const ids = (kind: TextKind) => refs.filter((ref) => ref.kind === kind).map(({ textId }) => textId);
  const [lessonOf, articles] = await Promise.all([
    ids("lesson").length > 0 ? lessonsForReader(ctx) : () => undefined,
    readArticles(ctx, ids("article")),
  ]);
  const find = ({ kind, textId }: TextRef): KnownText | undefined => {
    switch (kind) {
      case "lesson":
        return lessonOf(textId);
      case "study":
        return studyForReader(ctx.catalogue(), textId, degree);
      case "document":
        return withShelf(kind, documentForReader(ctx.catalogue(), textId, degree));
      case "article":
        return withShelf(kind, articles.get(textId));
    }
  };
  return (ref) => {
    const text = find(ref);
    // before their address is confirmed only lessons can be open to them (src/server/http/standing.ts)
    return text && standing !== "full" && ref.kind !== "lesson" ? { ...text, html: null } : text;
  };
}

const withShelf = (kind: TextKind, text: Omit<KnownText, "shelf"> | undefined) => text && { ...text, shelf: SHELVES[kind] };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function readArticles(ctx: Ctx, wanted: string[]): Promise<Map<string, Omit<KnownText, "shelf">>> {
  const ids = wanted.filter((id) => UUID.test(id));
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: libraryItems.id, title: libraryItems.title, html: libraryItems.html, degree: libraryItems.degree })
    .from(libraryItems)
    .where(and(inArray(libraryItems.id, ids), covers(requireActor(ctx).degree, libraryItems.degree), isKept));
  return new Map(
    rows.map(({ id, degree, ...row }) => [
      id,
      { ...row, path: `/biblioteca/${id}`, order: 0, degree: degree ?? ("aprendiz" as const) },
    ]),
  );
}
