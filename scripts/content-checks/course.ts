import type { ModuleSource } from "#app/content/courses.ts";
import { everyNode, parseMarkdown, textOf } from "#app/features/authoring/checks/markdown.ts";
import { headingsOf } from "#app/features/authoring/checks/prose.ts";

/** More than half of the course in one mould is a mould. */
const MOST_ALIKE = 0.6;
/** The authors on whom the first version of the course leaned, and in how many notes they may be named. */
const LEANED_ON = /\b(?:Mackey|Webb|Anderson)\b/;
const MOST_NOTES = 72;

/** What docs/content.md asks of the lessons together: numbers of blocks that vary, sources that vary, and plates. `texts` is by lesson. */
export function checkCourse(modules: ModuleSource[], texts: Map<string, string>): string[] {
  const roots = new Map([...texts].map(([id, markdown]) => [id, parseMarkdown(markdown)]));
  const all = [...roots.values()];
  const blocks = all.map((root) => headingsOf(root).filter(({ depth }) => depth === 2).length - 1);
  const alike = [...new Set(blocks)].map((number) => ({ number, lessons: blocks.filter((each) => each === number).length }));
  const notes = all.flatMap((root) => root.children.filter((node) => node.type === "footnoteDefinition"));
  const leaning = notes.filter((note) => LEANED_ON.test(textOf(note))).length;
  const hasPlate = (id: string) => everyNode(roots.get(id)!).some(({ type }) => type === "image");
  const wanted = modules
    .flatMap(({ lessons }, index) => (index === 0 ? lessons : lessons.slice(0, 1)))
    .filter(({ id }) => roots.has(id));
  const withPlate = [...roots.keys()].filter(hasPlate).length;
  return [
    ...alike
      .filter(({ lessons }) => lessons > MOST_ALIKE * all.length)
      .map(({ number, lessons }) => `${lessons} of ${all.length} lessons have ${number} blocks; vary them as the matter asks`),
    ...(leaning > MOST_NOTES
      ? [`${leaning} of ${notes.length} notes name Mackey, Webb or Anderson; at most ${MOST_NOTES} wanted`]
      : []),
    ...wanted
      .filter(({ id }) => !hasPlate(id))
      .map(({ id }) => `${id} has no plate: the first module and the first lesson of each have one`),
    ...(withPlate < all.length / 2 ? [`${withPlate} of ${all.length} lessons have a plate; half wanted`] : []),
  ];
}
