import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { readForbidden, saysReserved } from "#app/content/forbidden.ts";
import type { Db } from "#app/db/client.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import type { SearchKind } from "#app/features/search/kinds.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { communityPosts } from "../posts/posts.table.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { isFirstDay, waitsUntil } from "./moderation.policy.ts";
import { collectShingles, copiesFromAbove, type Shingles } from "./shingles.ts";

/** What the author of a held post reads; what he wrote stays with him, and a moderator decides. */
const HELD = "Até um moderador olhar, só você e a moderação a leem; nada do que escreveu se perdeu.";
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
 * @returns why it is held until a moderator has looked at it, as its author reads it; null when it is published at once
 * @throws AppError on the writer's first day: slow_start beyond the posts that he may write then; invalid_input on `source` for links and pictures
 */
export async function judgePost(ctx: Ctx, tx: Db, judged: Judged): Promise<string | null> {
  if (!judged.moderates) await requirePace(tx, requireActor(ctx), judged);
  const said = [...judged.typed, textOfHtml(judged.html)].join(" ");
  if (saysReserved(said, forbidden())) return RESERVED;
  return copiesFromAbove(said, judged.board, await shinglesOfTexts(ctx, tx)) ? FROM_ABOVE : null;
}

/** On the day that begins with his first post a member writes little, and without links and pictures. */
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

/** Notes the writer's first post, with which his first day begins. */
export async function beginFirstDay(tx: Db, { id: userId }: Pick<Actor, "id">): Promise<void> {
  await tx
    .update(communityProfiles)
    .set({ firstPostAt: sql`now()` })
    .where(and(eq(communityProfiles.userId, userId), isNull(communityProfiles.firstPostAt)));
}

/** The texts that only a degree may read, and those by which it is known what is open to all. */
const TEXTS: SearchKind[] = ["lesson", "document", "study", "term", "degree", "work"];

/** By the published texts: they change together with what is found of them. */
const known = new WeakMap<Catalogue, Promise<Shingles>>();

function shinglesOfTexts(ctx: Ctx, tx: Db): Promise<Shingles> {
  const catalogue = ctx.catalogue();
  const reading = known.get(catalogue) ?? readShingles(tx);
  known.set(catalogue, reading);
  reading.catch(() => known.delete(catalogue));
  return reading;
}

/**
 * Has what posts are judged by at hand. To be called before the transaction: collecting the words of all texts, once after each change of
 * them, takes a while.
 */
export const prepareToJudge = (ctx: Ctx): Promise<unknown> => shinglesOfTexts(ctx, ctx.db);

async function readShingles(tx: Db): Promise<Shingles> {
  const { kind, degree, body, ownerId } = searchDocuments;
  const rows = await tx
    .select({ degree, text: body })
    .from(searchDocuments)
    .where(and(inArray(kind, TEXTS), isNull(ownerId)));
  return collectShingles(rows);
}
