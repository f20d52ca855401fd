import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { profiles } from "#app/features/account/account.table.ts";
import { reaches } from "#app/server/gate.ts";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { COLOUR_LABEL } from "./colours.ts";
import { notes } from "./notes.table.ts";

const KINDS = { lesson: "Lição", study: "Estudo, peça ou vida", document: "Documento", article: "Texto da biblioteca" };

const ownDegree = sql`(select ${profiles.degree} from ${profiles} where ${profiles.id} = ${notes.userId})`;

/** The degree gate, as the list of notes has it: the academy's words from above the member's degree are not shown. */
const ifOpen = (column: PgColumn) => sql<string | null>`case when ${reaches(ownDegree, notes.degree)} then ${column} end`;

/** What the member wrote beside texts. */
export const NOTES_DATA: PersonalTable[] = [
  {
    table: notes,
    holds: [notes.userId],
    exported: section({
      key: "notes",
      title: "Anotações",
      from: notes,
      whose: notes.userId,
      order: notes.createdAt,
      fields: {
        kind: [notes.kind, "Tipo do texto", KINDS],
        text: [notes.textId, "Texto (endereço)", null],
        title: [ifOpen(notes.title), "Texto"],
        colour: [notes.colour, "Cor", COLOUR_LABEL],
        quote: [ifOpen(notes.quote), "Trecho"],
        body: [notes.body, "Anotação"],
        version: [notes.version, "Versão"],
        createdAt: [notes.createdAt, "Escrita em"],
        updatedAt: [notes.updatedAt, "Alterada em"],
      },
    }),
    leftOut: [
      [notes.quote, "shown by `quote` above, unless its text is of a higher degree"],
      [notes.title, "shown by `title` above, as the quote"],
      [notes.degree, "the text's own degree"],
      [notes.prefix, "the academy's words around the passage, which find it again"],
      [notes.suffix, "as the prefix"],
      [notes.position, "as the prefix"],
    ],
    deleted: cascade,
  },
];
