import type { TermSource } from "#app/content/dictionary.ts";
import { type Forbidden, findForbidden, isForbiddenHeadword } from "#app/content/forbidden.ts";
import { countWords, repeated } from "#app/features/authoring/checks/finding.ts";
import { fold } from "#app/lib/text.ts";

const FEWEST_TERMS = 150;

/** What is wrong with the dictionary as a whole and with each entry. */
export function checkDictionary(terms: TermSource[], forbidden: Forbidden): string[] {
  const slugs = new Set(terms.map((term) => term.slug));
  const findings = [
    ...repeated(terms.map((term) => term.slug)).map((slug) => `${slug}: the slug is not unique`),
    ...repeated(terms.map((term) => term.term)).map((term) => `“${term}” has more than one entry`),
    ...terms.flatMap((term) => checkTerm(term, slugs, forbidden).map((message) => `${term.slug}: ${message}`)),
    ...aliasFindings(terms),
    ...orderFindings(terms),
  ];
  if (terms.length < FEWEST_TERMS) findings.push(`${terms.length} terms; at least ${FEWEST_TERMS} wanted`);
  return findings;
}

function checkTerm({ slug, term, definition, aliases, see }: TermSource, slugs: Set<string>, forbidden: Forbidden): string[] {
  const findings = see.filter((other) => !slugs.has(other)).map((other) => `see “${other}”, which does not exist`);
  if (see.includes(slug)) findings.push("see points at the entry itself");
  const words = countWords(definition);
  if (words < 20 || words > 45) findings.push(`the definition has ${words} words; 20 to 45 wanted`);
  if (isForbiddenHeadword(term, forbidden)) findings.push(`“${term}” is not a word for a public dictionary`);
  return [...findings, ...findForbidden([term, definition, ...aliases].join("\n"), forbidden)];
}

/** A search for a name should lead to one entry: no alias is the term or the alias of another, nor occurs twice. */
function aliasFindings(terms: TermSource[]): string[] {
  const owners = new Map(terms.map(({ term, slug }) => [fold(term), slug]));
  return terms.flatMap(({ slug, aliases }) =>
    aliases.flatMap((alias) => {
      const owner = owners.get(fold(alias));
      owners.set(fold(alias), owner ?? slug);
      return owner ? [`${slug}: the alias “${alias}” is already a name of “${owner}”`] : [];
    }),
  );
}

const orderFindings = (terms: TermSource[]): string[] =>
  terms.slice(1).flatMap(({ term }, index) => {
    const before = terms[index]!.term;
    return before.localeCompare(term, "pt-BR", { sensitivity: "base" }) > 0
      ? [`“${term}” comes after “${before}”, against the alphabet`]
      : [];
  });
