import { useEffect, useRef, useState } from "react";
import { useDrawing } from "../plates.queries.ts";
import styles from "./drawing.module.css";

/** How far below the screen a drawing is asked for, so that it is there when it comes into sight. */
const AHEAD = "600px";

/**
 * A drawing in the gallery, which comes as it nears the screen: all at once they would be a third of a megabyte. It is set into the page
 * as markup, because an image would know neither the theme's colours nor its letters.
 * @param wanted at once, for paper
 */
export function Drawing({ plate, wanted }: { plate: string; wanted: boolean }) {
  const art = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const drawing = useDrawing(plate, near || wanted);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(art.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={art} className={`plate-art ${styles.art}`} aria-hidden="true">
      {drawing.isError && <p className={styles.missing}>O desenho não chegou.</p>}
      {drawing.data && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of the academy's own files, checked by content:check
        <div className="contents-only" dangerouslySetInnerHTML={{ __html: drawing.data.svg }} />
      )}
    </div>
  );
}
