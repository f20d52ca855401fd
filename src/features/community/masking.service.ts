import { setImmediate as othersTurn } from "node:timers/promises";
import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import { communityReports, communityWords } from "./moderation/moderation.table.ts";
import { dropImagesOf } from "./posts/images.service.ts";
import { indexPosts } from "./posts/indexing.service.ts";
import { excerptOf } from "./posts/post-text.ts";
import { communityMentions, communityPosts, communityPostVersions, communityReactions } from "./posts/posts.table.ts";
import { plain } from "./posts/quotes.ts";
import { communityTopics } from "./topics/topics.table.ts";

const REMOVED = "Membro removido";
const TITLE_OF_REMOVED = "Assunto de um membro removido";

/** Takes a member's words out of the community, also where others quoted and named them; the places of their posts stay. */
export async function maskMember(tx: Db, userId: string): Promise<void> {
  const own = tx.select({ id: communityPosts.id }).from(communityPosts).where(eq(communityPosts.authorId, userId));
  const ownAsText = tx
    .select({ id: sql<string>`${communityPosts.id}::text` })
    .from(communityPosts)
    .where(eq(communityPosts.authorId, userId));
  await tx
    .update(communityPosts)
    .set({ quote: "" })
    .where(and(isNotNull(communityPosts.quotedPostId), inArray(communityPosts.quotedPostId, own)));
  await tx.delete(communityPostVersions).where(inArray(communityPostVersions.postId, own));
  await tx.delete(communityWords).where(inArray(communityWords.postId, own));
  await maskMentions(tx, userId);
  await maskTypedQuotes(tx, userId);
  await removeReactions(tx, userId);
  await tx.update(communityReports).set({ reason: "" }).where(eq(communityReports.userId, userId));
  await tx
    .update(communityPosts)
    .set({
      source: "",
      html: "",
      excerpt: "",
      cards: [],
      state: "masked",
      stateReason: null,
      quote: sql`case when ${communityPosts.quotedPostId} is null then null else '' end`,
    })
    .where(eq(communityPosts.authorId, userId));
  await tx
    .update(communityTopics)
    .set({ title: TITLE_OF_REMOVED, hiddenReason: null })
    .where(eq(communityTopics.authorId, userId));
  await dropImagesOf(tx, userId);
  await tx.delete(searchDocuments).where(and(eq(searchDocuments.kind, "topic"), inArray(searchDocuments.id, ownAsText)));
}

/** Where others name them, their name goes. */
async function maskMentions(tx: Db, userId: string): Promise<void> {
  const naming = tx.select({ id: communityMentions.postId }).from(communityMentions).where(eq(communityMentions.userId, userId));
  const typed = `\\[@[^\\]]*\\]\\(membro:${userId}\\)`;
  const shown = `<span class="mention" data-member="${userId}">([^<]*)</span>`;
  const nameless = (source: typeof communityPosts.source, html: typeof communityPosts.html) => ({
    source: sql`regexp_replace(${source}, ${typed}, ${`@${REMOVED}`}, 'g')`,
    html: sql`regexp_replace(${html}, ${shown}, ${`<span class="mention">@${REMOVED}</span>`}, 'g')`,
  });
  const named = await tx
    .update(communityPosts)
    .set({
      ...nameless(communityPosts.source, communityPosts.html),
      excerpt: sql`replace(${communityPosts.excerpt}, coalesce(substring(${communityPosts.html} from ${shown}), '@'), ${`@${REMOVED}`})`,
    })
    .where(inArray(communityPosts.id, naming))
    .returning({ id: communityPosts.id });
  const ids = named.map(({ id }) => id);
  await indexPosts(tx, ids);
  await tx
    .update(communityPostVersions)
    .set(nameless(communityPostVersions.source as never, communityPostVersions.html as never))
    .where(inArray(communityPostVersions.postId, naming));
}

/** Blocks of quotation that others typed or copied from them, in the topics where they wrote. */
async function maskTypedQuotes(tx: Db, userId: string): Promise<void> {
  const own = await tx
    .select({ topicId: communityPosts.topicId, html: communityPosts.html })
    .from(communityPosts)
    .where(eq(communityPosts.authorId, userId));
  const saidIn = Map.groupBy(own, ({ topicId }) => topicId);
  const masked: string[] = [];
  for (const [topicId, posts] of saidIn) {
    const said = posts.map(({ html }) => plain(textOfHtml(html))).filter((text) => text.length >= SHORTEST_QUOTE);
    const quoting = await tx
      .select({ id: communityPosts.id, source: communityPosts.source, html: communityPosts.html })
      .from(communityPosts)
      .where(
        and(
          eq(communityPosts.topicId, topicId),
          ne(communityPosts.authorId, userId),
          sql`position('<blockquote>' in ${communityPosts.html}) > 0`,
        ),
      );
    for (const post of quoting) {
      await othersTurn(); // a quotation is looked for in all that they wrote there: many of both would hold up every request
      if (await maskBlocks(tx, post, said)) masked.push(post.id);
    }
  }
  await indexPosts(tx, masked);
}

/** What is shorter is anybody's. */
const SHORTEST_QUOTE = 12;
const WITHDRAWN = "Palavras retiradas com a conta.";

/** @returns whether there was anything of theirs */
async function maskBlocks(
  tx: Db,
  { id, source, html }: { id: string; source: string; html: string },
  said: string[],
): Promise<boolean> {
  const isHis = (block: string) => {
    const words = plain(block);
    return words.length >= SHORTEST_QUOTE && said.some((text) => text.includes(words) || words.includes(text));
  };
  const masked = {
    html: html.replace(/<blockquote>((?:(?!<\/?blockquote>)[\s\S])*)<\/blockquote>/g, (whole, block: string) =>
      isHis(textOfHtml(block)) ? `<blockquote><p>${WITHDRAWN}</p></blockquote>` : whole,
    ),
    source: source.replace(/^(?:[ \t]*>.*(?:\n|$))+/gm, (block) =>
      isHis(block.replace(/^[ \t]*(?:>[ \t]?)+/gm, "").replace(/[*_`]/g, "")) ? `> ${WITHDRAWN}\n` : block,
    ),
  };
  if (masked.html === html && masked.source === source) return false;
  await tx
    .update(communityPosts)
    .set({ ...masked, excerpt: excerptOf(textOfHtml(masked.html)) })
    .where(eq(communityPosts.id, id));
  await tx.delete(communityPostVersions).where(eq(communityPostVersions.postId, id)); // they may quote them as well
  return true;
}

async function removeReactions(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${communityReactions} where user_id = ${userId} returning post_id, kind),
    counted as (
      select post_id, count(*) filter (where kind = 'useful') as useful, count(*) filter (where kind = 'agree') as agree,
        count(*) filter (where kind = 'thanks') as thanks
      from gone group by post_id)
    update ${communityPosts} p set
      useful_count = p.useful_count - c.useful, agree_count = p.agree_count - c.agree, thanks_count = p.thanks_count - c.thanks
    from counted c where p.id = c.post_id`);
}
