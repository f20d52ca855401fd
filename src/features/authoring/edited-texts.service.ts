import type { Db } from "#app/db/client.ts";
import type { TextRef } from "./authoring.schema.ts";
import { editedTexts, rowsOf } from "./authoring.table.ts";
import type { EditedText } from "./edited-texts.policy.ts";

const COLUMNS = {
  kind: editedTexts.kind,
  id: editedTexts.subjectId,
  degree: editedTexts.degree,
  body: editedTexts.body,
  retiredAt: editedTexts.retiredAt,
};

/** All that was edited, retired or written in the browser and has no table of its own. */
export const readEditedTexts = (db: Db): Promise<EditedText[]> =>
  db.select(COLUMNS).from(editedTexts).orderBy(editedTexts.kind, editedTexts.subjectId);

export async function findEditedText(db: Db, ref: TextRef): Promise<EditedText | undefined> {
  const [row] = await db.select(COLUMNS).from(editedTexts).where(rowsOf(editedTexts, ref));
  return row;
}

/** Makes a body what members read of a text. */
export async function writeEditedText(tx: Db, { kind, id, degree, body }: Omit<EditedText, "retiredAt">): Promise<void> {
  await tx
    .insert(editedTexts)
    .values({ kind, subjectId: id, degree, body })
    .onConflictDoUpdate({ target: [editedTexts.kind, editedTexts.subjectId], set: { body, degree, editedAt: new Date() } });
}

/** Takes a text away from its readers, or gives it back as it was. */
export async function retireEditedText(
  tx: Db,
  { kind, id, degree }: Pick<EditedText, "kind" | "id" | "degree">,
  retired: boolean,
) {
  const retiredAt = retired ? new Date() : null;
  await tx
    .insert(editedTexts)
    .values({ kind, subjectId: id, degree, body: null, retiredAt })
    .onConflictDoUpdate({ target: [editedTexts.kind, editedTexts.subjectId], set: { retiredAt } });
}
