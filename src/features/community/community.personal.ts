import { sql } from "drizzle-orm";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { communityBoardVisits, communityModerators } from "./boards/boards.table.ts";
import { communityReports, communityWords } from "./moderation/moderation.table.ts";
import { because, boardOf, postOf } from "./personal-places.ts";
import { POSTS_DATA } from "./posts/posts.personal.ts";
import { communityProfiles } from "./profile/profile.table.ts";
import { TOPICS_DATA } from "./topics/topics.personal.ts";

/** Their part in the community. */
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
  ...TOPICS_DATA,
  ...POSTS_DATA,
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
