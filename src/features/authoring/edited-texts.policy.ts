import type { Degree } from "#app/lib/degrees.ts";
import { oncePer } from "#app/lib/once.ts";
import type { BodyOf, TextBody, TextKind } from "./authoring.schema.ts";

/** A text of the files that was edited or retired in the browser, or one that is only there. */
export type EditedText = {
  kind: TextKind;
  id: string;
  /** Of one that is only here; one of the files has the degree that its file says. */
  degree: Degree;
  /** What members read in the place of the file; null where the file holds. */
  body: TextBody | null;
  /** When it was taken from its readers. */
  retiredAt: Date | null;
};

/** Whatever carries the edits: the catalogue, above all. */
export type WithEdits = { edited: readonly EditedText[] };

/** What follows from the edits, made once for each state of them. */
export function byEdits<Value>(make: (edits: WithEdits) => Value): (edits: WithEdits) => Value {
  const madeOf = oncePer((edited: readonly EditedText[]) => make({ edited }));
  return ({ edited }) => madeOf(edited);
}

/** The texts of a kind as members have them: those of the files, with what was edited, retired or written in the browser in its place. */
export function textsNow<Source extends { id: string; degree: Degree }, Name extends TextKind>(
  { edited }: WithEdits,
  kind: Name,
  files: readonly Source[],
  sourceOf: (head: { id: string; degree: Degree }, body: BodyOf<Name>) => Source,
): Source[] {
  const own = new Map(edited.filter((text) => text.kind === kind).map((text) => [text.id, text]));
  const now = (text: EditedText, file?: Source): Source[] => {
    if (text.retiredAt) return [];
    if (text.body === null) return file ? [file] : [];
    return [sourceOf({ id: text.id, degree: file?.degree ?? text.degree }, text.body as BodyOf<Name>)];
  };
  const ofFiles = files.flatMap((file) => {
    const text = own.get(file.id);
    own.delete(file.id);
    return text ? now(text, file) : [file];
  });
  return [...ofFiles, ...[...own.values()].flatMap((text) => now(text))];
}
