import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { DEGREES } from "#app/lib/degrees.ts";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { communityBoardVisits, communityModerators } from "./boards/boards.table.ts";
import { maskMember } from "./masking.service.ts";
import { communityReports, communityWords } from "./moderation/moderation.table.ts";
import { type PostState, REACTION_LABEL } from "./posts/posts.schema.ts";
import {
  communityDrafts,
  communityImages,
  communityMentions,
  communityPosts,
  communityPostVersions,
  communityReactions,
} from "./posts/posts.table.ts";
import { communityProfiles } from "./profile/profile.table.ts";
import { communityFollows, communityReads, communityTopics } from "./topics/topics.table.ts";

const STATES: Record<PostState, string> = {
  visible: "Publicada",
  held: "Em revisão",
  hidden: "Oculta pela moderação",
  deleted: "Apagada",
  masked: "Sem palavras",
};

const ranks = sql.raw(`array[${DEGREES.map((each) => `'${each}'`).join(", ")}]`);
/** The degree gate: what is in a room above the member's degree is not named to him, though he may have been there before. */
const open = (userId: PgColumn) => sql`(b.degree is null or array_position(${ranks}, b.degree) <= (
  select array_position(${ranks}, m.degree) from profiles m where m.id = ${userId}))`;

const titleOf = (topicId: PgColumn, userId: PgColumn) => sql<string | null>`(
  select t.title from community_topics t join community_boards b on b.id = t.board_id
  where t.id = ${topicId} and t.hidden_at is null and ${open(userId)})`;
const boardOf = (boardId: PgColumn) => sql<string | null>`(select b.name from community_boards b where b.id = ${boardId})`;
const postOf = (postId: PgColumn, userId: PgColumn) => sql<string | null>`(
  select t.title || ', ' || p.number from community_posts p join community_topics t on t.id = p.topic_id
  join community_boards b on b.id = t.board_id where p.id = ${postId} and t.hidden_at is null and ${open(userId)})`;

const because = (why: string, ...columns: PgColumn[]): [PgColumn, string][] => columns.map((column) => [column, why]);

