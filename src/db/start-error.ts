/** A failure that the operator can fix: its message says what and how, in Portuguese, and is printed without a stack. */
export class StartError extends Error {}
