import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { CONTENT_FOLDER, ContentError, contentId, readYaml } from "./files.ts";

/** The boards of the demonstration's conversations. */
export const DEMO_BOARDS = ["geral", ...DEGREES] as const;

/** The part before the @ of a demo account's address (src/composition/demo/demo.ts). */
const demoMember = z
  .string()
  .regex(/^(?:admin|aluno|mentor[23]?|membro\d\d)$/, "é o começo do e-mail de uma conta de demonstração");

/** When, in days before the one on which the demonstration is filled, and the hour in Brasília. */
const moment = { day: z.int().min(1).max(60), at: z.string().regex(/^[012]\d:[0-5]\d$/) };

const members = z.array(demoMember).default([]);

const written = z.strictObject({
  author: demoMember,
  ...moment,
  /** The number of the post that it quotes. */
  quotes: z.int().min(1).optional(),
  useful: members,
  agree: members,
  thanks: members,
  text: z.string().min(20),
  /** By whom it was reported, so that it waits for a moderator. */
  reports: z.array(z.strictObject({ by: demoMember, ...moment, reason: z.string().min(3) })).optional(),
});

/** Of somebody who has left: the place stays, without words. */
const removed = z.strictObject({ removed: z.literal(true), ...moment });

const topic = z.strictObject({
  id: contentId,
  board: z.enum(DEMO_BOARDS),
  title: z.string().min(5).max(120),
  lesson: contentId.optional(),
  study: contentId.optional(),
  /** The number of the post that answers the first. */
  answer: z.int().min(2).optional(),
  locked: z.boolean().default(false),
  posts: z.array(z.union([written, removed])).min(2),
});

export type DemoTopic = z.output<typeof topic>;
export type DemoPost = DemoTopic["posts"][number];
export type WrittenPost = z.output<typeof written>;

export const isWritten = (post: DemoPost): post is WrittenPost => "author" in post;

/** The degree that reads a board; null for the one of all. */
export const degreeOfDemoBoard = (board: DemoTopic["board"]): Degree | null => (board === "geral" ? null : board);

/** The conversations of the demonstration. @throws ContentError */
export const readDemoTopics = (folder = CONTENT_FOLDER): DemoTopic[] =>
  readdirSync(join(folder, "community"))
    .toSorted()
    .map((name) => {
      const file = `community/${name}`;
      const read = readYaml(file, topic, folder);
      if (name !== `${read.id}.yaml`) throw new ContentError(`content/${file}: id: o arquivo deve chamar-se ${read.id}.yaml`);
      return read;
    });
