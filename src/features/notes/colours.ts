/** The colours in which a passage is marked; apart from the schema, so that a text does not wait for what checks forms. */
export const NOTE_COLOURS = ["gold", "blue", "rose"] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];
export const COLOUR_LABEL: Record<NoteColour, string> = { gold: "Ouro", blue: "Azul", rose: "Rosa" };
