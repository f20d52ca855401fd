/** The columns of a list of people to invite. */
export const LIST_COLUMNS = ["name", "email", "lodge", "degree"] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A line as it stands in the list; the address in small letters where it is one. */
export type ListLine = { line: number } & Record<ListColumn, string>;

/** The largest list, in bytes; lines are bounded besides (read-list.ts). */
export const LIST_BYTES = 2 * 1024 * 1024;
export const LIST_TOO_LARGE =
  "A lista passa de 2 MB. Confira se é mesmo um CSV com nome, e-mail, Loja e grau, ou divida-a em partes.";
