/** The longest text that is searched for, anywhere. */
export const SEARCH_LENGTH = 100;

export const SEARCH_TOO_LONG = `A busca aceita até ${SEARCH_LENGTH} caracteres. Encurte o texto.`;

/** What is wrong with a text that is to be searched for; undefined when nothing is. */
export const searchProblem = (text: string): string | undefined => (text.length > SEARCH_LENGTH ? SEARCH_TOO_LONG : undefined);
