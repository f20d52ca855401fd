/**
 * The one formula of study times. Study pace of an attentive adult, words a minute: slower than reading for pleasure.
 */
export const READING_WORDS_PER_MINUTE = 130;
/** Minutes for the reflection and the check question of a lesson. */
export const REFLECTION_MINUTES = 5;

/** No adult takes in a text for study more than three times as fast as this pace; what passed faster was not read. */
const FASTEST = 3;

/** The seconds that a text of so many minutes of study must have been on the screen before all of it counts as read. */
export const leastReadingSeconds = (minutes: number): number => ((minutes - REFLECTION_MINUTES) * 60) / FASTEST;

/** Whole minutes that it takes to read so many words for study: articles, and the text of a lesson. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / READING_WORDS_PER_MINUTE));

/** Whole minutes that a lesson of so many words takes; 700 to 1,500 words give 10 to 17. */
export const studyMinutes = (words: number): number => readingMinutes(words) + REFLECTION_MINUTES;

/** Words a minute of a text that is read aloud to others, with its pauses. */
const SPOKEN_WORDS_PER_MINUTE = 125;

/** Whole minutes that it takes to say so many words. */
export const spokenMinutes = (words: number): number => Math.max(1, Math.round(words / SPOKEN_WORDS_PER_MINUTE));
