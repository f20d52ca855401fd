import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { indexForSearch, removeFromSearch, type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { communityPosts } from "./posts.table.ts";

const selectFacts = (tx: Db) =>
  tx
    .select({
      id: communityPosts.id,
      number: communityPosts.number,
      state: communityPosts.state,
      html: communityPosts.html,
      excerpt: communityPosts.excerpt,
      topicId: communityTopics.id,
      title: communityTopics.title,
      retitledAt: communityTopics.retitledAt,
      hiddenAt: communityTopics.hiddenAt,
      createdAt: communityPosts.createdAt,
      degree: communityBoards.degree,
    })
    .from(communityPosts)
    .innerJoin(communityTopics, eq(communityTopics.id, communityPosts.topicId))
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId));

/** SQL: the board of a post that was found, and what the post is there. @param id SQL of its id as text */
export const placeOfPost = (id: SQL) => sql<string>`(
  select 'Comunidade · ' || b.name || case when p.number > 1 then ' · resposta' else '' end
  from ${communityPosts} p join ${communityTopics} t on t.id = p.topic_id join ${communityBoards} b on b.id = t.board_id
  where p.id = ${id}::uuid)`;

type Facts = Awaited<ReturnType<typeof selectFacts>>[number];

/**
 * A post as the search finds it: for the degree of its board and those above, and visitors never. The first one is found by the topic's
 * title, the others by what they say.
 */
const documentOf = ({ id, topicId, number, title, degree, html, excerpt, createdAt }: Facts): Searchable => ({
  kind: "topic",
  id,
  degree: degree ?? "aprendiz",
  path: number === 1 ? `/comunidade/assunto/${topicId}` : `/comunidade/assunto/${topicId}#p${number}`,
  title: number === 1 ? title : excerpt,
  context: "",
  postedAt: createdAt,
  source: html,
  text: () => textOfHtml(html),
});

/** In the transaction that changes a post, its topic or its board: what everybody there sees can be found, and nothing else. */
async function index(tx: Db, rows: Facts[]): Promise<void> {
  const hasTitle = ({ number, state, retitledAt }: Facts) => number === 1 && state === "deleted" && retitledAt !== null;
  const isFound = (row: Facts) => row.hiddenAt === null && (row.state === "visible" || hasTitle(row));
  await indexForSearch(tx, rows.filter(isFound).map(documentOf));
  const unseen = rows.filter((row) => !isFound(row)).map(({ id }) => id);
  await removeFromSearch(tx, "topic", unseen);
}

export const indexPosts = async (tx: Db, postIds: string[]): Promise<void> => {
  if (postIds.length > 0)
    await index(tx, await selectFacts(tx).where(sql`${communityPosts.id} = any(${sql.param(postIds)}::uuid[])`));
};

export const indexPost = (tx: Db, postId: string): Promise<void> => indexPosts(tx, [postId]);

/**
 * After what concerns all posts of some topics: they were hidden, shown, moved or split. Their rows are locked, so that none is put into the
 * search meanwhile as it was before.
 */
export const indexTopics = async (tx: Db, topicIds: string[]): Promise<void> =>
  index(
    tx,
    await selectFacts(tx)
      .where(inArray(communityPosts.topicId, topicIds))
      .orderBy(asc(communityPosts.id))
      .for("update", { of: communityPosts }),
  );

/** New posts, after the transaction that wrote them: whatever hides one waits until it is in the search, or is seen here. */
export const indexNewPosts = (db: Db, postIds: string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const these = sql`${communityPosts.id} = any(${sql.placeholder("postIds")}::uuid[])`;
    const locked = tx
      .select({ id: communityPosts.id })
      .from(communityPosts)
      .where(these)
      .orderBy(asc(communityPosts.id))
      .for("share");
    await locked.prepare("posts_to_index_locked").execute({ postIds });
    const facts = selectFacts(tx).where(these); // as they are now that they are locked
    await index(tx, await facts.prepare("posts_to_index").execute({ postIds }));
  });
