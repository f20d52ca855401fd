import type { OutlineReaders } from "../authoring.answers.ts";
import styles from "./reach.module.css";

/** How far a lesson is read: laid flat, a division for each of its parts, as high as the readers who reach its end. */
export function Reach({ lesson: { began, finished, reached, stopsAt } }: { lesson: OutlineReaders["lessons"][number] }) {
  if (began === 0) return <span className="meta">Ninguém a abriu ainda.</span>;
  const drops = reached.map((readers, index) => (reached[index - 1] ?? began) - readers);
  const worst = stopsAt === null ? -1 : drops.indexOf(Math.max(...drops));
  return (
    <>
      <svg className={styles.reach} viewBox={`0 0 ${reached.length * 30} 30`} preserveAspectRatio="none" aria-hidden="true">
        {reached
          .map((readers, part) => ({ readers, part }))
          .map(({ readers, part }) => {
            const height = Math.max(2, (readers / began) * 29);
            const x = part * 30;
            return (
              <rect
                key={part}
                className={part === worst ? styles.drop : undefined}
                x={x}
                y={30 - height}
                width={30}
                height={height}
              />
            );
          })}
      </svg>
      <span>
        <b>{finished}</b> de {began} {began === 1 ? "termina" : "terminam"}.{stopsAt !== null && ` Param em “${stopsAt}”.`}
      </span>
    </>
  );
}
