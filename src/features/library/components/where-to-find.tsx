import type { LibraryRecord } from "../library.answers.ts";
import itemStyles from "../pages/item.module.css";

/** Where a book is whose text is not read here: what is known of it, or where such works are looked for. */
export function WhereToFind({
  item,
}: {
  item: Pick<LibraryRecord, "type" | "title" | "author" | "publicDomain" | "link" | "whereToFind">;
}) {
  const words = item.whereToFind ?? (item.type === "book" && !item.link ? usualPlaces(item) : null);
  if (!words) return null;
  return (
    <section className={itemStyles.itemAbout} aria-labelledby="t-where">
      <h2 id="t-where">Onde encontrar</h2>
      <p>{words}</p>
    </section>
  );
}

const usualPlaces = ({ title, author, publicDomain }: Pick<LibraryRecord, "title" | "author" | "publicDomain">): string =>
  publicDomain
    ? `O original está em domínio público. Procure “${title}”, de ${author}, no Internet Archive ou no Google Books, que mostram de graça livros antigos digitalizados. A biblioteca da sua Loja pode ter um exemplar.`
    : `A obra é protegida. Procure “${title}”, de ${author}, em livrarias e sebos, na biblioteca da sua Loja ou em uma biblioteca pública.`;
