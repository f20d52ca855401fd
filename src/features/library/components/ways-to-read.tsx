import { fileSize } from "#app/lib/file-size.ts";
import { PUBLIC_COLLECTIONS } from "#app/lib/public-collections.ts";
import { Icon } from "#app/ui/icons.tsx";
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
          {nameOf(new URL(link))}
          <Icon name="arrow" />
          <span className="visually-hidden">(abre em outra aba)</span>
        </a>
      )}
    </p>
  );
}

/** "Ler no Wikisource"; where it is no public collection, the host alone. */
const nameOf = ({ host }: URL): string =>
  host in PUBLIC_COLLECTIONS ? `Ler ${PUBLIC_COLLECTIONS[host]}` : `Abrir em ${host.replace(/^www\./, "")}`;
