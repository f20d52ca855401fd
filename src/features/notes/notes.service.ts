import { setImmediate as othersTurn } from "node:timers/promises";
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { indexForSearch, removeFromSearch } from "#app/features/search/search-index.service.ts";
import { studyInBrief } from "#app/features/studies/studies.service.ts";
import { coversDegree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import type { StudySort } from "#app/lib/study-sorts.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { type Place, passageFinder } from "./anchor.policy.ts";
import type { ListedNote, Note, NotedText, NoteList, NotesOfText } from "./notes.answers.ts";
import type { NewNoteInput, NoteInput, TextRef } from "./notes.schema.ts";
import { notes } from "./notes.table.ts";
import { paragraphsOf } from "./paragraphs.policy.ts";
import { type KnownText, SHELVES, textFinder } from "./texts.service.ts";

/** What one member may keep: the list of all their notes comes at once. */
const MOST_NOTES = 1_000;
/** In the notes and in the passages that they stand at. */
const MOST_CHARACTERS = 1_000_000;

type Row = typeof notes.$inferSelect;

/** The member's notes of one text. @throws AppError not_found; locked where the text is not open to them */
export async function listNotesOfText(ctx: Ctx, ref: TextRef): Promise<NotesOfText> {
  const actor = requireActor(ctx);
  await openText(ctx, ref);
  const rows = await ctx.db
    .select()
    .from(notes)
    .where(and(eq(notes.userId, actor.id), eq(notes.kind, ref.kind), eq(notes.textId, ref.textId)))
    .orderBy(asc(notes.createdAt), asc(notes.id));
  return { notes: rows.map(present) };
}

/** @throws AppError not_found; locked where the text is not open to the member */
async function openText(ctx: Ctx, ref: TextRef): Promise<KnownText & { title: string }> {
  const find = await textFinder(ctx, [ref]);
  const text = find(ref);
  if (!text || text.title === null) throw new AppError("not_found");
  if (text.html === null) throw new AppError("locked");
  return { ...text, title: text.title };
}

/** All of the member's notes by text, in the order of the course. */
export async function listNotes(ctx: Ctx): Promise<NoteList> {
  const actor = requireActor(ctx);
  const rows = await ctx.db.select().from(notes).where(eq(notes.userId, actor.id)).orderBy(asc(notes.createdAt), asc(notes.id));
  const byText = Map.groupBy(rows, ({ kind, textId }) => `${kind} ${textId}`);
  const refs = [...byText.values()].map(([first]) => first!);
  const find = await textFinder(ctx, refs);
  const texts = refs.map((ref) => ({ text: find(ref), rows: byText.get(`${ref.kind} ${ref.textId}`)! }));
  const order = ({ text, rows: [first] }: (typeof texts)[number]) =>
    (first!.kind === "lesson" ? 0 : 1_000_000 * (1 + Object.keys(SHELVES).indexOf(first!.kind))) + (text?.order ?? 999_999);
  const presented: NotedText[] = [];
  for (const { text, rows: own } of texts.sort((a, b) => order(a) - order(b)))
    presented.push(await presentText(actor, own, text));
  return { texts: presented };
}

/** @param rows the notes of one text, one at least @param text the text, where it still exists */
async function presentText(actor: Actor, rows: Row[], text: KnownText | undefined): Promise<NotedText> {
  const { kind, textId, title } = rows[0]!;
  const readable = isReadable(actor, rows[0]!, text);
  const find = passageFinder(text?.html ? paragraphsOf(text.html) : []);
  const placed: { row: Row; place: Place | undefined }[] = [];
  for (const row of rows) {
    placed.push({ row, place: find(row) });
    await othersTurn(); // a passage takes a millisecond or more to find, and one member may have a thousand
  }
  placed.sort((a, b) => placeOf(a) - placeOf(b));
  return {
    kind,
    textId,
    title: text ? text.title : readable ? title : null,
    path: text?.html ? text.path : null,
    shelf: text?.shelf ?? SHELVES[kind],
    notes: placed.map(({ row, place }) => presentListed(row, readable, place)),
  };
}

/** The degree gate: whether the academy's words in a note may be shown to who wrote it. @param text where it still exists */
const isReadable = (actor: Actor, { degree }: Row, text: KnownText | undefined): boolean =>
  text ? text.html !== null : coversDegree(actor.degree, degree);

const placeOf = ({ row, place }: { row: Row; place: Place | undefined }) => place?.block ?? row.position;

function presentListed(row: Row, readable: boolean, place: Place | undefined): ListedNote {
  const { id, colour, body, quote, version, createdAt, updatedAt } = row;
  return {
    id,
    colour,
    body,
    quote: readable ? quote : null,
    passage: !readable ? "closed" : !place ? "gone" : place.exact ? "found" : "revised",
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/**
 * Writes a note. Sent again under the same id it is the note that was written.
 * @throws AppError not_found, locked, too_many_tries; conflict when the member keeps as much as they may
 */
export async function createNote(ctx: Ctx, input: NewNoteInput): Promise<Note> {
  const actor = requireActor(ctx);
  const { title, degree } = await openText(ctx, input);
  await ctx.limits.take("note", actor.id);
  await refuseBeyondLimits(ctx, actor, input.body.length + input.quote.length);
  const row = await ctx.db.transaction(async (tx) => {
    const [written] = await tx
      .insert(notes)
      .values({ ...input, userId: actor.id, title, degree })
      .onConflictDoNothing()
      .returning();
    if (written) await keepFindable(ctx, tx, written);
    return written;
  });
  return present(row ?? (await ownNote(ctx, input.id)));
}

const SEARCH_CONTEXT: Record<TextRef["kind"] | StudySort, string> = {
  lesson: "Em uma lição",
  study: "Em um estudo",
  piece: "Em uma peça",
  life: "Em uma vida",
  document: "Em um documento",
  article: "Em um artigo da biblioteca",
};
const SEARCH_TITLE_LENGTH = 80;

/** The search finds what the member wrote themselves, and them alone; of the academy's words there are none, as the text may close to them. */
async function keepFindable({ catalogue }: Ctx, tx: Db, { id, userId, kind, textId, body }: Row): Promise<void> {
  const words = body.replace(/\s+/g, " ").trim();
  if (words === "") return removeFromSearch(tx, "note", [id]);
  const title = words.length > SEARCH_TITLE_LENGTH ? `${words.slice(0, SEARCH_TITLE_LENGTH).toWellFormed()}…` : words;
  const row = { kind: "note" as const, id, degree: null, ownerId: userId, path: `/anotacoes#nota-${id}` };
  const sort = kind === "study" ? studyInBrief(catalogue(), textId)?.sort : undefined;
  await indexForSearch(tx, [{ ...row, title, context: SEARCH_CONTEXT[sort ?? kind], source: words }]);
}

/** @param more the characters that are to be added */
async function refuseBeyondLimits(ctx: Ctx, actor: Actor, more: number): Promise<void> {
  const [kept] = await ctx.db
    .select({
      notes: count(),
      characters: sql<number>`coalesce(sum(length(${notes.body}) + length(${notes.quote})), 0)::integer`,
    })
    .from(notes)
    .where(eq(notes.userId, actor.id));
  if (kept!.notes < MOST_NOTES && kept!.characters + more <= MOST_CHARACTERS) return;
  throw new AppError("conflict", {
    message:
      "Você chegou ao limite de 1.000 anotações, ou de um milhão de caracteres nelas e nos trechos. Exclua alguma para escrever outra.",
  });
}

/** What is another member's does not exist. @throws AppError not_found */
async function ownNote(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(notes).where(ownedBy(ctx, id));
  if (!row) throw new AppError("not_found");
  return row;
}

const ownedBy = (ctx: Ctx, id: string) => and(eq(notes.id, id), eq(notes.userId, requireActor(ctx).id));

/**
 * Changes a note's words or colour; also of a text that is not open to the member any more, as the words are theirs. Sent again it is the
 * note that was changed.
 * @throws AppError not_found, too_many_tries; conflict when it was changed since it was read, or the member keeps as much as they may
 */
export async function updateNote(ctx: Ctx, id: string, { version, ...changed }: NoteInput): Promise<Note> {
  const actor = requireActor(ctx);
  const before = await ownNote(ctx, id);
  await ctx.limits.take("note", actor.id);
  if (changed.body.length > before.body.length) await refuseBeyondLimits(ctx, actor, changed.body.length - before.body.length);
  const row = await ctx.db.transaction(async (tx) => {
    const [written] = await tx
      .update(notes)
      .set({ ...changed, version: version + 1, updatedAt: sql`now()` })
      .where(and(ownedBy(ctx, id), eq(notes.version, version)))
      .returning();
    if (written) await keepFindable(ctx, tx, written);
    return written;
  });
  const now = row ?? (await ownNote(ctx, id));
  const isSame = now.body === changed.body && now.colour === changed.colour; // sent again after a lost answer
  if (row || isSame) return presentGated(ctx, actor, now);
  throw new AppError("conflict", { message: "Esta anotação foi mudada em outra aba ou em outro aparelho." });
}

/** Deletes a note. @returns what it was, so that the deletion can be undone; the passage only of a text that is open @throws AppError not_found */
export async function deleteNote(ctx: Ctx, id: string): Promise<Note> {
  const row = await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(notes).where(ownedBy(ctx, id)).returning();
    if (gone) await removeFromSearch(tx, "note", [id]);
    return gone;
  });
  if (!row) throw new AppError("not_found");
  return presentGated(ctx, requireActor(ctx), row);
}

async function presentGated(ctx: Ctx, actor: Actor, row: Row): Promise<Note> {
  const find = await textFinder(ctx, [row]);
  return present(isReadable(actor, row, find(row)) ? row : { ...row, quote: "", prefix: "", suffix: "" });
}

function present(row: Row): Note {
  const { id, kind, textId, colour, body, quote, prefix, suffix, position, version, createdAt, updatedAt } = row;
  const moments = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, kind, textId, colour, body, quote, prefix, suffix, position, version, ...moments };
}
