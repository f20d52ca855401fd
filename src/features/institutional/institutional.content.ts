import { parseCriteria, parseFaq, parseNotice } from "#app/content/public-pages.ts";
import { slugOf } from "#app/lib/text.ts";
import accessibilitySource from "../../../content/acessibilidade.md?raw";
import criteriaSource from "../../../content/acessibilidade.yaml?raw";
import faqSource from "../../../content/faq.yaml?raw";
import privacySource from "../../../content/privacidade.md?raw";
import termsSource from "../../../content/termos.md?raw";
import type { FaqGroup, Notice, Principle } from "./institutional.schema.ts";
import { renderNotice } from "./render-notice.ts";

/**
 * The texts while the pages are being built: only loaders import this, so neither a parser nor these sources reach a page's
 * script.
 */
/** The frequent questions, numbered through. @throws Error when content/faq.yaml is wrong */
export function readFaq(): FaqGroup[] {
  let number = 0;
  const groups = parseFaq(faqSource).map(({ title, items }) => ({
    id: slugOf(title),
    title,
    items: items.map(({ question, answer }) => {
      number += 1;
      return { id: slugOf(question), number, question, answer };
    }),
  }));
  const ids = groups.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]);
  if (new Set(ids).size < ids.length) throw new Error("content/faq.yaml: duas perguntas têm o mesmo endereço");
  return groups;
}

export const readTerms = (): Notice => renderNotice(parseNotice("termos.md", termsSource));

export const readPrivacyNotice = (): Notice => renderNotice(parseNotice("privacidade.md", privacySource));

export const readAccessibilityStatement = (): Notice => renderNotice(parseNotice("acessibilidade.md", accessibilitySource));

export const readCriteria = (): Principle[] => parseCriteria(criteriaSource);
