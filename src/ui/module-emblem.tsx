import drawings from "./module-emblems.svg?url";

/** The emblem of a module, 1 to 12. Decorative; its ground is `--emblem-ground`. */
export function ModuleEmblem({ id, className }: { id: number; className?: string }) {
  return (
    <svg viewBox="0 0 96 96" className={className} aria-hidden="true">
      <ModuleDrawing id={id} />
    </svg>
  );
}

/** The same, within another drawing. */
export function ModuleDrawing({ id, ...place }: { id: number; x?: number; y?: number; width?: number; height?: number }) {
  return <use href={`${drawings}#m${id}`} {...place} />;
}
