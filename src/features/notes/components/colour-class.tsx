import type { NoteColour } from "../colours.ts";
import styles from "./notes.module.css";

/** The class that gives a mark its colour. */
export const COLOUR_CLASS: Record<NoteColour, string | undefined> = { gold: styles.gold, blue: styles.blue, rose: styles.rose };
