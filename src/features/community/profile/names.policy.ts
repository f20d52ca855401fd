/** How a member signs until he chooses: the first name with the initial of the last one. */
export function defaultName(fullName: string): string {
  const [first = "", ...rest] = fullName.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]!.toLocaleUpperCase("pt-BR")}.` : first;
}
