import { readFileSync, writeFileSync } from "node:fs";
import { type Document, isMap, parseDocument } from "yaml";

const SHAPE = { lineWidth: 0, flowCollectionPadding: false } as const;

/** Changes a YAML file in place; what is not changed keeps its comments and quotes. @param edit says whether it changed anything */
export function editFile(path: string, edit: (document: Document) => boolean): void {
  const document = parseDocument(readFileSync(path, "utf8"));
  if (edit(document)) writeFileSync(path, document.toString(SHAPE));
}

export const fieldOf = (item: unknown, name: string): unknown => (isMap(item) ? item.get(name) : undefined);
