import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { because, boardOf, titleOf } from "../personal-places.ts";
import { communityFollows, communityReads, communityTopics } from "./topics.table.ts";

/** The topics that they opened, follow and have read. */
export const TOPICS_DATA: PersonalTable[] = [
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
        hiddenReason: [communityTopics.hiddenReason, "Por que a moderação o ocultou"],
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
        communityTopics.retitledAt,
        communityTopics.pinned,
        communityTopics.hiddenAt,
        communityTopics.movedAt,
        communityTopics.writtenFor,
      ),
    ],
    deleted: { by: "set null" },
  },
  {
    table: communityTopics,
    holds: [communityTopics.movedBy],
    exported: { not: "the topic is another member's; what the moderator did is in their audit entries" },
    deleted: { by: "set null" },
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
];
