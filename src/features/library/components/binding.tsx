import styles from "./cover.module.css";

/** What the books of each category of the content folder are bound in. */
const BINDINGS: Record<string, string | undefined> = {
  "Constituições e Documentos": styles.navy,
  "Monitores e Manuais": styles.blue,
  Simbolismo: styles.vellum,
  Filosofia: styles.black,
  História: styles.navy,
  Enciclopédias: styles.blue,
  "Rito de York": styles.red,
  "Maçonaria no Brasil": styles.vellum,
  "Fontes Bíblicas e Clássicas": styles.black,
};

/** The class that gives a part the colours of a category's binding. */
export const bindingOf = (category: string): string => BINDINGS[category] ?? styles.navy ?? "";
