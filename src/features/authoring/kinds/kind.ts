import type { z } from "zod";
import type { Db } from "#app/db/client.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { Ctx, Services } from "#app/server/context.ts";
import type { ReadersOfChange } from "../authoring.answers.ts";
import type { BodyOf, TextBody, TextKind, TextRef } from "../authoring.schema.ts";
import type { Composed, ComposeInput } from "../compose/compose.service.ts";

/** A text that exists, or of which there is a draft. */
export type Subject<Body extends TextBody = TextBody> = {
  ref: TextRef;
  degree: Degree;
  /** What it belongs to: the module of a lesson, the lesson of a question. */
  parent: { id: string; title: string };
  title: string;
  retired: boolean;
  /** What members read, or read until it was retired; null for what was never published. */
  body: Body | null;
};

/** What an author's change does to those who study, as far as it is not the same for every kind. */
export type Reach = Partial<Omit<ReadersOfChange, "remarks">>;

/** What a sort of text has of its own. Drafts, review, hours, history and remarks are the same for all and know no kind. */
export type Kind<Name extends TextKind = TextKind> = {
  body: z.ZodType<BodyOf<Name>>;
  /** A published text, or undefined. */
  find: (db: Db, id: string) => Promise<Subject<BodyOf<Name>> | undefined>;
  /** The name of what a new text belongs to. */
  parentTitle: (db: Db, parentId: string) => Promise<string>;
  /** What the thread needs to render and check it. */
  toCompose: (services: Pick<Services, "db" | "catalogue">, subject: Subject, body: BodyOf<Name>) => Promise<ComposeInput>;
  /** Makes it what members read. @returns the text that it became */
  publish: (
    tx: Db,
    services: Pick<Services, "catalogue">,
    subject: Subject<BodyOf<Name>>,
    body: BodyOf<Name>,
    composed: Composed,
  ) => Promise<TextRef>;
  /** Takes it out of what is taught, or brings it back. @throws AppError pool_too_small */
  retire: (tx: Db, ctx: Ctx, subject: Subject<BodyOf<Name>>, retired: boolean) => Promise<void>;
  /** Whom a new text of it touches. */
  reach: (ctx: Ctx, subject: Subject<BodyOf<Name>>, body: BodyOf<Name>, composed: Composed) => Promise<Reach>;
};
