import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { PART_LABEL, type TextKind } from "./authoring.schema.ts";
import { authors, draftCopies, draftReaders, drafts, editedTexts, remarks, textVersions } from "./authoring.table.ts";
import { DRAFT_WORDS } from "./authoring-words.ts";
import { pictures } from "./pictures/pictures.table.ts";

const KIND_LABEL = {
  lesson: "Lição",
  question: "Questão",
  study: "Estudo, peça ou vida",
  document: "Documento",
  term: "Verbete",
  article: "Artigo",
};

/** SQL: the title of a text that was edited or written here, for the data of who reads it. */
export const titleWrittenHere = (kind: TextKind, id: PgColumn) =>
  sql<
    string | null
  >`(select ${editedTexts.body} ->> 'title' from ${editedTexts} where ${editedTexts.kind} = ${kind} and ${editedTexts.subjectId} = ${id})`;

/** Who writes what. A text that was written for the academy stays when its author leaves, without their name. */
export const AUTHORING_DATA: PersonalTable[] = [
  {
    table: authors,
    holds: [authors.memberId],
    exported: section({
      key: "authorParts",
      title: "Textos que lhe foram confiados",
      from: authors,
      whose: authors.memberId,
      fields: {
        degree: [authors.degree, "Grau", DEGREE_LABEL],
        part: [authors.part, "Papel", PART_LABEL],
        createdAt: [authors.createdAt, "Desde"],
      },
    }),
    deleted: cascade,
  },
  {
    table: drafts,
    holds: [drafts.authorId, drafts.savedBy, drafts.publisherId],
    exported: section({
      key: "drafts",
      title: "Rascunhos que você começou",
      from: drafts,
      whose: drafts.authorId,
      fields: {
        kind: [drafts.kind, "Tipo", KIND_LABEL],
        degree: [drafts.degree, "Grau", DEGREE_LABEL],
        state: [drafts.state, "Estado", DRAFT_WORDS],
        body: [drafts.body, "Texto"],
        reason: [drafts.reason, "O que muda e por quê"],
        savedAt: [drafts.savedAt, "Guardado em"],
        submittedAt: [drafts.submittedAt, "Enviado para revisão em"],
        publishAt: [drafts.publishAt, "Publicação marcada para"],
        failure: [drafts.failure, "Por que não foi publicado"],
        createdAt: [drafts.createdAt, "Começado em"],
      },
    }),
    leftOut: [
      [drafts.subjectId, "an id; the text itself is there"],
      [drafts.parentId, "an id; the text itself is there"],
      [drafts.version, "counts the saves"],
      [drafts.writers, "ids of others"],
    ],
    deleted: { by: "set null" },
  },
  {
    table: textVersions,
    holds: [textVersions.authorId, textVersions.publisherId],
    exported: { not: "published for the academy, which goes on showing it" },
    deleted: { by: "set null" },
  },
  {
    table: draftCopies,
    holds: [draftCopies.memberId],
    exported: section({
      key: "draftCopies",
      title: "Rascunhos seus que deram lugar a outros",
      from: draftCopies,
      whose: draftCopies.memberId,
      fields: {
        kind: [draftCopies.kind, "Tipo", KIND_LABEL],
        body: [draftCopies.body, "Texto"],
        createdAt: [draftCopies.createdAt, "Em"],
      },
    }),
    leftOut: [[draftCopies.subjectId, "an id; the text itself is there"]],
    deleted: cascade,
  },
  {
    table: remarks,
    holds: [remarks.memberId],
    exported: section({
      key: "remarks",
      title: "Reparos que você fez em rascunhos",
      from: remarks,
      whose: remarks.memberId,
      fields: {
        kind: [remarks.kind, "Tipo", KIND_LABEL],
        passage: [remarks.passage, "Trecho"],
        words: [remarks.words, "Reparo"],
        settledAt: [remarks.settledAt, "Resolvido em"],
        createdAt: [remarks.createdAt, "Feito em"],
      },
    }),
    leftOut: [[remarks.subjectId, "an id; the passage says what it is about"]],
    deleted: { by: "set null" },
  },
  {
    table: draftReaders,
    holds: [draftReaders.memberId],
    exported: { not: "who has a draft open now; forgotten after a minute" },
    deleted: cascade,
  },
  {
    table: pictures,
    holds: [pictures.uploadedBy],
    exported: section({
      key: "textPictures",
      title: "Imagens que você enviou para os textos",
      from: pictures,
      whose: pictures.uploadedBy,
      fields: {
        id: [pictures.id, "Nome"],
        degree: [pictures.degree, "Grau", DEGREE_LABEL],
        uploadedAt: [pictures.uploadedAt, "Enviada em"],
      },
    }),
    leftOut: [[pictures.fileId, "where the picture is kept"]],
    deleted: { by: "set null" },
  },
];
