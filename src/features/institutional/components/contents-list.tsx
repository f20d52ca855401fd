type Item = { id: string; title: string };

/** What stands on a long page: beside the text where there is room, else folded above it. */
export function ContentsList({ items }: { items: Item[] }) {
  return (
    <>
      <details className="folio-toc-sm no-print">
        <summary>
          <span className="caps">Nesta página</span>
          <span className="meta">{items.length} partes</span>
        </summary>
        <nav aria-label="Nesta página">
          <Links items={items} />
        </nav>
      </details>
      <nav className="folio-toc no-print" aria-labelledby="t-nesta-pagina">
        <h2 className="caps" id="t-nesta-pagina">
          Nesta página
        </h2>
        <Links items={items} />
      </nav>
    </>
  );
}

function Links({ items }: { items: Item[] }) {
  return (
    <ol className="folio-toc-list">
      {items.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
}