/** His part in the community. What others wrote is theirs, also where it quotes or answers him. */
export const COMMUNITY_DATA: PersonalTable[] = [
  {
    table: communityProfiles,
    holds: [communityProfiles.userId],
    exported: section({
      key: "communityProfile",
      title: "Na comunidade",
      from: communityProfiles,
      whose: communityProfiles.userId,
      fields: {
        displayName: [communityProfiles.displayName, "Assina como"],
        showLodge: [communityProfiles.showLodge, "Mostra a Loja"],
        rulesAcceptedAt: [communityProfiles.rulesAcceptedAt, "Regras aceitas em"],
        letterSentAt: [communityProfiles.letterSentAt, "Última carta da semana"],
        firstPostAt: [communityProfiles.firstPostAt, "Primeira mensagem em"],
        updatedAt: [communityProfiles.updatedAt, "Alterado em"],
      },
    }),
    leftOut: [[communityProfiles.weeklyLetter, "not asked any more: how he is told is in its own section"]],
    deleted: cascade,
  },
  {
    table: communityModerators,
    holds: [communityModerators.userId],
    exported: section({
      key: "communityModerator",
      title: "Salas que você modera",
      from: communityModerators,
      whose: communityModerators.userId,
      fields: { board: [boardOf(communityModerators.boardId), "Sala"], createdAt: [communityModerators.createdAt, "Desde"] },
    }),
    leftOut: because("shown as the room's name", communityModerators.boardId),
    deleted: cascade,
  },
  {
    table: communityBoardVisits,
    holds: [communityBoardVisits.userId],
    exported: section({
      key: "communityVisits",
      title: "Visitas às salas da comunidade",
      from: communityBoardVisits,
      whose: communityBoardVisits.userId,
      fields: {
        board: [boardOf(communityBoardVisits.boardId), "Sala"],
        visitedAt: [communityBoardVisits.visitedAt, "Última visita"],
        previousAt: [communityBoardVisits.previousAt, "A visita antes dela"],
      },
    }),
    leftOut: because("shown as the room's name", communityBoardVisits.boardId),
    deleted: cascade,
  },
  {
    table: communityTopics,
    holds: [communityTopics.authorId],
    exported: section({
      key: "communityTopics",
      title: "Assuntos que você abriu",
      from: communityTopics,
      whose: communityTopics.authorId,
      order: communityTopics.createdAt,
      fields: {
        board: [boardOf(communityTopics.boardId), "Sala"],
        title: [communityTopics.title, "Título"],
        createdAt: [communityTopics.createdAt, "Aberto em"],
      },
    }),
    leftOut: [
      ...because("shown as the room's name", communityTopics.boardId),
      ...because("the lesson or study, by its address in the content", communityTopics.textKind, communityTopics.textId),
      ...because(
        "how the conversation goes, which is everybody's",
        communityTopics.postCount,
        communityTopics.lastNumber,
        communityTopics.lastPostAt,
        communityTopics.answerNumber,
        communityTopics.lockedAt,
        communityTopics.pinned,
        communityTopics.hiddenAt,
      ),
    ],
    deleted: { by: "set null" },
  },
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
    table: communityFollows,
    holds: [communityFollows.userId],
    exported: section({
      key: "communityFollows",
      title: "O que você acompanha na comunidade",
      from: communityFollows,
      whose: communityFollows.userId,
      order: communityFollows.createdAt,
      fields: {
        topic: [titleOf(communityFollows.topicId, communityFollows.userId), "Assunto"],
        board: [boardOf(communityFollows.boardId), "Sala"],
        following: [communityFollows.following, "Acompanha"],
        createdAt: [communityFollows.createdAt, "Desde"],
      },
    }),
    leftOut: because("shown as title or name", communityFollows.topicId, communityFollows.boardId),
    deleted: cascade,
  },
  {
    table: communityReads,
    holds: [communityReads.userId],
    exported: section({
      key: "communityReads",
      title: "Até onde você leu cada assunto",
      from: communityReads,
      whose: communityReads.userId,
      order: communityReads.visitedAt,
      fields: {
        topic: [titleOf(communityReads.topicId, communityReads.userId), "Assunto"],
        readUpTo: [communityReads.readUpTo, "Até a mensagem"],
        visitedAt: [communityReads.visitedAt, "Última visita"],
      },
    }),
    leftOut: because("shown as the topic's title", communityReads.topicId),
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
  {
    table: communityReports,
    holds: [communityReports.userId],
    exported: section({
      key: "communityReports",
      title: "Denúncias que você fez",
      from: communityReports,
      whose: communityReports.userId,
      order: communityReports.createdAt,
      fields: {
        post: [postOf(communityReports.postId, communityReports.userId), "Mensagem"],
        reason: [communityReports.reason, "Motivo"],
        createdAt: [communityReports.createdAt, "Em"],
        decidedAt: [communityReports.decidedAt, "Decidida em"],
        decision: [communityReports.decision, "Decisão", { hidden: "Mensagem oculta", kept: "Mensagem mantida" }],
      },
    }),
    leftOut: because("shown as topic and number", communityReports.postId),
    deleted: { by: "set null" },
  },
  {
    table: communityReports,
    holds: [communityReports.decidedBy],
    exported: { not: "his acts as moderator are in the log of acts" },
    deleted: { by: "set null" },
  },
  {
    table: communityWords,
    holds: [],
    exported: section({
      key: "communityWords",
      title: "O que a moderação escreveu a você",
      from: communityWords,
      whose: ({ id }) => sql`${communityWords.postId} in (select p.id from community_posts p where p.author_id = ${id})`,
      order: communityWords.createdAt,
      fields: { body: [communityWords.body, "Texto"], createdAt: [communityWords.createdAt, "Em"] },
    }),
    leftOut: because("the post, by its number", communityWords.postId),
    deleted: cascade,
  },
  {
    table: communityWords,
    holds: [communityWords.moderatorId],
    exported: { not: "his acts as moderator are in the log of acts; the words are for the author of the post" },
    deleted: { by: "set null" },
  },
];
