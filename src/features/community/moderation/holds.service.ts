import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import { normalised, readForbidden, saysReserved } from "#app/content/forbidden.ts";
import type { Db } from "#app/db/client.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import type { SearchKind } from "#app/features/search/kinds.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import type { Actor, Ctx } from "#app/server/context.ts";
import { communityPosts } from "../posts/posts.table.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { isFirstDay, waitsUntil } from "./moderation.policy.ts";
import { collectShingles, copiesFromAbove, type Shingles } from "./shingles.ts";

/** What the author of a held post reads; what they wrote stays with them, and a moderator decides. */
const HELD = "Até um moderador olhar, só o autor e a moderação a leem; nada do que foi escrito se perdeu.";
const RESERVED = `A mensagem tem palavras que não se escrevem aqui. ${HELD}`;
const FROM_ABOVE = `Um trecho da mensagem coincide com um texto de grau superior ao desta sala. ${HELD}`;

const forbidden = once(readForbidden);

/** What somebody is about to publish, and where. */
type Judged = {
  board: { degree: Degree | null };
  moderates: boolean;
  isNew: boolean;
  /** All that is typed: the title of a new topic, Markdown, quoted words. */
  typed: string[];
  html: string;
  hasLinks: boolean;
  images: string[];
};

/**
 * Judges a new post, or what an edit makes of one, in the transaction that writes it.
 * @param by what `prepareToJudge` has collected
 * @returns why it is held until a moderator has looked at it, as its author reads it; null when it is published at once
 * @throws AppError on the writer's first day: slow_start beyond the posts that they may write then; invalid_input on `source` for links and pictures
 */
export async function judgePost(tx: Db, actor: Actor, judged: Judged, by: Shingles): Promise<string | null> {
  if (!judged.moderates) await requirePace(tx, actor, judged);
  return judgeWords(judged, by);
}

/** Judges the words alone. @returns why they are held, as their author reads it */
export function judgeWords({ typed, html, board }: Pick<Judged, "typed" | "html" | "board">, by: Shingles): string | null {
  const said = saidOnce(typed.join(" "), textOfHtml(html));
  if (saysReserved(said, forbidden())) return RESERVED;
  return copiesFromAbove(said, board, by) ? FROM_ABOVE : null;
}

/** What is typed and what is shown of it: mostly the same words, which then need not be judged twice. */
const saidOnce = (typed: string, shown: string): string =>
  normalised(typed) === normalised(shown) ? typed : `${typed} ${shown}`;

/** On the day that begins with their first post a member writes little, and without links and pictures. */
async function requirePace(tx: Db, actor: Actor, judged: Pick<Judged, "isNew" | "hasLinks" | "images">): Promise<void> {
  const now = new Date();
  const firstPostAt = await firstPostOf(tx, actor, "one post at a time");
  if (!isFirstDay({ firstPostAt, now })) return;
  refuseAttachments(judged);
  if (!judged.isNew) return;
  const postsSince = firstPostAt === null ? 0 : await countPostsSince(tx, actor, firstPostAt);
  const until = waitsUntil({ firstPostAt, postsSince, now });
  if (until) throw new AppError("slow_start", { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) });
}

/** A picture for which no post of theirs has a place yet is refused when it is sent, before they describe it. @throws AppError forbidden on a member's first day */
export async function requirePictures(db: Db, actor: Actor): Promise<void> {
  if (isFirstDay({ firstPostAt: await firstPostOf(db, actor), now: new Date() }))
    throw new AppError("forbidden", {
      message: "No primeiro dia as mensagens não levam imagens. Escreva sem ela, ou espere até amanhã.",
    });
}

function refuseAttachments({ hasLinks, images }: Pick<Judged, "hasLinks" | "images">): void {
  if (!hasLinks && images.length === 0) return;
  throw new AppError("invalid_input", {
    fields: {
      source: "No primeiro dia as mensagens não levam imagens nem endereços de outros sites. Retire-os, ou espere até amanhã.",
    },
  });
}

async function firstPostOf(tx: Db, { id }: Actor, locked?: "one post at a time"): Promise<Date | null> {
  const query = tx
    .select({ firstPostAt: communityProfiles.firstPostAt })
    .from(communityProfiles)
    .where(eq(communityProfiles.userId, id));
  const [profile] = await (locked ? query.for("update") : query);
  return profile?.firstPostAt ?? null;
}

const countPostsSince = (tx: Db, { id }: Actor, since: Date): Promise<number> =>
  tx.$count(communityPosts, and(eq(communityPosts.authorId, id), gte(communityPosts.createdAt, since)));

/** The texts that only a degree may read, and those by which it is known what is open to all. */
const TEXTS: SearchKind[] = ["lesson", "document", "study", "piece", "life", "term", "degree", "work"];

/** By the published texts: they change together with what is found of them. */
const known = new WeakMap<Catalogue, Promise<Shingles>>();

/** What posts are judged by: collecting the words of all texts, once after each change of them, takes a while. To be called before the transaction. */
export function prepareToJudge({ catalogue: published, db }: Ctx): Promise<Shingles> {
  const catalogue = published();
  const reading = known.get(catalogue) ?? readShingles(db);
  known.set(catalogue, reading);
  reading.catch(() => known.delete(catalogue));
  return reading;
}

async function readShingles(db: Db): Promise<Shingles> {
  const { kind, degree, body, ownerId } = searchDocuments;
  const rows = await db
    .select({ degree, text: body })
    .from(searchDocuments)
    .where(and(inArray(kind, TEXTS), isNull(ownerId)));
  return collectShingles(rows);
}
