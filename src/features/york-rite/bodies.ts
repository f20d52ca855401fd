/** The four bodies of the rite, in the order of study, and the degrees each confers (spec.md §2). */
export const BODIES = ["loja", "capitulo", "conselho", "comanderia"] as const;
export type BodyId = (typeof BODIES)[number];

export const LAST_DEGREE = 13;
const LAST_OF: Record<BodyId, number> = { loja: 3, capitulo: 7, conselho: 10, comanderia: LAST_DEGREE };

const isBody = (value: unknown): value is BodyId => BODIES.includes(value as BodyId);

/** The body that confers a degree, 1 to 13. */
export const bodyOf = (degree: number): BodyId => BODIES.find((body) => degree <= LAST_OF[body]) ?? "comanderia";

/** Where a degree's card is on the page. */
export const anchorOf = (degree: number) => `grau-${degree}`;

export const addressOfBody = (body: BodyId) => `/rito-york?corpo=${body}`;
export const addressOfDegree = (degree: number) => `${addressOfBody(bodyOf(degree))}#${anchorOf(degree)}`;

/** What the address asks for: the degree of its anchor, and the body of that degree, or else the body it names, or else the first. */
export function placeOf(params: URLSearchParams, hash: string): { body: BodyId; degree: number | null } {
  const degree = Number(/^#grau-([1-9]|1[0-3])$/.exec(hash)?.[1] ?? 0);
  if (degree) return { body: bodyOf(degree), degree };
  const asked = params.get("corpo");
  return { body: isBody(asked) ? asked : "loja", degree: null };
}
