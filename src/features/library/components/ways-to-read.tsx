import { Icon } from "#app/ui/icons.tsx";
import { fileSize } from "../file-size.ts";
import type { LibraryRecord } from "../library.answers.ts";
import itemStyles from "../pages/item.module.css";

/** The file and the address of a work, as far as there are any. */
export function WaysToRead({ item: { document, link } }: { item: Pick<LibraryRecord, "document" | "link"> }) {
  if (!document && !link) return null;
  return (
    <p className={`${itemStyles.ways} no-print`}>
      {document && (
        <a className="btn" href={document.url} download>
          <Icon name="download" />
          Baixar {document.format} ({fileSize(document.size)})
        </a>
      )}
      {link && (
        <a className={document ? "go" : "btn"} href={link} target="_blank" rel="noopener noreferrer">
          Abrir em {new URL(link).hostname.replace(/^www\./, "")}
          <Icon name="arrow" />
          <span className="visually-hidden">(abre em outra aba)</span>
        </a>
      )}
    </p>
  );
}
