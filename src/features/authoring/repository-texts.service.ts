import { readStudies } from "#app/content/studies.ts";
import type { Db } from "#app/db/client.ts";
import type { TextBody, TextKind } from "./authoring.schema.ts";
import { readEditedTexts } from "./edited-texts.service.ts";
import { bodyOfStudy } from "./study-bodies.policy.ts";
import { noteRepositoryText } from "./versions.service.ts";

/** What the files say of the texts that have no table of their own. */
const FILES: Partial<Record<TextKind, (folder: string) => { id: string; body: TextBody }[]>> = {
  study: (folder) => readStudies(folder).map((study) => ({ id: study.id, body: bodyOfStudy(study) })),
};

/** At start: what the files bring for a text that was edited here stands beside it, until an author settles it. */
export async function noteRepositoryTexts(tx: Db, folder: string): Promise<void> {
  const edited = (await readEditedTexts(tx)).filter(({ body }) => body !== null);
  for (const [kind, own] of Map.groupBy(edited, (text) => text.kind)) {
    const files = new Map(FILES[kind]?.(folder).map(({ id, body }) => [id, body]));
    for (const { id } of own) {
      const body = files.get(id);
      if (body) await noteRepositoryText(tx, { kind, id }, body);
    }
  }
}
