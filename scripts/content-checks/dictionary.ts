import type { TermSource } from "#app/content/dictionary.ts";
import { type Forbidden, findForbidden, isForbiddenHeadword } from "#app/content/forbidden.ts";
import { checkTerm } from "#app/features/authoring/checks/dictionary.ts";
import { repeated } from "#app/features/authoring/checks/finding.ts";

const FEWEST_TERMS = 150;

/** What is wrong with the dictionary as a whole and with each entry. */
export function checkDictionary(terms: TermSource[], forbidden: Forbidden): string[] {
  const findings = [
    ...repeated(terms.map((term) => term.slug)).map((slug) => `${slug}: the slug is not unique`),
    ...terms.flatMap((term) => entryFindings(term, terms, forbidden).map((message) => `${term.slug}: ${message}`)),
    ...orderFindings(terms),
  ];
  if (terms.length < FEWEST_TERMS) findings.push(`${terms.length} terms; at least ${FEWEST_TERMS} wanted`);
  return findings;
}

function entryFindings(entry: TermSource, terms: TermSource[], forbidden: Forbidden): string[] {
  const { term, definition, aliases } = entry;
  const { names, length } = checkTerm(
    entry,
    terms.filter((other) => other !== entry),
  );
  const headword = isForbiddenHeadword(term, forbidden) ? [`“${term}” is not a word for a public dictionary`] : [];
  return [...names, ...length, ...headword, ...findForbidden([term, definition, ...aliases].join("\n"), forbidden)];
}

const orderFindings = (terms: TermSource[]): string[] =>
  terms.slice(1).flatMap(({ term }, index) => {
    const before = terms[index]!.term;
    return before.localeCompare(term, "pt-BR", { sensitivity: "base" }) > 0
      ? [`“${term}” comes after “${before}”, against the alphabet`]
      : [];
  });
