import { sql } from "drizzle-orm";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { maskMember } from "../masking.service.ts";
import { because, boardOf, postOf, titleOf } from "../personal-places.ts";
import { type PostState, REACTION_LABEL } from "./posts.schema.ts";
import {
  communityDrafts,
  communityImages,
  communityMentions,
  communityPosts,
  communityPostVersions,
  communityReactions,
} from "./posts.table.ts";

const STATES: Record<PostState, string> = {
  visible: "Publicada",
  held: "Em revisão",
  hidden: "Oculta pela moderação",
  deleted: "Excluída",
  masked: "Sem palavras",
};

/** What they wrote, sent and said to others' posts. What others wrote is theirs, also where it quotes or answers them. */
export const POSTS_DATA: PersonalTable[] = [
  {
    table: communityPosts,
    holds: [communityPosts.authorId],
    exported: section({
      key: "communityPosts",
      title: "Mensagens que você escreveu na comunidade",
      from: communityPosts,
      whose: communityPosts.authorId,
      order: communityPosts.createdAt,
      fields: {
        topic: [titleOf(communityPosts.topicId, communityPosts.authorId), "Assunto"],
        number: [communityPosts.number, "Mensagem"],
        source: [communityPosts.source, "Texto"],
        state: [communityPosts.state, "Situação", STATES],
        stateReason: [communityPosts.stateReason, "Motivo da situação"],
        editedAt: [communityPosts.editedAt, "Alterada em"],
        createdAt: [communityPosts.createdAt, "Escrita em"],
      },
    }),
    leftOut: [
      ...because("shown as the topic's title", communityPosts.topicId),
      ...because("made of the text", communityPosts.html, communityPosts.excerpt, communityPosts.cards),
      ...because("another member's words", communityPosts.quotedPostId, communityPosts.quote),
      ...because("counts of what others did", communityPosts.usefulCount, communityPosts.agreeCount, communityPosts.thanksCount),
      ...because("counts the edits, which are in their own section", communityPosts.version),
    ],
    deleted: { by: "set null", erase: (tx, { id }) => maskMember(tx, id) },
  },
  {
    table: communityPostVersions,
    holds: [],
    exported: section({
      key: "communityPostVersions",
      title: "O que suas mensagens diziam antes de cada mudança",
      from: communityPostVersions,
      whose: ({ id }) => sql`${communityPostVersions.postId} in (select p.id from community_posts p where p.author_id = ${id})`,
      order: communityPostVersions.createdAt,
      fields: {
        source: [communityPostVersions.source, "Texto"],
        version: [communityPostVersions.version, "Versão"],
        createdAt: [communityPostVersions.createdAt, "Escrita em"],
      },
    }),
    leftOut: [
      ...because("made of the text", communityPostVersions.html),
      ...because("the post, by its number", communityPostVersions.postId),
    ],
    deleted: cascade,
  },
  {
    table: communityReactions,
    holds: [communityReactions.userId],
    exported: section({
      key: "communityReactions",
      title: "Suas reações",
      from: communityReactions,
      whose: communityReactions.userId,
      order: communityReactions.createdAt,
      fields: {
        post: [postOf(communityReactions.postId, communityReactions.userId), "Mensagem"],
        kind: [communityReactions.kind, "Reação", REACTION_LABEL],
        createdAt: [communityReactions.createdAt, "Em"],
      },
    }),
    leftOut: because("shown as topic and number", communityReactions.postId),
    deleted: cascade,
  },
  {
    table: communityMentions,
    holds: [communityMentions.userId],
    exported: { not: "who is named in a post is part of its author's words; he was told of it in a notice" },
    deleted: cascade,
  },
  {
    table: communityDrafts,
    holds: [communityDrafts.userId],
    exported: section({
      key: "communityDrafts",
      title: "Rascunhos da comunidade",
      from: communityDrafts,
      whose: communityDrafts.userId,
      order: communityDrafts.updatedAt,
      fields: {
        title: [communityDrafts.title, "Título"],
        body: [communityDrafts.body, "Texto"],
        updatedAt: [communityDrafts.updatedAt, "Guardado em"],
      },
    }),
    leftOut: because("bookkeeping of the form", communityDrafts.place, communityDrafts.version),
    deleted: cascade,
  },
  {
    table: communityImages,
    holds: [communityImages.userId],
    exported: section({
      key: "communityImages",
      title: "Imagens que você enviou à comunidade",
      from: communityImages,
      whose: communityImages.userId,
      fields: {
        board: [boardOf(communityImages.boardId), "Sala"],
        width: [communityImages.width, "Largura"],
        height: [communityImages.height, "Altura"],
      },
    }),
    leftOut: because(
      "addresses of the picture and of its post",
      communityImages.fileId,
      communityImages.postId,
      communityImages.boardId,
    ),
    deleted: { by: "set null" },
  },
];
