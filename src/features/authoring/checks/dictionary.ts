import type { TermSource } from "#app/content/dictionary.ts";
import { fold } from "#app/lib/text.ts";
import { countWords, repeated } from "./finding.ts";
import { between } from "./prose.ts";

/** What is wrong with an entry beside the others: with its names and those that it sends to, and with the length of its definition. */
export function checkTerm(
  { slug, term, definition, aliases, see }: TermSource,
  others: readonly TermSource[],
): { names: string[]; length: string[] } {
  const known = new Set(others.map((other) => other.slug));
  const owners = new Map(others.flatMap((other) => [other.term, ...other.aliases].map((name) => [fold(name), other.term])));
  const own = [term, ...aliases];
  return {
    names: [
      ...see
        .filter((other) => other !== slug && !known.has(other))
        .map((other) => `ver também “${other}”: este verbete não existe`),
      ...(see.includes(slug) ? ["ver também leva ao próprio verbete"] : []),
      ...repeated(see).map((other) => `ver também leva duas vezes a “${other}”`),
      ...own.flatMap((name) => (owners.has(fold(name)) ? [`“${name}” já é um nome de “${owners.get(fold(name))}”`] : [])),
      ...repeated(own.map(fold)).map((name) => `o nome “${own.find((each) => fold(each) === name)}” está duas vezes`),
    ],
    length: between(countWords(definition), 20, 45, "palavras na definição"),
  };
}
