import { findForbidden, isForbiddenHeadword } from "#app/content/forbidden.ts";
import { termsIn } from "#app/features/dictionary/dictionary.service.ts";
import { checkTerm } from "../checks/dictionary.ts";
import { countWords } from "../checks/finding.ts";
import { termOfBody } from "../term-bodies.policy.ts";
import type { Composed, InputOf } from "./composed.ts";
import { advice, blocking, surroundings } from "./surroundings.ts";

/** Checks an entry of the dictionary, and shows its definition as tooltips and pages do. */
export function composeTerm({ id, degree, body, places: now }: InputOf<"term">): Composed {
  const { forbidden } = surroundings();
  const term = termOfBody({ id, degree }, body);
  const others = termsIn(now).filter(({ slug }) => slug !== id);
  const { names, length } = checkTerm(term, others);
  const reserved = [
    ...findForbidden([body.title, body.definition, ...body.aliases].join("\n"), forbidden),
    ...(isForbiddenHeadword(body.title, forbidden) ? ["esta palavra não é de um dicionário público"] : []),
  ];
  const missing = [
    ...(body.title.trim().length < 2 ? ["falta o verbete: a palavra que se define"] : []),
    ...(body.definition.trim() === "" ? ["falta a definição"] : []),
  ];
  const blocks = [...missing, ...reserved, ...names].map(blocking);
  const html = `<p>${escaped(body.definition)}</p>`;
  return {
    remarks: [...blocks, ...(body.definition.trim() === "" ? [] : length.map(advice))],
    page: { html, headings: [], terms: body.see, words: countWords(body.definition) },
    question: null,
  };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
