import drawings from "./module-emblems.svg?url";

/** The modules of the files have a drawing each; one that was begun in the browser has a book. */
const DRAWN = 12;

/** The emblem of a module. Decorative; its ground is `--emblem-ground`. */
export function ModuleEmblem({ id, className }: { id: number; className?: string }) {
  return (
    <svg viewBox="0 0 96 96" className={className} aria-hidden="true">
      <ModuleDrawing id={id} />
    </svg>
  );
}

/** The same, within another drawing. */
export function ModuleDrawing({ id, ...place }: { id: number; x?: number; y?: number; width?: number; height?: number }) {
  return <use href={`${drawings}#${id <= DRAWN ? `m${id}` : "book"}`} {...place} />;
}
