/** Study pace of an attentive adult, words a minute: slower than reading for pleasure. */
export const READING_WORDS_PER_MINUTE = 130;
/** Minutes for the reflection and the check question of a lesson. */
export const REFLECTION_MINUTES = 5;

/** Whole minutes that a lesson of so many words takes; 700 to 1,500 words give 10 to 17. */
export const studyMinutes = (words: number): number => Math.round(words / READING_WORDS_PER_MINUTE) + REFLECTION_MINUTES;
