/** The value of a date's field while what is typed is no date: half of one, or a day that does not exist. No schema of a date takes it. */
export const NO_DATE = "incompleta";
