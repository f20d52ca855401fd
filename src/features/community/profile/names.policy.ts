import { LONGEST_NAME, skeletonOf } from "#app/lib/names.ts";

/** Names by which a member could pass for the house. */
const RESERVED = ["academia", "administra", "admin", "modera", "suporte", "equipe", "membro removido"].map(skeletonOf);

/** Whether a name, or a word of it, looks like one of the house's. */
export const isReserved = (name: string) => {
  const words = name
    .slice(0, LONGEST_NAME)
    .split(/[ .-]+/)
    .map(skeletonOf);
  const whole = skeletonOf(name);
  return RESERVED.some((word) => whole.startsWith(word) || words.some((each) => each.startsWith(word)));
};

/** How a member signs until they choose: the first name with the initial of the last one; never as the house. */
export function defaultName(fullName: string): string {
  const [first = "", ...rest] = fullName.trim().split(/\s+/);
  const last = rest.at(-1);
  if (isReserved(first)) return "Membro";
  return last ? `${first} ${[...last][0]!.toLocaleUpperCase("pt-BR")}.` : first;
}
